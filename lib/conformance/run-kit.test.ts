import { afterAll, describe, expect, it } from "vitest";
import { findDocsPage } from "@/lib/docs/pages";
import {
  type Mistake,
  mistakes,
  shopSecrets,
  shopWebhookSecret,
  startWrongShop,
} from "@/tests/support/shops/wrong-shop";
import { plainFetch } from "./plain-fetch";
import { type KitTarget, type KitTools, kitCases, runKit } from "./run-kit";
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
    "reports no mistake of a correct shop whose payment request is sent by %s",
    async (way) => {
      const shop = await openShop([], { way });
      const report = await runKit(targetOf(shop), toolsFor(shop));
      expect(notPassed(report)).toEqual([]);
      expect(report.summary).toEqual({ failed: 0, advice: 0, not_seen: 0, passed: kitCases.length });
    },
  );

  it.each(Object.entries(mistakes) as [Mistake, string][])(
    "finds a shop that %s, by the case %s",
    async (mistake, id) => {
      const shop = await openShop([mistake], { lateMs: 600 });
      const { cases } = await runKit(targetOf(shop), toolsFor(shop, { webhookMs: 300 }), only(id));
      const [found] = cases;
      expect(found).toMatchObject({ id, outcome: id === "wrong-signature" ? "advice" : "failed" });
      expect(found?.wrong).not.toEqual([]);
    },
  );
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
