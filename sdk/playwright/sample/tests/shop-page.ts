import type { Locator, Page } from "@playwright/test";

/** The shop under test. Replace it with your shop. */
export class ShopPage {
  readonly verdict: Locator;

  constructor(private readonly page: Page) {
    this.verdict = page.getByTestId("verdict");
  }

  /** Orders the goods in the cart, and goes to the checkout. */
  async checkOut(): Promise<void> {
    await this.page.goto("/demo");
    await this.page.getByRole("button", { name: "Check out" }).click();
  }
}
