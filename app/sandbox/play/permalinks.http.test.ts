import { describe, expect, inject, it, vi } from "vitest";
import { requestPaymentEndpoint } from "@/lib/checkout/contract";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { db } from "@/lib/db/client";
import { permalinkParameters } from "@/lib/demo/permalink";
import { addressOf, bucketOf } from "@/lib/http/limits/rate-limit";
import { now } from "@/lib/kit/clock";
import { sandbox } from "@/lib/reference/sandbox";
import { type Simulation, simulationDefault } from "@/lib/reference/simulation";
import { formIn } from "@/tests/support/http/checkout-html";
import { call, freshAddress } from "@/tests/support/http/client";
import { act, asBrowser, moveClock } from "@/tests/support/http/payments";
import { drawCases } from "@/tests/support/in-process/seed";
import { type PermalinkCase, permalinkCases } from "@/tests/support/permalinks";

/** Permalinks of the sandbox, followed by a browser without scripts: a link, and the form that it leads to. */
const { roomy, strict, production } = inject("product");

const follow = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  call(roomy, method, path, { headers: { ...asBrowser, ...headers }, as: freshAddress() });

type Page = { token: string; html: string; simulation: Simulation };

async function open(link: string): Promise<Page> {
  const { status, headers } = await follow(link);
  expect([status, headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/checkout\/[\w-]+\?card=\w+(&lang=\w\w)?$/),
  ]);
  const { text: html } = await follow(headers.location ?? "");
  const data = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? "{}";
  const token = /\/checkout\/([^?]+)/.exec(headers.location ?? "")?.[1] ?? "";
  return { token, html, simulation: JSON.parse(data).simulation };
}

async function readState(token: string): Promise<SessionView> {
  return (await act(token, "state")).body;
}

const waiting = { timeout: 20_000, interval: 100 };

async function reach({ link, waitMs, expected, simulation }: PermalinkCase): Promise<void> {
  const page = await open(link);
  expect(page.simulation).toEqual({ ...simulationDefault, ...simulation });
  if ((await readState(page.token)).state === "hosted") {
    const paying = act(page.token, "pay", { form: formIn(page.html), headers: asBrowser });
    if (waitMs > 0) {
      await vi.waitFor(async () => expect((await readState(page.token)).state).toBe("authorising"), waiting);
      await moveClock(page.token, { advance_ms: waitMs });
    }
    const { status, headers } = await paying;
    expect([status, headers.location]).toEqual([303, expect.not.stringContaining("fix=")]);
  }
  await vi.waitFor(async () => expect(await readState(page.token)).toMatchObject(expected), waiting);
}

it.concurrent.each(drawCases(permalinkCases, 5).map((each) => [each.link, each] as const))(
  "%s reaches its state when only Pay is pressed",
  (_link, each) => reach(each),
);

it("the cases of a deep run use every name that a permalink accepts", () => {
  const used = permalinkCases.flatMap(({ link }) => [...new URLSearchParams(link.split("?")[1])]);
  const tried = new Set(used.flatMap(([parameter, names]) => names.split(",").map((name) => `${parameter}=${name}`)));
  const accepted = Object.entries(permalinkParameters).flatMap(([parameter, { names }]) =>
    Object.keys(names).map((name) => `${parameter}=${name}`),
  );
  expect([...tried].sort()).toEqual(accepted.sort());
});

