import { afterAll, describe, expect, inject, it } from "vitest";
import { findDocsPage } from "@/lib/docs/pages";
import {
  type Mistake,
  mistakes,
  shopSecrets,
  shopWebhookSecret,
  startWrongShop,
} from "@/tests/support/shops/wrong-shop";
import type { KitTarget, KitTools } from "./kit-target";
import { readTestOrder } from "./place-order";
import { plainFetch } from "./plain-fetch";
import { reportHeadline, reportPage } from "./report-page";
import { kitCases, runKit } from "./run-kit";
import { usualWords } from "./verdict";

type Shop = Awaited<ReturnType<typeof startWrongShop>>;
const shops: Shop[] = [];
afterAll(() => {
  for (const shop of shops) shop.close();
});

async function openShop(...args: Parameters<typeof startWrongShop>): Promise<Shop> {
  const shop = await startWrongShop(...args);
  shops.push(shop);
  return shop;
}

const targetOf = ({ origin }: Shop): KitTarget => ({
  returnUrl: `${origin}/return`,
  orderStatusUrl: `${origin}/orders/{order_id}`,
  webhookUrl: `${origin}/hook`,
  start: { url: `${origin}/start`, body: null },
  orders: [],
  accountNumber: "1234567890",
  secrets: shopSecrets,
  webhookSecret: shopWebhookSecret,
  words: usualWords,
});

const limits = { runMs: 60_000, pageMs: 5_000, webhookMs: 5_000, settleMs: 100 };

const toolsFor = (shop: Shop, change: Partial<KitTools["limits"]> = {}): KitTools => ({
  fetchOnce: plainFetch,
  mayVisit: ({ origin }) => origin === shop.origin,
  readCheckout: async (token) => shop.checkoutOf(token),
  docsOrigin: "https://pay.test",
  limits: { ...limits, ...change },
});

const only = (...ids: string[]) => kitCases.filter(({ id }) => ids.includes(id));
const notPassed = ({ cases }: Awaited<ReturnType<typeof runKit>>) =>
  cases.filter(({ outcome }) => outcome !== "passed");

describe.concurrent("the kit", () => {
  it.each(["form", "redirect"] as const)(
    "reports no mistake of a correct shop whose payment request is sent by %s, and names the account in each User-Agent",
    async (way) => {
      const shop = await openShop([], { way });
      const report = await runKit(targetOf(shop), toolsFor(shop));
      expect(notPassed(report)).toEqual([]);
      expect(report.summary).toEqual({ failed: 0, advice: 0, not_seen: 0, passed: kitCases.length });
      expect(shop.requests.length).toBeLessThanOrEqual(100);
      for (const { path, agent } of shop.requests) expect(agent, path).toContain("account 1234567890");
    },
  );

  it("tests a correct shop completely with 120 requests if each of its pages redirects once", async () => {
    const shop = await openShop([], { redirects: 1 });
    const target = { ...targetOf(shop), orderStatusUrl: `${shop.origin}/hop-1/orders/{order_id}` };
    expect(notPassed(await runKit(target, toolsFor(shop)))).toEqual([]);
    expect(shop.requests.length).toBeLessThanOrEqual(120);
  });

  it("sends at most 120 requests, redirects counted, and says which cases it did not try", async () => {
    const shop = await openShop([], { redirects: 5 });
    const report = await runKit(targetOf(shop), toolsFor(shop));
    expect(shop.requests.length).toBe(120);
    const untried = notPassed(report);
    expect(untried.length).toBeGreaterThan(0);
    const sentence = "Not tried: the run had reached its limit of 120 requests.";
    for (const { outcome, wrong } of untried) expect([outcome, ...wrong]).toEqual(["not_seen", sentence]);
    expect(reportHeadline(report)).toContain(
      `${untried.length} cases were not tried, because a run sends at most 120 requests.`,
    );
  });

  it("finds a mistake of a shop that gives an order up after the first forged result", async () => {
    const shop = await openShop(["does not compare the currency"], { closesAfterForgery: true });
    // With the webhooks, the run reaches its limit of requests, and which case is not tried then depends on the load.
    const ofRedirects = kitCases.filter(({ channel }) => channel === "redirect");
    const { cases, not_tried } = await runKit(targetOf(shop), toolsFor(shop), ofRedirects);
    expect(not_tried).toBe(0);
    expect(cases.filter(({ outcome }) => outcome === "failed").map(({ id }) => id)).toEqual(["changed-currency"]);
  });

  it.each(Object.entries(mistakes) as [Mistake, string][])(
    "finds a shop that %s, by the case %s",
    async (mistake, id) => {
      const shop = await openShop([mistake], { lateMs: 600 });
      const tools = toolsFor(shop, { webhookMs: 300 });
      const { cases } = await runKit(targetOf(shop), tools, inject("isDeep") ? kitCases : only(id));
      const found = cases.find((one) => one.id === id);
      const isAdvice = id === "wrong-signature" || id === "upper-case-hash";
      expect(found).toMatchObject({ id, outcome: isAdvice ? "advice" : "failed" });
      expect(found?.wrong).not.toEqual([]);
      expect(shop.requests.length).toBeLessThanOrEqual(120);
    },
  );
});

