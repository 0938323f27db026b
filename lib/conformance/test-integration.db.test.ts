import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveAddresses } from "@/lib/accounts/allowed-addresses";
import { poolUse } from "@/lib/db/connection";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { enforceRateLimits } from "@/lib/http/limits/rate-limit";
import type { Owner } from "@/lib/http/route/caller";
import { hour } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { createWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { callerOf } from "@/tests/support/http/withdrawals";
import { openShop } from "@/tests/support/in-process/checkout";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { startWrongShop } from "@/tests/support/shops/wrong-shop";
import { kitRuns } from "./contract";
import { registeredHosts } from "./registered-hosts";
import { testIntegration } from "./test-integration";
import { downloadReport, viewIntegrationTest } from "./view-integration-test";

const limits = { runMs: 20_000, pageMs: 5_000, webhookMs: 5_000, settleMs: 50 };
const clock = movingClock();
let owner: Owner;
let shop: Awaited<ReturnType<typeof startWrongShop>>;
let webhookId: string;

beforeAll(async () => {
  const { accountNumber } = await openShop();
  owner = { accountNumber, environment: "sandbox" };
  const caller = callerOf(accountNumber);
  // The endpoint needs the shop's address, so the shop learns the endpoint's secret afterwards.
  const secrets = await merchantSecrets(accountNumber, "sandbox");
  const options = { secrets, webhookSecret: "" };
  shop = await startWrongShop([], options);
  const { data } = await createWebhook(caller, "sandbox", { url: `${shop.origin}/hook`, events: ["*"] });
  options.webhookSecret = data.secret;
  webhookId = data.id;
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
    expect(data.headline).toMatch(/^Your integration is right\. Of 36 cases: 0 wrong, 36 right\.$/);
    const view = await viewIntegrationTest(owner);
    expect(view).toMatchObject({ report: data, values: form(), hosts: [new URL(shop.origin).host] });
    const file = await downloadReport(owner, "json");
    expect(await file.json()).toMatchObject({ environment: "sandbox", summary: { failed: 0, passed: 36 } });
    const page = await (await downloadReport(owner, "html")).text();
    const { hashKey, signingSecret } = await merchantSecrets(owner.accountNumber, "sandbox");
    for (const secret of [hashKey, signingSecret]) expect(page).not.toContain(secret);
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
    const redirecting = createServer((_request, response) => {
      connections.push(poolUse().used);
      const { port } = elsewhere.address() as AddressInfo;
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    });
    for (const server of [elsewhere, redirecting]) {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    }
    const host = `127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    const { accountNumber } = await openShop();
    await saveAddresses(callerOf(accountNumber), { response_hosts: [host] });
    const other: Owner = { accountNumber, environment: "sandbox" };
    const { data } = await testIntegration(other, { return_url: `http://${host}/return` }, limits);
    expect(data.headline).toContain("it did not see everything");
    expect(visits).toBe(0);
    expect(new Set(connections)).toEqual(new Set([0]));
    elsewhere.close();
    redirecting.close();
  });

  it("runs five times an hour at most", async () => {
    const subject = `account ${owner.accountNumber}`;
    const count = () => enforceRateLimits(kitRuns, [{ subject, limit: kitRuns.limit }]);
    clock.pass(2 * hour);
    for (let runs = 0; runs < 5 * env().RATE_LIMIT_FACTOR; runs++) await count();
    await expect(run()).rejects.toMatchObject({ status: 429 });
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
