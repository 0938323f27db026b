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
import { booksOf } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/**
 * From the payment request to the hashed redirect. lib/checkout/page/page-texts.http.test.ts reads what the page says
 * at each end.
 */

// The first test proves a payment in a frame that may store nothing.
const turns = takeTurns(1);

/** Denies storage to frames, like a browser with strict settings. Runs in the browser, in every frame. */
function refuseFramesToStore(): void {
  if (window === window.top) return;
  const get = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const storage of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(window, storage, { get });
  Object.defineProperty(document, "cookie", { get, set: get });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: an approved card is charged once, the redirect's hash verifies, and a page around the frame gets the result`, async ({
    page,
    context,
    shop,
    seen,
  }) => {
    await context.addInitScript(refuseFramesToStore);
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await expect(checkout.checkout).toHaveAttribute("data-method", method);
    await expect(checkout.money).toHaveCount(0);
    await expect(checkout.root.getByTestId("order-fee")).toHaveText("TTD 2.05");
    await expect(checkout.root.getByTestId("order-total")).toHaveText("TTD 12.05");
    await expect(checkout.pay).toHaveText("Pay TTD 12.05");
    await checkout.payWith(cards.approved);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval());
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
    await expect(checkout.heading("Back in the shop")).toBeVisible();
    const isFramed = place === places[1];
    if (isFramed) await expect(page.locator("#heard li")).toHaveText([`success ${order.transactionId}`]);
    // In the frame the browser denied cookies and storage, and the payment still worked.
    expect(new Set(seen.on(page).map(({ stored }) => stored))).toEqual(new Set([isFramed ? "refused" : "nothing"]));
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: address verification asks for the address, and a wrong one and a decline leave the form as it was for another card`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method, avs: 1 });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.addressFails);
    await expect(checkout.summary).toBeFocused();
    await expect(checkout.summary.getByRole("link")).toHaveText([
      "Choose your country.",
      "Enter your address.",
      "Enter your city.",
    ]);
    await checkout.summary.getByRole("link", { name: "Choose your country." }).press("Enter");
    await expect(checkout.billingCountry).toBeFocused();
    await expect(checkout.billingState).toBeHidden();
    await checkout.fillAddress();
    await checkout.phoneCountry.selectOption("TT");
    await checkout.field("tel-national").fill("6221234");
    for (const [card, { title, next }] of [
      [cards.addressFails, words.notices.address],
      [cards.declined, words.notices.declined],
    ] as const) {
      await checkout.payWith(card);
      await expect(checkout.summary).toContainText(title);
      await expect(checkout.summary).toContainText(next);
      await expect(checkout.field("cc-csc")).toBeFocused();
      await expect(checkout.field("cc-csc")).toHaveValue("");
      await expect(checkout.root.getByText(words.problems.cvc_again)).toBeVisible();
    }
    await expect(checkout.summary).not.toContainText(/05|merchant/i);
    await expect(checkout.money).toHaveText(money.notCharged);
    await expect(checkout.field("billing address-line1")).toHaveValue("1 Main Street");
    await expect(checkout.billingState).toHaveValue("US-NY");
    await expect(checkout.field("tel-national")).toHaveValue("6221234");
    await expect(checkout.phoneCountry).toHaveValue("TT");
    await expect(checkout.field("cc-name")).toHaveValue("Ada Lovelace");
    await checkout.payWith(cards.approvedToo);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("4444"));
    await expect.poll(() => booksOf(order), "the refused charge is given back").toEqual({ attempts: 3, charges: 1 });
  });
}
