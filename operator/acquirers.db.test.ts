import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { db } from "@/lib/db/client";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { acquirers as registry } from "@/lib/gateway/registry";
import { doneRun, operatorCommands, refusedRun } from "@/tests/support/in-process/operator-command";
import { acquirers } from "./acquirers";

const { acquirer } = firstEmulator;

const { tw, twWithInput } = operatorCommands(acquirers);
const password = "correct-horse-battery";
const gatewayKey = "a-key-of-the-gateway";

/** A gateway with one right password. Its answers to queries can be replaced. */
let answerQuery: ((request: IncomingMessage) => { status: number; body: string }) | null = null;
let isHealthy = true;
const requests: string[] = [];
let server: Server;
let gateway: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    const alive = { status: isHealthy ? 200 : 500, body: "" };
    const isKnown = Object.values(request.headers).includes(password);
    const searched = { status: 200, body: isKnown ? "[]" : '{"Approved":false,"IsoResponseCode":"89"}' };
    const answer = request.url === "/api/alive" ? alive : (answerQuery?.(request) ?? searched);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
});
beforeEach(() => {
  requests.length = 0;
});
afterEach(async () => {
  answerQuery = null;
  isHealthy = true;
  await breakerOf(gateway, async () => true).close();
  await db().terminal.deleteMany();
  await db().authenticationPolicy.deleteMany();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const options = (currency = "ttd") => [
  acquirer,
  ...["--platform", "tt", "--currency", currency, "--merchant-id", "99901005", "--gateway", gateway],
];
const add = (input: string, ...more: string[]) => twWithInput(input, "acquirers", "add", ...options(), ...more);
const terminalId = async () => (await db().terminal.findFirstOrThrow({ orderBy: { createdAt: "desc" } })).id;

describe("tw acquirers add", () => {
  it("reads the password from the first line of standard input, and prints the terminal without it", async () => {
    const run = await add(`${password}\n`);
    const id = await terminalId();
    expect(run.output.split("\n")).toEqual([
      `Terminal ${id} added: ${acquirer}, TT, TTD, merchant id 99901005, at ${gateway}`,
      expect.stringMatching(/^TT TTD 99901005: reachable, credentials accepted, \d+ ms$/),
      "",
    ]);
    expect([run.exitCode, requests]).toEqual([0, ["GET /api/alive", "GET /api/Transactions/Search"]]);
  });

  it("tries the credentials first, and stores nothing if the gateway refuses them", async () => {
    const what = `${gateway} refuses the merchant id 99901005 with these secrets`;
    const words = `${what}: check both, and that they belong to this gateway. Nothing was stored.`;
    expect(await add("wrong password")).toEqual(refusedRun(words));
    expect(await db().terminal.count()).toBe(0);
  });

  it("stores a terminal of a gateway that cannot be reached, and says how to correct it", async () => {
    isHealthy = false;
    const { exitCode, output } = await add(password);
    expect(output).toContain("TT TTD 99901005: not reachable");
    expect(output).toContain(`«npm run acquirers -- disable ${await terminalId()} --even-last», then add it again.`);
    expect(exitCode).toBe(1);
  });

  it("reads the gateway key from the second line if it is asked to", async () => {
    const run = await add(`${password}\r\n${gatewayKey}\r\n`, "--with", "gateway-key");
    expect(run.exitCode, run.output).toBe(0);
    let sent: IncomingMessage["headers"] = {};
    answerQuery = ({ headers }) => {
      sent = headers;
      return { status: 200, body: "[]" };
    };
    await tw("acquirers", "test");
    expect(Object.values(sent)).toEqual(expect.arrayContaining(["99901005", password, gatewayKey]));
  });

  it("refuses a missing password or gateway key, and a second active terminal", async () => {
    const rule = "must have 1 to 255 printable ASCII characters, and no space at its ends.";
    expect(await add("")).toEqual(refusedRun(`The password ${rule}`));
    expect(await add(`${password}\n`, "--with", "gateway-key")).toEqual(refusedRun(`The gateway key ${rule}`));
    expect((await add(password)).exitCode).toBe(0);
    const exists = `The merchant account has a terminal for TTD in TT already: ${await terminalId()}. Disable it first.`;
    expect(await add(password)).toEqual(refusedRun(exists));
  });

  it("refuses an acquirer and a secret that do not exist, and stores nothing", async () => {
    const words = ["acquirers", "add", "stripe", ...options().slice(1)];
    expect(await twWithInput(password, ...words)).toEqual(
      refusedRun(`The acquirer must be ${Object.keys(registry).join(" or ")}.`),
    );
    expect(await add(password, "--with", "pin")).toEqual(refusedRun(`--with must be gateway-key for ${acquirer}.`));
    expect(await db().terminal.count()).toBe(0);
  });

  it("takes no password as an argument", async () => {
    const { exitCode, output } = await add(password, "--password", password);
    expect(exitCode).toBe(1);
    expect(output).not.toContain(password);
  });
});

describe("tw acquirers list, disable and policy", () => {
  it("lists terminals and policies without a secret", async () => {
    await add(`${password}\n${gatewayKey}`, "--with", "gateway-key");
    const id = await terminalId();
    const policy = (...options: string[]) => tw("acquirers", "policy", "tt", ...options);
    const done = doneRun("Done: policy TT.");
    expect(await policy("--unavailable", "allow", "--unsupported", "refuse")).toEqual(done);
    expect(await policy("--unconfirmed", "refuse")).toEqual(done);
    const { output } = await tw("acquirers", "list");
    expect(output.split("\n")).toEqual([
      expect.stringMatching(
        `^${id} TT TTD, ${acquirer}, merchant id 99901005, ${gateway}, active, place 1, moves no money, added \\d{4}-\\d\\d-\\d\\d$`,
      ),
      "Policy BB: unavailable refuse, unsupported allow, unconfirmed not chosen",
      "Policy GD: unavailable refuse, unsupported allow, unconfirmed not chosen",
      "Policy GY: unavailable refuse, unsupported allow, unconfirmed not chosen",
      "Policy JM: unavailable refuse, unsupported allow, unconfirmed not chosen",
      "Policy TT: unavailable allow, unsupported refuse, unconfirmed refuse",
      "",
    ]);

    expect(await tw("acquirers", "disable", id)).toEqual({ exitCode: 1, output: expect.stringMatching(/--even-last/) });
    expect(await tw("acquirers", "disable", id, "--even-last")).toEqual(doneRun(`Done: disable ${id}.`));
    const json = await tw("acquirers", "list", "--json");
    expect(JSON.parse(json.output)).toMatchObject({
      terminals: [{ id, platform: "TT", currency: "TTD", merchant_id: "99901005", gateway, state: "disabled" }],
      policies: expect.arrayContaining([
        { platform: "TT", unavailable: "allow", unsupported: "refuse", unconfirmed: "refuse" },
      ]),
    });
    for (const secret of [password, gatewayKey, "sealed"]) expect(output + json.output).not.toContain(secret);
  });

  it("orders terminals, and prints the order", async () => {
    await add(password);
    const first = await terminalId();
    await add(password, "--merchant-id", "99901006");
    const second = await terminalId();
    const lines = [
      `1. ${second} ${acquirer}, merchant id 99901006, ${gateway}`,
      `2. ${first} ${acquirer}, merchant id 99901005, ${gateway}`,
    ];
    expect(await tw("acquirers", "order", "--terminal", second, "--terminal", first)).toEqual(
      doneRun(lines.join("\n")),
    );
    expect(await tw("acquirers", "order", "--terminal", second)).toEqual(
      refusedRun(`The order must also name ${first}, or disable it first.`),
    );
  });

  it("refuses an unknown terminal, an empty policy and another word than allow or refuse", async () => {
    expect(await tw("acquirers", "disable", "nothing")).toEqual(refusedRun("Unknown terminal: nothing."));
    const empty = await tw("acquirers", "policy", "TT");
    expect(empty).toEqual({ exitCode: 1, output: expect.stringMatching(/Name at least one of --unavailable/) });
    expect(await tw("acquirers", "policy", "TT", "--unavailable", "yes", "--unsupported", "allow")).toEqual(
      refusedRun("--unavailable must be one of allow, refuse."),
    );
  });
});

describe("tw acquirers test", () => {
  const line = (words: string) => new RegExp(`^TT TTD 99901005: ${words}, \\d+ ms\\n`);

  it("accepts right credentials, and says that this does not prove payments", async () => {
    await add(password);
    requests.length = 0;
    const { exitCode, output } = await tw("acquirers", "test");
    expect(output).toMatch(line("reachable, credentials accepted"));
    expect(output).toContain("This does not prove that payments work");
    expect([exitCode, requests]).toEqual([0, ["GET /api/alive", "GET /api/Transactions/Search"]]);
  });

  it("fails if the gateway refuses the credentials of one terminal, and tests the others", async () => {
    isHealthy = false;
    await add("wrong password");
    isHealthy = true;
    await twWithInput(password, "acquirers", "add", ...options("USD"));
    const { exitCode, output } = await tw("acquirers", "test");
    expect(output).toMatch(line("reachable, credentials refused"));
    expect(output).toMatch(/\nTT USD 99901005: reachable, credentials accepted, \d+ ms\n1 of 2 terminals failed\.\n$/);
    expect(exitCode).toBe(1);
    expect((await tw("acquirers", "test", "--currency", "USD")).exitCode).toBe(0);
  });

  it("sends no credentials to a gateway whose health check fails", async () => {
    await add(password);
    requests.length = 0;
    isHealthy = false;
    const { exitCode, output } = await tw("acquirers", "test");
    expect(output).toMatch(line("not reachable"));
    expect([exitCode, requests]).toEqual([1, ["GET /api/alive"]]);
  });

  it.each([
    { status: 500, body: "" },
    { status: 404, body: "" },
    { status: 200, body: "<html></html>" },
    { status: 200, body: '{"IsoResponseCode":"97"}' },
  ])("does not count $status $body as accepted credentials", async (answer) => {
    await add(password);
    answerQuery = () => answer;
    const { exitCode, output } = await tw("acquirers", "test");
    expect(output).toMatch(line("reachable, but the query got no clear answer \\(LOG_LEVEL=warn shows more\\)"));
    expect(exitCode).toBe(1);
  });

  it("fails if no active terminal matches", async () => {
    await add(password);
    requests.length = 0;
    const none = refusedRun("No active terminal matches.");
    expect(await tw("acquirers", "test", "--platform", "JM")).toEqual(none);
    await tw("acquirers", "disable", await terminalId(), "--even-last");
    expect(await tw("acquirers", "test")).toEqual(none);
    expect(requests).toEqual([]);
  });
});
