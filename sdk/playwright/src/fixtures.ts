import { test as base, expect } from "@playwright/test";
import { CheckoutPage } from "./checkout-page.js";
import { permalink } from "./permalink.js";
import type { PermalinkNames } from "./sandbox-names.js";

export type TradewindFixtures = {
  /** The checkout in the test's window, once the shop has sent the customer there. */
  checkout: CheckoutPage;
  /** Opens a new session of the demo shop in a named state, with the form filled in. */
  openPermalink: (names: PermalinkNames) => Promise<CheckoutPage>;
};

export type TradewindOptions = {
  /** The origin of the checkout. Only `openPermalink` needs it. By default the test's `baseURL`. */
  checkoutOrigin: string;
};

export const test = base.extend<TradewindFixtures & TradewindOptions>({
  checkoutOrigin: [({ baseURL }, use) => use(baseURL ?? ""), { option: true }],
  checkout: ({ page }, use) => use(CheckoutPage.on(page)),
  openPermalink: ({ page, checkoutOrigin }, use) =>
    use((names) => CheckoutPage.open(page, `${checkoutOrigin}${permalink(names)}`)),
});

export { expect };
