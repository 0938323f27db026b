import { test as base, type ConsoleMessage, expect, type Locator, type Page } from "@playwright/test";
import { en as words } from "@/components/checkout/words/en";
import { isPaid, type Method, type Order, type Shop, startShop } from "./shop";
import { type Sighting, type Sightings, watchCheckouts } from "./sightings";

/** The hosted page as a customer uses it, on its own or in a shop's frame. */

export const methods: readonly Method[] = ["credit_card_co", "3co_simple"];
export const places = ["on its own page", "in the shop's cross-site frame"] as const;
export type Place = (typeof places)[number];

export const money = {
  notCharged: "Your card was not charged.",
  charged: "Your payment went through.",
  confirming: "We are confirming with your bank. Do not pay again.",
} as const;

export const cards = {
  approved: "4111111111111111",
  approvedToo: "5555555555554444",
  amex: "378282246310005",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  addressFails: "4000000000000010",
  challenged: "4000000000003220",
  slow: "4000000000000341",
  approvedByInquiry: "4000000000000358",
  silent: "4000000000000374",
} as const;

export type Watch = {
  /** Allows console messages that a test causes on purpose, such as a refused frame. */
  allow(pattern: RegExp): void;
  /** Allows requests to an origin besides the shop and the product. */
  allowOrigin(origin: string): void;
};

/** Every test has its own shop. At its end the fixtures check the console, requested origins, cookies and storage. */
export const test = base.extend<{ shop: Shop; seen: Sightings; watch: Watch }>({
  shop: async ({ baseURL }, use) => {
    const shop = await startShop(baseURL ?? "");
    await use(shop);
    await shop.stop();
  },
  seen: async ({ context }, use) => use(await watchCheckouts(context)),
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
      expect(seen.all().filter((sighting) => sighting.money.length !== 1 || sighting.stored === "something")).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** The test bank asks for the focus, as real banks do, and Chromium logs that it does not grant it across sites. */
const isComplaint = (message: ConsoleMessage) =>
  (message.type() === "error" && !message.text().startsWith("Blocked autofocusing")) ||
  /content.security.policy/i.test(message.text());

export async function openCheckout(page: Page, order: Order, place: Place = places[0], shop?: Shop) {
  if (place === places[0] || !shop) {
    await page.goto(order.url);
    return new CheckoutPage(page.locator("html"));
  }
  await page.goto(shop.framePageOf(order.url));
  return new CheckoutPage(page.frameLocator('iframe[title="Card payment"]').locator("html"));
}

export type CardEntry = { number: string; expiry?: string; cvc?: string; name?: string };

export class CheckoutPage {
  readonly checkout: Locator;
  readonly pay: Locator;
  readonly cancel: Locator;
  readonly money: Locator;
  readonly countdown: Locator;
  readonly summary: Locator;
  readonly billingCountry: Locator;
  readonly billingState: Locator;
  readonly phoneCountry: Locator;
  readonly consent: Locator;
  readonly storedCard: Locator;
  /** The bank's page. */
  readonly bank: Locator;

  /** `root` is the `html` element of the window or of a frame. */
  constructor(readonly root: Locator) {
    this.checkout = root.getByTestId("checkout");
    this.pay = root.getByTestId("pay");
    this.cancel = root.getByTestId("cancel").filter({ visible: true });
    this.money = root.getByTestId("money-state");
    this.countdown = root.getByTestId("countdown");
    this.summary = root.getByTestId("error-summary");
    this.billingCountry = root.getByTestId("billing-country");
    this.billingState = root.getByTestId("billing-state");
    this.phoneCountry = root.getByTestId("phone-country");
    this.consent = root.getByTestId("consent");
    this.storedCard = root.getByTestId("stored-card");
    this.bank = root.frameLocator('[data-testid="challenge-frame"]').locator("html");
  }

  /** By its autocomplete token. */
  field(token: string): Locator {
    return this.root.locator(`[autocomplete="${token}"]`);
  }

  heading(name: string | RegExp): Locator {
    return this.root.getByRole("heading", { level: 1, name });
  }

  /** Waits until the scripts run: then they validate the form, not the browser. */
  async isScripted(): Promise<void> {
    await expect(this.root.locator("form#pay-form[novalidate]")).toBeAttached();
  }

  async fillCard(card: CardEntry): Promise<void> {
    await this.isScripted();
    await this.enterCard(card);
  }

  /** With or without scripts. */
  async enterCard({ number, expiry = "12/34", cvc, name = "Ada Lovelace" }: CardEntry): Promise<void> {
    await this.field("cc-number").fill(number);
    await this.field("cc-exp").fill(expiry);
    await this.field("cc-csc").fill(cvc ?? (number === cards.amex ? "1234" : "123"));
    await this.field("cc-name").fill(name);
  }

  async payWith(number: string): Promise<void> {
    await this.fillCard({ number });
    await this.pay.click();
  }

  /** With or without scripts: the customer lets the merchant store this card. */
  async storeCard(number: string): Promise<void> {
    await this.enterCard({ number });
    await this.field("email").fill("ada@example.com");
    await this.consent.check();
    await this.pay.click();
  }

  async payByCode(code: string): Promise<void> {
    await this.field("cc-csc").fill(code);
    await this.pay.click();
  }

  async fillAddress(): Promise<void> {
    await this.billingCountry.selectOption("US");
    await this.billingState.selectOption("US-NY");
    await this.field("billing address-line1").fill("1 Main Street");
    await this.field("billing address-level2").fill("New York");
    await this.field("billing postal-code").fill("10001");
  }

  async answerBank(code: string): Promise<void> {
    await this.bank.getByRole("textbox").fill(code);
    await this.bank.getByRole("button", { name: "Confirm" }).click();
  }

  /** Unfolds the contact and billing details. Without AVS they are optional and folded. */
  async openDetails(): Promise<void> {
    await this.root.locator("#pay-form details:not([open]) > summary").click();
  }

  /** Acts like a customer who returns to the tab: the page asks for its state. */
  async lookAgain(): Promise<void> {
    await this.root.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  }
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
export { expect, words };