describe("a permalink", () => {
  /** Other tests order at the demo shop meanwhile, but without AVS. */
  const countOrders = () =>
    db().checkoutSession.count({ where: { accountNumber: sandbox.shop.accountNumber, avs: true } });

  it("shows the page in its language, and sets its clock", async () => {
    const { html, token } = await open("/sandbox/play?lang=pt&clock=last_20_s,stop&method=3co_simple");
    expect(html).toContain('<html lang="pt">');
    const view = await readState(token);
    expect(view.remaining_ms).toBeLessThanOrEqual(20_000);
    expect(view).toMatchObject({ is_clock_stopped: true, method: "3co_simple" });
  });

  it("is not cached, and not indexed", async () => {
    const { headers } = await follow("/sandbox/play?behaviour=visa");
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
  });

  it("with wrong names answers 400 with a page that names the mistakes and lists the right names", async () => {
    const { status, headers, text } = await follow(
      `/sandbox/play?behaviour=${encodeURIComponent("<b>,visa")}&behavior=visa&clock=plus_10_s,past_end&lang=en,es&method=card`,
    );
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      400,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect([...text.matchAll(/<p>(.*?)<\/p>/g)].map(([, sentence]) => sentence).slice(0, 5)).toEqual([
      "“behavior” is not a parameter of a permalink.",
      "“card” is not a name of “method”.",
      "“&lt;b&gt;” is not a name of “behaviour”.",
      "Two names of “clock” exclude each other.",
      "“lang” takes one name.",
    ]);
    for (const { names } of Object.values(permalinkParameters)) {
      for (const name of Object.keys(names)) expect(text).toContain(`<code>${name}</code>`);
    }
  });

  it("without names answers with the list of names", async () => {
    const { status, text } = await follow("/sandbox/play");
    expect([status, text]).toEqual([200, expect.stringContaining("<h1>Permalinks of the sandbox</h1>")]);
  });

  it("opens no session for a HEAD request, a prefetch, an image, a script, a wrong name or a missing one", async () => {
    const own = "/sandbox/play?avs=match";
    const before = await countOrders();
    expect((await follow(own, {}, "HEAD")).status).toBe(200);
    expect((await follow(own, { "sec-purpose": "prefetch;prerender" })).status).toBe(503);
    for (const destination of ["image", "script", "empty"]) {
      expect((await follow(own, { "sec-fetch-dest": destination })).status).toBe(503);
    }
    expect((await follow("/sandbox/play?behaviour=none", {}, "HEAD")).status).toBe(400);
    expect((await follow("/sandbox/play")).status).toBe(200);
    expect(await countOrders()).toBe(before);
  });

  it("opens a session in a window and in a frame", async () => {
    for (const destination of ["document", "iframe"]) {
      expect((await follow("/sandbox/play?behaviour=visa", { "sec-fetch-dest": destination })).status).toBe(303);
    }
  });

  it("can be followed 20 times a minute by each client", async () => {
    const ask = () =>
      call(strict[0], "HEAD", "/sandbox/play?behaviour=visa", { headers: asBrowser, from: "127.0.45.1" });
    const statuses = [];
    for (let turn = 1; turn <= 21; turn++) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  it("answers 429 if the demo shop may request no more payments in this minute", async () => {
    const { limit } = requestPaymentEndpoint;
    const demoShop = `account ${sandbox.shop.accountNumber} ${addressOf("127.0.0.1")}`;
    const { name: bucket, resetsAt } = bucketOf(requestPaymentEndpoint, demoShop, limit, now());
    // Only the processes with the limits of production refuse so few.
    const full = { hits: limit.requests, resetsAt };
    await db().rateWindow.upsert({ where: { bucket }, create: { bucket, ...full }, update: full });
    const { status, headers } = await call(strict[0], "GET", "/sandbox/play?behaviour=visa", {
      headers: asBrowser,
      from: "127.0.45.2",
    });
    expect([status, Number(headers["retry-after"])]).toEqual([429, expect.toSatisfy((wait) => wait > 0 && wait <= 60)]);
  });

  it("does not exist where the public sandbox accounts do not", async () => {
    for (const path of ["/sandbox/play", "/sandbox/play?behaviour=visa"]) {
      expect((await call(production, "GET", path, { headers: asBrowser })).status).toBe(404);
    }
  });

  it("fills in no card on a page with an unknown card name", async () => {
    const { token } = await open("/sandbox/play?behaviour=visa");
    const { text } = await follow(`/checkout/${token}?card=__proto__`);
    expect(formIn(text)).not.toHaveProperty("card_number");
  });
});
