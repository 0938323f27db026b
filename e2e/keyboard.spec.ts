import {
  approval,
  cards,
  expect,
  expectEnding,
  expectRedirect,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { tabTo, typeCard } from "@/tests/support/browser/keyboard";
import { takeTurns } from "@/tests/support/browser/turns";
import { missingCard } from "@/tests/support/in-process/texts";

/** Everything works with Tab, typing and Enter alone, and the focus is always visible. */

// The payment is in a shop's frame, so that an ordinary run tests both places.
const turns = takeTurns(1);

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a payment works by keyboard alone, through a decline and the bank's check`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.isScripted();
    await typeCard(page, checkout, cards.declined);
    await page.keyboard.press("Enter");
    await expect(checkout.field("cc-csc")).toBeFocused();
    await typeCard(page, checkout, cards.challenged);
    await tabTo(page, checkout, '[data-testid="pay"]');
    await page.keyboard.press("Enter");
    await expect(checkout.heading(words.challenge.heading)).toBeFocused();
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    // The ways out of the bank's page stand above it.
    for (const way of [words.challenge.open, words.challenge.cancel]) {
      await page.keyboard.press("Tab");
      await expect(checkout.root.locator(":focus")).toHaveText(way);
    }
    await page.keyboard.press("Tab");
    await expect(checkout.bank.getByRole("textbox")).toBeFocused();
    await page.keyboard.type("123456");
    await page.keyboard.press("Enter");
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("3220"));
  });
}

for (const method of turns.methods()) {
  test(`${method}: Tab follows the order of the page, the error summary takes the focus and leads to the fields, and the payer can leave by keyboard`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    await checkout.isScripted();
    const tokens = ["cc-number", "cc-exp", "cc-csc", "cc-name"] as const;
    for (const token of tokens) {
      await page.keyboard.press("Tab");
      await expect(checkout.field(token)).toBeFocused();
    }
    await test.step("the folded details open by keyboard, and their fields follow", async () => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expect(checkout.billingCountry).toBeFocused();
    });
    await tabTo(page, checkout, '[data-testid="pay"]');
    await page.keyboard.press("Enter");
    await expect(checkout.summary).toBeFocused();
    const links = checkout.summary.getByRole("link");
    const missing = missingCard(words);
    await expect(links).toHaveText(missing);
    for (const [index, token] of tokens.entries()) {
      await links.nth(index).focus();
      await page.keyboard.press("Enter");
      await expect(checkout.field(token)).toBeFocused();
      await expect(checkout.field(token)).toHaveAttribute("aria-invalid", "true");
      await expect(checkout.field(token)).toHaveAttribute("aria-describedby", /error-/);
    }
    // A corrected field leaves the summary at once, and the others stay.
    await page.keyboard.type("Ada");
    await expect(links).toHaveText(missing.slice(0, -1));
    await tabTo(page, checkout, '[data-testid="cancel"]');
    await page.keyboard.press("Enter");
    await expect.poll(() => shop.returnsOf(order)[0]?.get("message")).toBe("[2-RAB]: The customer left the checkout.");
  });
}
