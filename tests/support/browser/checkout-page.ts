import { test as base, CheckoutPage, expect, testCards } from "@Tradewind/playwright";
import type { ConsoleMessage, Page } from "@playwright/test";
import { en as words } from "@/components/checkout/words/en";
import { isPaid, type Method, type Order, type Shop, startShop } from "./shop";
import { type Patience, type Sighting, type Sightings, watchCheckouts } from "./sightings";

/** The hosted page in our own specs: `@Tradewind/playwright`, and what only we know about the page. */

export const methods: readonly Method[] = ["credit_card_co", "3co_simple"];
export const places = ["on its own page", "in the shop's cross-site frame"] as const;
export type Place = (typeof places)[number];

export const money = {
  notCharged: "Your card was not charged.",
  charged: "Your payment went through.",
  confirming: "We are confirming with your bank. Do not pay again.",
} as const;

export const cards = {
  approved: testCards.visa,
  approvedToo: testCards.mastercard_2,
  amex: testCards.amex,
  declined: testCards.declined_05,
  noFunds: testCards.declined_51,
  addressFails: testCards.avs_street_and_zip_fail,
  challenged: testCards.challenge_approved,
  challengedInVain: testCards.challenge_declined_51,
  slow: testCards.fault_slow,
  approvedByInquiry: testCards.fault_no_answer_approved,
  silent: testCards.fault_no_answer,
} as const;

export type Watch = {
  /** Allows console messages that a test causes on purpose, such as a refused frame. */
  allow(pattern: RegExp): void;
  /** Allows requests to an origin besides the shop and the product. */
  allowOrigin(origin: string): void;
};

/** Every test has its own shop. At its end the fixtures check the console, requested origins, cookies and storage. */
export const test = base.extend<{ patience: Patience; shop: Shop; seen: Sightings; watch: Watch }>({
  patience: ["impatient", { option: true }],
  shop: async ({ baseURL }, use) => {
    const shop = await startShop(baseURL ?? "");
    await use(shop);
    await shop.stop();
  },
  seen: async ({ context, patience }, use) => use(await watchCheckouts(context, patience)),
  watch: [
    async ({ context, baseURL, shop, seen }, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      const origins = new Set([baseURL ?? "", shop.origin]);
      const asked = new Set<string>();
      context.on("console", (message) => isComplaint(message) && complaints.push(message.text()));
      context.on("weberror", (error) => complaints.push(error.error().message));
      context.on("request", (request) => /^https?:/.test(request.url()) && asked.add(new URL(request.url()).origin));
      await use({ allow: (pattern) => allowed.push(pattern), allowOrigin: (origin) => origins.add(origin) });
      expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
      expect([...asked].filter((origin) => !origins.has(origin))).toEqual([]);
      expect(await context.cookies()).toEqual([]);
      expect(seen.all().filter((sighting) => !isSafe(sighting))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Before a try, the form says nothing about money. Every other screen has exactly one sentence about it. */
const isSafe = ({ state, money, stored }: Sighting) =>
  (money.length === 1 || (state === "hosted" && money.length === 0)) && stored !== "something";

/** The test bank asks for the focus, as real banks do, and Chromium logs that it does not grant it across sites. */
const isComplaint = (message: ConsoleMessage) =>
  (message.type() === "error" && !message.text().startsWith("Blocked autofocusing")) ||
  /content.security.policy/i.test(message.text());

export async function openCheckout(page: Page, order: Order, place: Place = places[0], shop?: Shop) {
  if (place === places[0] || !shop) return CheckoutPage.open(page, order.url);
  await page.goto(shop.framePageOf(order.url));
  return CheckoutPage.inFrame(page);
}

type Expected = { status: "success" | "failed" | "error"; message: string; total: string; card?: string | null };

/** Waits for the redirect to the shop, one per tab, and verifies each as the shop's server does. */
export async function expectRedirect(shop: Shop, order: Order, expected: Expected, tabs = 1): Promise<void> {
  await expect.poll(() => shop.returnsOf(order).length, { message: "the customer comes back" }).toBe(tabs);
  for (const redirect of shop.returnsOf(order)) expectParameters(order, redirect, expected, shop.hashKey);
}

function expectParameters(order: Order, redirect: URLSearchParams, expected: Expected, hashKey: string): void {
  const isSuccess = expected.status === "success";
  expect(Object.fromEntries(redirect)).toEqual({
    basket: "7",
    status: expected.status,
    transaction_id: order.transactionId,
    message: expected.message,
    ...(!isSuccess && { reasonDescription: expected.message }),
    order_id: order.id,
    total: expected.total,
    currency: order.currency,
    fee_structure: "customer_pay",
    ...(expected.card && { card: expected.card }),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    ...(isSuccess && { hash: expect.stringMatching(/^[0-9a-f]{32}$/) }),
    tw_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect([...redirect.keys()]).toEqual([...new Set(redirect.keys())]);
  expect(isPaid(order, redirect, hashKey)).toBe(isSuccess);
}

export const approval = (last4 = "1111") =>
  ({ status: "success", message: "[1-R00]: Transaction is approved.", total: "12.05", card: masked(last4) }) as const;

export const masked = (last4: string) => `XXXXXXXXXXXX${last4}`;

/** Expects the last screen with its only sentence about money. */
export async function expectEnding(sightings: () => Sighting[], sentence: string, heading: string): Promise<void> {
  await expect
    .poll(() => sightings().at(-1), { message: "the last screen" })
    .toMatchObject({ state: "finalised", heading, money: [sentence] });
}

export { fillIn } from "@/lib/kit/text/fill-in";
export { CheckoutPage, expect, words };
