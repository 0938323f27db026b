import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { fromRequest } from "@/lib/http/message/incoming";
import { answerOf, redirectTo, toResponse } from "@/lib/http/message/respond";
import { renderMetrics } from "@/lib/http/telemetry/metrics";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";
import { type Strategy, serve } from "./serve";

const success = { status: 201, schema: z.object({ message: z.string() }) } as const;
const contract = { method: "POST", path: "/served", success } as const;
const steps = ["identify", "authorise", "rateLimit", "readBody", "idempotency", "parse", "perform"] as const;
type Step = (typeof steps)[number];

/** A strategy that records every step that runs. `failing` maps steps to the errors that they throw. */
function strategyOf(failing: Partial<Record<Step | "present", Error>> = {}, result: unknown = { message: "Created" }) {
  const ran: string[] = [];
  const run = (step: Step) => {
    ran.push(step);
    if (failing[step]) throw failing[step];
  };
  const strategy: Strategy<string, string> = {
    contract,
    identify: async () => {
      run("identify");
      return "ada";
    },
    authorise: () => run("authorise"),
    rateLimit: async () => run("rateLimit"),
    readBody: async () => {
      run("readBody");
      return "body";
    },
    idempotency: () => {
      run("idempotency");
      return null;
    },
    async parse() {
      run("parse");
      return {
        contract,
        perform: async () => {
          run("perform");
          return result;
        },
      };
    },
    refuse: (error, sender) => ({ ...answerOf(error), headers: { "x-sender": sender ?? "unknown" } }),
    present(answer) {
      if (failing.present) throw failing.present;
      return answer;
    },
    observe: (_exchange, { status }) => ran.push(`observed ${status}`),
  };
  return { ran, strategy };
}

const send = async (strategy: Strategy<string, string>) =>
  toResponse(await serve(strategy, fromRequest(new Request("http://localhost/served", { method: "POST" })), {}));

async function countOf(status: number): Promise<number> {
  const { text } = await renderMetrics();
  const labels = `{method="POST",path="/served",status="${status}"} `;
  return Number(text.split(`tradewind_http_requests_total${labels}`)[1]?.split("\n")[0] ?? 0);
}

afterEach(() => vi.restoreAllMocks());

it("runs every step in order and reports the answer", async () => {
  const info = vi.spyOn(log, "info");
  const before = await countOf(201);
  const { ran, strategy } = strategyOf();
  const response = await send(strategy);
  expect([response.status, await response.json()]).toEqual([201, { message: "Created" }]);
  expect(ran).toEqual([...steps, "observed 201"]);
  expect(await countOf(201)).toBe(before + 1);
  expect(info.mock.calls).toMatchObject([[{ method: "POST", path: "/served", status: 201 }, "request"]]);
});

it.each([{}, { perform: new AppError("invalid", "No.") }])(
  "the log and the counter have the status that was sent, such as that of a redirect, and the observer that of the result",
  async (failing) => {
    const info = vi.spyOn(log, "info");
    const before = await countOf(303);
    const { ran, strategy } = strategyOf(failing);
    const response = await send({ ...strategy, present: () => redirectTo("/checkout/abc") });
    expect(response.status).toBe(303);
    expect(await countOf(303)).toBe(before + 1);
    expect(info.mock.calls).toMatchObject([[{ status: 303 }, "request"]]);
    expect(ran.at(-1)).toBe("perform" in failing ? "observed 400" : "observed 201");
  },
);

it.each(steps)("a refusal in the step %s ends the request and is reported once", async (step) => {
  const info = vi.spyOn(log, "info");
  const before = await countOf(403);
  const { ran, strategy } = strategyOf({ [step]: new AppError("forbidden", "No.") });
  const response = await send(strategy);
  expect([response.status, await response.json()]).toEqual([403, { message: "No." }]);
  expect(response.headers.get("x-sender")).toBe(step === "identify" ? "unknown" : "ada");
  expect(ran).toEqual([...steps.slice(0, steps.indexOf(step) + 1), "observed 403"]);
  expect(await countOf(403)).toBe(before + 1);
  expect(info).toHaveBeenCalledOnce();
});

it("an unexpected error becomes a bare 500, and its cause is logged", async () => {
  const cause = new Error("the database is away");
  const error = vi.spyOn(log, "error");
  const { ran, strategy } = strategyOf({ parse: cause });
  expect(await (await send(strategy)).json()).toEqual({ message: "Internal Server Error" });
  expect(ran.at(-1)).toBe("observed 500");
  expect(error.mock.calls).toMatchObject([[{ err: cause }, expect.any(String)]]);
});

it("an outage becomes a 503, and its cause is logged, because it may come from a connection outside of the pool", async () => {
  delete processWide<{ last?: unknown }>("outage", () => ({})).last;
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const error = vi.spyOn(log, "error").mockReturnValue();
  const response = await send(strategyOf({ perform: cause }).strategy);
  expect([response.status, await response.json()]).toEqual([503, { message: "Service Unavailable" }]);
  expect(error.mock.calls).toEqual([[{ err: cause }, "The database is unreachable."]]);
});

it("a request whose answer cannot be presented is reported as a 500", async () => {
  const before = await countOf(500);
  const { ran, strategy } = strategyOf({ present: new Error("no page") });
  await expect(send(strategy)).rejects.toThrow("no page");
  expect([ran.at(-1), await countOf(500)]).toEqual(["observed 500", before + 1]);
});

it("drops fields that the contract does not name, and answers 500 where the answer breaks the contract", async () => {
  const extra = strategyOf({}, { message: "Created", secret: "x" });
  expect(await (await send(extra.strategy)).json()).toEqual({ message: "Created" });
  const wrong = strategyOf({}, { message: 7 });
  expect((await send(wrong.strategy)).status).toBe(500);
});

it("a page has no contract and is answered as the use-case made it", async () => {
  const { strategy } = strategyOf();
  const page = { status: 404, body: "<p>Not here</p>", headers: { "content-type": "text/html" } };
  const response = await send({ ...strategy, parse: async () => ({ showPage: async () => page }) });
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    404,
    "text/html",
    "<p>Not here</p>",
  ]);
});
