import {
  approval,
  cards,
  expect,
  expectEnding,
  expectRedirect,
  money,
  openCheckout,
  places,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { tabTo, typeCard } from "@/tests/support/browser/keyboard";
import { takeTurns } from "@/tests/support/browser/turns";

/** Everything works with Tab, typing and Enter alone, and the focus is always visible. */

const turns = takeTurns();

for (const method of turns.methods()) {
  test(`${method}: a payment works by keyboard alone, through a decline and the bank's check`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
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
  test(`${method}: the error summary takes the focus, and its links lead to the fields`, async ({ page, shop }) => {
    const checkout = await openCheckout(page, await shop.order({ method, avs: 1 }));
    await checkout.isScripted();
    await tabTo(page, checkout, '[data-testid="pay"]');
    await page.keyboard.press("Enter");
    await expect(checkout.summary).toBeFocused();
    const links = checkout.summary.getByRole("link");
    await expect(links).toHaveText([
      words.required.card_number,
      words.required.expiry,
      words.required.cvc,
      words.required.card_name,
      words.required.country,
      words.required.address1,
      words.required.city,
    ]);
    for (const [index, token] of ["cc-number", "cc-exp", "cc-csc", "cc-name", "billing country"].entries()) {
      await links.nth(index).focus();
      await page.keyboard.press("Enter");
      await expect(checkout.field(token)).toBeFocused();
      await expect(checkout.field(token)).toHaveAttribute("aria-invalid", "true");
      const description = (await checkout.field(token).getAttribute("aria-describedby")) ?? "";
      expect(description).toContain("error-");
    }
    // A corrected field leaves the summary at once, and the others stay.
    await checkout.field("cc-name").fill("Ada");
    await expect(links).toHaveCount(6);
  });
}

test("a payment in a shop's frame works by keyboard alone", async ({ page, shop, seen }) => {
  const order = await shop.order({ method: "3co_simple" });
  const checkout = await openCheckout(page, order, places[1], shop);
  await checkout.isScripted();
  await typeCard(page, checkout, cards.approved);
  await page.keyboard.press("Enter");
  await expectEnding(() => seen.on(page), money.charged, words.result.success);
  await expectRedirect(shop, order, approval());
});

test("Tab follows the order of the page, and the payer can leave by keyboard", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  for (const token of ["cc-number", "cc-exp", "cc-csc", "cc-name"]) {
    await page.keyboard.press("Tab");
    await expect(checkout.field(token)).toBeFocused();
  }
  await test.step("the folded details open by keyboard, and their fields follow", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(checkout.billingCountry).toBeFocused();
  });
  await tabTo(page, checkout, '[data-testid="cancel"]');
  await page.keyboard.press("Enter");
  await expect.poll(() => shop.returnsOf(order)[0]?.get("message")).toBe("[2-RAB]: The customer left the checkout.");
});
