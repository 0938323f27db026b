import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
  cards,
  expect,
  expectEnding,
  expectRedirect,
  fillIn,
  masked,
  money,
  openCheckout,
  type Place,
  places,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { booksOf, moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

const announced = words.countdown.announced.replace("{seconds}", "").trim();

/** From the payment request to the hashed redirect, each way a payment can end. */

// The first test proves a payment in a frame that may store nothing.
const turns = takeTurns(1);

/** Expects that a shop's page around the checkout got the result once, and unchanged. */
async function expectHeard(page: Page, place: Place, result: string): Promise<void> {
  if (place === places[1]) await expect(page.locator("#heard li")).toHaveText([result]);
}

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
    await expect(checkout.money).toHaveText(money.notCharged);
    await expect(checkout.root.getByTestId("order-fee")).toHaveText("TTD 2.05");
    await expect(checkout.root.getByTestId("order-total")).toHaveText("TTD 12.05");
    await expect(checkout.pay).toHaveText("Pay TTD 12.05");
    await checkout.payWith(cards.approved);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval());
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
    await expect(checkout.heading("Back in the shop")).toBeVisible();
    await expectHeard(page, place, `success ${order.transactionId}`);
    // In the frame the browser denied cookies and storage, and the payment still worked.
    const isFramed = place === places[1];
    expect(new Set(seen.on(page).map(({ stored }) => stored))).toEqual(new Set([isFramed ? "refused" : "nothing"]));
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: address verification asks for the address, refuses a wrong one and accepts another card`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method, avs: 1 });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.addressFails);
    await expect(checkout.summary).toBeFocused();
    for (const asked of [words.required.address1, words.required.city, words.required.country]) {
      await expect(checkout.summary).toContainText(asked);
    }
    await expect(checkout.billingState).toBeHidden();
    await checkout.fillAddress();
    await checkout.payWith(cards.addressFails);
    await expect(checkout.summary).toContainText(words.notices.address.title);
    await expect(checkout.money).toHaveText(money.notCharged);
    await expect(checkout.field("billing address-line1")).toHaveValue("1 Main Street");
    await expect(checkout.billingState).toHaveValue("US-NY");
    await checkout.payWith(cards.approved);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval());
    await expect.poll(() => booksOf(order), "the refused charge is given back").toEqual({ attempts: 2, charges: 1 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: the last minute is shown and announced, and the expired page says that nothing was charged`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    await moveClock(order, { stopped: true });
    const checkout = await openCheckout(page, order, place, shop);
    await expect(checkout.countdown).toHaveText(/^[23]:\d\d$/);
    const look = () => checkout.countdown.evaluate((element) => getComputedStyle(element.closest("p") ?? element));
    const quiet = await look();
    await moveClock(order, { advance_ms: 125_000 });
    await checkout.lookAgain();
    await expect(checkout.countdown).toHaveText(/^0:5\d$/);
    await expect(checkout.root.getByRole("status").filter({ hasText: announced })).toBeAttached();
    const urgent = await look();
    expect([urgent.backgroundColor, urgent.color]).not.toEqual([quiet.backgroundColor, quiet.color]);
    await expectAccessible(page, "last minute");
    await moveClock(order, { advance_ms: 60_000 });
    await checkout.lookAgain();
    await expectEnding(() => seen.on(page), money.notCharged, words.result.expired);
    await expectRedirect(shop, order, {
      status: "failed",
      message: "[2-REX]: The session expired.",
      total: "0.00",
    });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a declined card leaves the form as it was, and another card is approved`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.isScripted();
    await checkout.openDetails();
    await checkout.phoneCountry.selectOption("TT");
    await checkout.field("tel-national").fill("6221234");
    await checkout.payWith(cards.declined);
    await expect(checkout.field("cc-csc")).toBeFocused();
    await expect(checkout.root.getByText(words.problems.cvc_again)).toBeVisible();
    await expect(checkout.summary).toContainText(words.notices.declined.title);
    await expect(checkout.summary).toContainText(words.notices.declined.next);
    await expect(checkout.summary).not.toContainText(/05|merchant/i);
    await expect(checkout.money).toHaveText(money.notCharged);
    await expect(checkout.field("tel-national")).toHaveValue("6221234");
    await expect(checkout.phoneCountry).toHaveValue("TT");
    await expect(checkout.field("cc-name")).toHaveValue("Ada Lovelace");
    await expect(checkout.field("cc-csc")).toHaveValue("");
    await checkout.payWith(cards.approvedToo);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("4444"));
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a customer who returns to the shop is not charged, and a page around the frame gets the failure`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.isScripted();
    const isFull = method === "credit_card_co";
    await expect(checkout.cancel).toHaveText(isFull ? "Cancel and return to Sandbox Shop" : "Cancel");
    await checkout.cancel.click();
    await expectEnding(() => seen.on(page), money.notCharged, words.result.failed);
    await expectRedirect(shop, order, {
      status: "failed",
      message: "[2-RAB]: The customer left the checkout.",
      total: "0.00",
    });
    await expectHeard(page, place, `failed ${order.transactionId}`);
    expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: the page waits for a late bank, and its approval is the result`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.approvedByInquiry);
    await expect(checkout.heading(words.confirming.heading)).toBeVisible();
    await expect(checkout.money).toHaveText(money.confirming);
    expect(shop.returnsOf(order)).toEqual([]);
    await moveClock(order, { advance_ms: 21_000 });
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("0358"));
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

test("a lack of funds is explained, and the fifth failure ends the session without a charge", async ({
  page,
  shop,
  seen,
}) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  const left = (count: number) => fillIn(words.errors.triesLeft, { count });
  for (const said of ["", left(3), left(2), words.errors.lastTry]) {
    await checkout.payWith(cards.noFunds);
    await expect(checkout.summary).toContainText(words.notices.funds.title);
    await expect(checkout.summary).toContainText(said);
    await expect(checkout.field("cc-csc")).toHaveValue("");
  }
  await checkout.payWith(cards.noFunds);
  await expectEnding(() => seen.on(page), money.notCharged, words.result.failed);
  await expectRedirect(shop, order, {
    status: "failed",
    message: "[2-R51]: Insufficient funds.",
    total: "0.00",
    card: masked("9995"),
  });
});

for (const method of turns.methods()) {
  test(`${method}: after a minute of confirming, the page offers the way back to the shop without a result`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    await checkout.payWith(cards.silent);
    await expect(checkout.heading(words.confirming.heading)).toBeVisible();
    await expectAccessible(page, "confirming");
    await moveClock(order, { advance_ms: 61_000 });
    await checkout.lookAgain();
    await expect(checkout.root.getByText(words.confirming.long)).toBeVisible();
    await expect(checkout.money).toHaveText(money.confirming);
    await expect(checkout.root.getByRole("link", { name: "Return to Sandbox Shop" })).toHaveAttribute(
      "href",
      `${shop.origin}/`,
    );
    await expectAccessible(page, "confirming for long");
  });
}
