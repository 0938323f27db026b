import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveAddresses } from "@/lib/accounts/allowed-addresses";
import { poolUse } from "@/lib/db/connection";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { enforceRateLimits } from "@/lib/http/limits/rate-limit";
import type { Owner } from "@/lib/http/message/caller";
import { hour } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { createWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { callerOf } from "@/tests/support/http/withdrawals";
import { openShop } from "@/tests/support/in-process/checkout";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { startWrongShop } from "@/tests/support/shops/wrong-shop";
import { hostProofs, hostRuns, kitProofs, kitRuns } from "./contract";
import { registeredHosts } from "./registered-hosts";
import { testIntegration } from "./test-integration";
import { downloadReport, viewIntegrationTest } from "./view-integration-test";

const limits = { runMs: 20_000, pageMs: 5_000, webhookMs: 5_000, settleMs: 50 };
const clock = movingClock();
let owner: Owner;
let shop: Awaited<ReturnType<typeof startWrongShop>>;
let webhookId: string;
let tests = 0;
/** The endpoint needs the shop's address, so the shop learns the endpoint's secret and the token afterwards. */
const options: NonNullable<Parameters<typeof startWrongShop>[1]> = {};
const tokenOf = async (of: Owner) => (await viewIntegrationTest(of)).proof?.token ?? "";

beforeAll(async () => {
  const { accountNumber } = await openShop();
  owner = { accountNumber, environment: "sandbox" };
  const caller = callerOf(accountNumber);
  options.secrets = await merchantSecrets(accountNumber, "sandbox");
  shop = await startWrongShop([], options);
  const { data } = await createWebhook(caller, "sandbox", { url: `${shop.origin}/hook`, events: ["*"] });
  options.webhookSecret = data.secret;
  webhookId = data.id;
});
beforeEach(async () => {
  options.proof = { file: `${await tokenOf(owner)}\n` };
  shop.requests.length = 0;
  // The clock starts again with each test, and the windows of the rate limits do not.
  clock.pass(++tests * 10 * hour);
});
afterAll(() => shop.close());

const form = () => ({
  return_url: `${shop.origin}/return`,
  order_status_url: `${shop.origin}/orders/{order_id}`,
  start_url: `${shop.origin}/start`,
  webhook_id: webhookId,
  paid_words: "settled,fully paid",
  unpaid_words: "",
});
const run = (change: object = {}, as: Owner = owner) => testIntegration(as, { ...form(), ...change }, limits);

describe("a test in the dashboard", () => {
  it("plays every case against the account's own shop, and keeps the report", async () => {
    const { data } = await run();
    expect(data.headline).toMatch(/^Your integration is right\. Of 41 cases: 0 wrong, 41 right\.$/);
    const view = await viewIntegrationTest(owner);
    expect(view).toMatchObject({ report: data, values: form(), hosts: [new URL(shop.origin).host] });
    const file = await downloadReport(owner, "json");
    expect(await file.json()).toMatchObject({ environment: "sandbox", summary: { failed: 0, passed: 41 } });
    const page = await (await downloadReport(owner, "html")).text();
    const { hashKey, signingSecret } = await merchantSecrets(owner.accountNumber, "sandbox");
    for (const secret of [hashKey, signingSecret]) expect(page).not.toContain(secret);
    expect(shop.requests.length).toBeLessThanOrEqual(120);
    for (const { agent } of shop.requests) expect(agent).toContain(`account ${owner.accountNumber}`);
  });

  it("is refused in live", async () => {
    await expect(run({}, { ...owner, environment: "live" })).rejects.toThrow("The kit tests the sandbox only.");
  });

  it.each([
    ["return_url", "https://elsewhere.example/return", "must be on a host that you have registered"],
    ["order_status_url", "https://elsewhere.example/{order_id}", "must be on a host that you have registered"],
    ["order_status_url", "https://elsewhere.example/", "must contain {order_id}."],
    ["order_status_url", "https://{order_id}.example/", "must have {order_id} in its path or query only."],
    ["order_status_url", "http://127.0.0.{order_id}/{order_id}", "must have {order_id} in its path or query only."],
    ["start_url", "http://10.0.0.1/start", "must be an https address on the internet"],
    ["start_url", "http://user:pass@127.0.0.1/start", "must be an https address on the internet"],
    ["webhook_id", "01JCQ5Z3V8Y7N6M4K2H0G9F8E7", "The selected webhook id is invalid."],
  ])("is refused if %s is %s", async (field, value, problem) => {
    await expect(run({ [field]: value })).rejects.toThrow(problem);
  });

  it("follows no redirect to a host that is not registered, and holds no database connection meanwhile", async () => {
    let visits = 0;
    const connections: number[] = [];
    const elsewhere = createServer((_request, response) => {
      visits += 1;
      response.end("Your order is paid.");
    });
    let token = "";
    const redirecting = createServer((request, response) => {
      connections.push(poolUse().used);
      if (request.url?.startsWith("/.well-known/")) return response.end(token);
      const { port } = elsewhere.address() as AddressInfo;
      return response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    });
    for (const server of [elsewhere, redirecting]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    }
    const host = `127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    const { accountNumber } = await openShop();
    await saveAddresses(callerOf(accountNumber), { response_hosts: [host] });
    const other: Owner = { accountNumber, environment: "sandbox" };
    token = await tokenOf(other);
    const { data } = await testIntegration(other, { return_url: `http://${host}/return` }, limits);
    expect(data.headline).toContain("it did not see everything");
    expect(visits).toBe(0);
    expect(new Set(connections)).toEqual(new Set([0]));
    elsewhere.close();
    redirecting.close();
  });

  type Limited = Parameters<typeof enforceRateLimits>[0];
  it.each<[string, Limited, () => string, string]>([
    [
      "five times an hour for an account",
      kitRuns,
      () => `account ${owner.accountNumber}`,
      "An account can run tests 5 times an hour. Try again in 60 minutes.",
    ],
    [
      "ten times an hour against a host, for all accounts together",
      hostRuns,
      () => "host 127.0.0.1",
      "All accounts together can run tests of 127.0.0.1 10 times an hour. Try again in 60 minutes.",
    ],
  ])("runs at most %s", async (_what, limited, subjectOf, message) => {
    const allowance = { subject: subjectOf(), limit: limited.limit };
    for (let runs = 0; runs < limited.limit.requests * env().RATE_LIMIT_FACTOR; runs++) {
      await enforceRateLimits(limited, [allowance]);
    }
    await expect(run()).rejects.toMatchObject({ status: 429, message });
    expect(shop.requests).toHaveLength(1);
  });
});

describe("the proof of a host", () => {
  const proofPath = "/.well-known/tradewind-conformance.txt";
  const refusal = () => new RegExp(`^We do not test ${new URL(shop.origin).host} yet`);

  it("is one request, and without it nothing else is sent", async () => {
    options.proof = {};
    await expect(run()).rejects.toThrow(refusal());
    await expect(run()).rejects.toMatchObject({ status: 400, message: expect.stringContaining("answered 404") });
    expect(shop.requests.map(({ path }) => path)).toEqual([proofPath, proofPath]);
    for (const { agent } of shop.requests) expect(agent).toContain(`account ${owner.accountNumber}`);
  });

  it("is a file with the account's token on a line of its own, or a header with the token", async () => {
    const token = await tokenOf(owner);
    for (const proof of [{ file: `another\r\n ${token}\r\n` }, { header: token }]) {
      options.proof = proof;
      await expect(run()).resolves.toMatchObject({ message: "OK" });
    }
  });

  it("is not the token of another account, a part of a line, or an empty answer", async () => {
    const { accountNumber } = await openShop();
    const other = await tokenOf({ accountNumber, environment: "sandbox" });
    expect(other).not.toBe(await tokenOf(owner));
    for (const file of [other, `x${await tokenOf(owner)}`, (await tokenOf(owner)).slice(0, -4), " "]) {
      options.proof = { file };
      await expect(run()).rejects.toThrow(refusal());
    }
  });

  it("is not a redirect to another host that has the file", async () => {
    const { host } = new URL(shop.origin);
    const redirecting = createServer((request, response) =>
      response.writeHead(302, { location: `${shop.origin}${request.url}` }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
    const other = `127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    await saveAddresses(callerOf(owner.accountNumber), { response_hosts: [host, other] });
    await expect(run({ start_url: `http://${other}/start` })).rejects.toThrow(
      `We do not test ${other} yet, because it does not show that it is yours. http://${other}${proofPath} answered 302. ` +
        "The kit follows no redirect there.",
    );
    redirecting.close();
    expect(shop.requests.map(({ path }) => path)).toEqual([proofPath]);
    await saveAddresses(callerOf(owner.accountNumber), { response_hosts: [] });
  });

  it("is asked for at most 20 times an hour by an account, and 60 times an hour by all accounts", async () => {
    options.proof = {};
    for (const [limited, subject] of [
      [kitProofs, `account ${owner.accountNumber}`],
      [hostProofs, "host 127.0.0.1"],
    ] as const) {
      clock.pass(2 * hour);
      for (let asked = 0; asked < limited.limit.requests * env().RATE_LIMIT_FACTOR; asked++) {
        await enforceRateLimits(limited, [{ subject, limit: limited.limit }]);
      }
      const message = expect.stringContaining(`look for the proof`);
      await expect(run()).rejects.toMatchObject({ status: 429, message });
    }
    expect(shop.requests).toEqual([]);
  });

  it("is not needed for the demo shop, which is ours", async () => {
    const demo = await viewIntegrationTest({ accountNumber: sandbox.shop.accountNumber, environment: "sandbox" });
    expect(demo.proof).toBeNull();
  });
});

describe("registered hosts", () => {
  it("never contain our own host, except the demo shop for its own account", async () => {
    const own = new URL(env().PUBLIC_URL);
    const { accountNumber } = await openShop();
    await saveAddresses(callerOf(accountNumber), { response_hosts: [own.host, "shop.example"] });
    const merchant = await registeredHosts({ accountNumber, environment: "sandbox" });
    expect(merchant.hosts).toEqual(["shop.example"]);
    expect(merchant.mayVisit(new URL("https://shop.example/return"))).toBe(true);
    expect(merchant.mayVisit(new URL("/demo/return", own))).toBe(false);
    const dotted = new URL(own);
    dotted.hostname += ".";
    await saveAddresses(callerOf(accountNumber), { response_hosts: [dotted.host, "shop.example."] });
    const again = await registeredHosts({ accountNumber, environment: "sandbox" });
    expect(again.hosts).toEqual(["shop.example"]);
    expect(again.mayVisit(dotted)).toBe(false);
    expect(again.mayVisit(new URL("https://shop.example/return"))).toBe(true);
    const demo = await registeredHosts({ accountNumber: sandbox.shop.accountNumber, environment: "sandbox" });
    const visited = ["/demo/return", "/demo/orders/1", "/metrics", "/demo/../metrics", "/dashboard/test"];
    expect(visited.map((path) => demo.mayVisit(new URL(path, own)))).toEqual([true, true, false, false, false]);
  });
});