describe("a run", () => {
  const success = only("success");
  const outcomesOf = ({ cases }: Awaited<ReturnType<typeof runKit>>) => cases.map(({ outcome }) => outcome);

  it("is refused if the payment request of the shop is for live", async () => {
    const live = "The payment request of the shop is not for the sandbox.";
    for (const way of ["form", "redirect"] as const) {
      const shop = await openShop([], { way, environment: "live" });
      await expect(runKit(targetOf(shop), toolsFor(shop), success)).rejects.toThrow(live);
    }
  });

  it("is refused if nothing answers at the return URL", async () => {
    const shop = await openShop();
    const target = { ...targetOf(shop), returnUrl: "http://127.0.0.1:9/" };
    await expect(runKit(target, toolsFor(shop))).rejects.toThrow("Nothing answers at http://127.0.0.1:9/.");
  });

  it("reads the page of the visit if it has no status page, and reports the rest as not seen", async () => {
    const shop = await openShop();
    const target = { ...targetOf(shop), orderStatusUrl: null };
    const ids = ["new-order", "success", "failed", "wrong-hash", "webhook-success", "webhook-wrong-signature"];
    const report = await runKit(target, toolsFor(shop), only(...ids));
    expect(report.cases.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["new-order", "not_seen"],
      ["success", "passed"],
      ["failed", "passed"],
      ["wrong-hash", "passed"],
      ["webhook-success", "not_seen"],
      ["webhook-wrong-signature", "not_seen"],
    ]);
  });

  it("reports cases without an order as not seen", async () => {
    const shop = await openShop();
    const target = { ...targetOf(shop), start: null };
    const { cases } = await runKit(target, toolsFor(shop), only("success", "unknown-order"));
    expect(cases.map(({ outcome, wrong }) => [outcome, ...wrong])).toEqual([
      ["not_seen", "The kit had no order. Without a start URL, most cases are not seen."],
      ["passed"],
    ]);
    expect(cases.map(({ sent }) => sent !== "")).toEqual([false, true]);
  });

  it("says that webhooks were not tested", async () => {
    const shop = await openShop();
    const report = await runKit({ ...targetOf(shop), webhookUrl: null }, toolsFor(shop), success);
    const headline = "Your integration is right. Of 1 cases: 0 wrong, 1 right. Webhooks were not tested.";
    expect(reportHeadline(report)).toBe(headline);
  });

  it("does not pass “paid once” of a shop that does not say how often it marked the order as paid", async () => {
    const shop = await openShop();
    const fetchOnce: KitTools["fetchOnce"] = async (request) => {
      const answer = await plainFetch(request);
      return { ...answer, text: answer.text.replace("times_paid", "number") };
    };
    const counted = only("success-twice", "webhook-duplicate", "webhook-then-redirect");
    const { cases } = await runKit(targetOf(shop), { ...toolsFor(shop), fetchOnce }, counted);
    const problem = "The status page does not say how often the order was marked as paid (`times_paid`).";
    expect(cases.map(({ outcome, wrong }) => [outcome, ...wrong])).toEqual(counted.map(() => ["not_seen", problem]));
  });

  it("uses a given order until a case may have paid it", async () => {
    const shop = await openShop();
    const { id, total, currency } = shop.place();
    const read = readTestOrder({ order_id: id, total, currency });
    if ("problem" in read) throw new Error(read.problem);
    const target = { ...targetOf(shop), start: null, orders: [read.order] };
    const report = await runKit(target, toolsFor(shop), only("failed", "wrong-hash", "changed-total", "success-twice"));
    expect(outcomesOf(report)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(outcomesOf(await runKit(target, toolsFor(shop), success))).toEqual(["passed"]);
  });

  it("reports the result of another order as not seen if the two orders have different totals", async () => {
    const shop = await openShop();
    const orders = ["70.00", "71.00"].map((total) => {
      const read = readTestOrder({ order_id: shop.place().id, total, currency: "TTD" });
      if ("problem" in read) throw new Error(read.problem);
      return read.order;
    });
    const target = { ...targetOf(shop), start: null, orders };
    const { cases } = await runKit(target, toolsFor(shop), only("replayed-result"));
    expect(cases.map(({ outcome, wrong }) => [outcome, ...wrong])).toEqual([
      ["not_seen", "This case needs two orders of the same total and currency."],
    ]);
  });

  it("plays four cases at once if the shop places orders, and reports them in the order of the list", async () => {
    const shop = await openShop();
    let [open, openMax] = [0, 0];
    const fetchOnce: KitTools["fetchOnce"] = async (request) => {
      openMax = Math.max(openMax, ++open);
      return plainFetch(request).finally(() => open--);
    };
    const apart = only("success", "success-with-fee", "other-encoding", "failed", "wrong-signature", "unknown-order");
    const report = await runKit(targetOf(shop), { ...toolsFor(shop), fetchOnce }, apart);
    expect(openMax).toBe(4);
    expect(report.cases.map(({ id, outcome }) => [id, outcome])).toEqual(apart.map(({ id }) => [id, "passed"]));
  });

  it("ends at its time limit, and reports the case that it cut short and those after it as not seen", async () => {
    const shop = await openShop(["answers webhooks late"], { lateMs: 60_000 });
    const report = await runKit(
      targetOf(shop),
      toolsFor(shop, { runMs: 400 }),
      only("webhook-success", "webhook-late"),
    );
    expect(outcomesOf(report)).toEqual(["not_seen", "not_seen"]);
    expect(report.duration_ms).toBeLessThan(2_000);
  });

  it("reports an order at which it had no time to look as not seen", async () => {
    const shop = await openShop();
    const { cases } = await runKit(targetOf(shop), toolsFor(shop, { runMs: 1_000, settleMs: 5_000 }), only("failed"));
    expect(cases.map(({ outcome, wrong }) => [outcome, ...wrong])).toEqual([
      ["not_seen", "The time limit of the run ended before the end of this case."],
    ]);
  });

  /** Answers the last webhook with 202 at once. The shop handles it before this look at the order. */
  function queueing(webhooks: number, look: number): KitTools["fetchOnce"] {
    let posts = 0;
    let looks = 0;
    let queued: Parameters<typeof plainFetch>[0] | null = null;
    return async (request) => {
      if (request.url.pathname === "/hook" && ++posts === webhooks) {
        queued = request;
        return {
          ...(await plainFetch({ ...request, method: "GET", url: new URL("/return", request.url) })),
          status: 202,
        };
      }
      if (request.url.pathname.startsWith("/orders/") && ++looks === look && queued) await plainFetch(queued);
      return plainFetch(request);
    };
  }

  it.each([
    ["passes a shop that works after its answer", [], "webhook-success", 1, 2, "passed"],
    [
      "finds a shop that believes an older event after its answer",
      ["believes the last event"],
      "webhook-out-of-order",
      2,
      1,
      "failed",
    ],
  ] as const)("%s", async (_what, made, id, webhooks, look, outcome) => {
    const shop = await openShop(made);
    const tools = { ...toolsFor(shop, { settleMs: 0 }), fetchOnce: queueing(webhooks, look) };
    expect(outcomesOf(await runKit(targetOf(shop), tools, only(id)))).toEqual([outcome]);
  });

  it("escapes what the shop says in its HTML report, and shows at most 1,024 bytes of it", async () => {
    const shop = await openShop(["marks orders as paid when they are placed"]);
    const tools = toolsFor(shop);
    const text = `<script>alert(1)</script>${"é".repeat(2000)}`;
    const fetchOnce: KitTools["fetchOnce"] = async (request) => ({ ...(await plainFetch(request)), text });
    const report = await runKit({ ...targetOf(shop), start: null }, { ...tools, fetchOnce }, only("unknown-order"));
    const [answer = ""] = report.cases.flatMap(({ requests }) => requests.map((request) => request.answer));
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(1024);
    expect(answer.endsWith("é")).toBe(true);
    const page = reportPage(report);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toContain("<script");
  });
});

it("has at least 20 planted mistakes, and one for every case except the plain success", () => {
  const found = new Set<string>(Object.values(mistakes));
  expect(Object.keys(mistakes).length).toBeGreaterThanOrEqual(20);
  expect(kitCases.filter(({ id }) => !found.has(id)).map(({ id }) => id)).toEqual(["success"]);
});

it("links every case to an existing heading of the docs", () => {
  for (const { docs } of kitCases) {
    const [page = "", anchor] = docs.split("#");
    expect(
      findDocsPage(`/docs/${page}`)?.headings.map(({ id }) => id),
      docs,
    ).toContain(anchor);
  }
});
