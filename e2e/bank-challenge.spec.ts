import { expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
  type CheckoutPage,
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
import { booksOf, moveClock, simulate } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** The bank's check, including banks that behave badly. */

const code = "123456";
const wrongCode = "000000";

const turns = takeTurns(1);

const expectCheckFailed = async (checkout: CheckoutPage) => {
  await expect(checkout.summary).toContainText(words.notices.authentication.title);
  await expect(checkout.money).toHaveText(money.notCharged);
  await expect(checkout.field("cc-csc")).toBeFocused();
};

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: three wrong codes lead back to the form, and the next attempt is charged once, even by a bank that returns twice to a reopened tab`, async ({
    page,
    context,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    await expect(checkout.heading(words.challenge.heading)).toBeVisible();
    await expect(checkout.root.getByText(words.challenge.why)).toBeVisible();
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.answerBank(wrongCode);
    await expect(checkout.bank.getByText("Wrong code. 2 tries left.")).toBeVisible();
    await checkout.answerBank(wrongCode);
    await expect(checkout.bank.getByText("Wrong code. 1 try left.")).toBeVisible();
    await checkout.answerBank(wrongCode);
    await expectCheckFailed(checkout);
    await expect(checkout.field("cc-name")).toHaveValue("Ada Lovelace");
    await simulate(order, { bank: "returns_twice" });
    await checkout.payWith(cards.challenged);
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    await page.close();
    const tab = await context.newPage();
    const reopened = await openCheckout(tab, order, place, shop);
    await reopened.answerBank(code);
    await expectEnding(() => seen.on(tab), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("3220"));
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: the check can be cancelled at the bank, also after it has checked the device, and on our page if the bank never returns, and neither is charged`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    await simulate(order, { bank: "checks_device" });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    await checkout.bank.getByRole("button", { name: "Cancel" }).click();
    await expectCheckFailed(checkout);
    await simulate(order, { bank: "never_returns" });
    await checkout.payWith(cards.challenged);
    await checkout.answerBank(code);
    await expect(checkout.bank.getByText("This bank was told not to send you back")).toBeVisible();
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.cancel.click();
    await expectCheckFailed(checkout);
    await checkout.cancel.click();
    await expectEnding(() => seen.on(page), money.notCharged, words.result.left);
    await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("failed");
    // A page around the frame gets the failure once.
    if (place === places[1]) await expect(page.locator("#heard li")).toHaveText([`failed ${order.transactionId}`]);
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 0 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a payer who passed the check waits at the form, and a decline says there that it was one`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method });
    await simulate(order, { gateway: "slow_3_s" });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challengedInVain);
    await moveClock(order, { stopped: true });
    await checkout.answerBank(code);
    await expect(checkout.checkout).toHaveAttribute("data-state", "authorising");
    await expect(checkout.pay).toHaveText(words.actions.paying);
    await moveClock(order, { advance_ms: 3_000 });
    await expect(checkout.summary).toContainText(words.notices.funds.title);
    await expect(checkout.money).toHaveText(money.notCharged);
    await expect(checkout.field("cc-csc")).toHaveValue("");
    await expect(checkout.field("cc-csc")).toBeFocused();
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a bank that refuses to be framed is replaced by a way out after 4 seconds, opens in a new window, passes axe, and the payment completes`, async ({
    page,
    context,
    shop,
    watch,
  }) => {
    watch.allow(/frame-ancestors|X-Frame-Options|refused to connect|Framing|chrome-error/i);
    await context.addInitScript(delayPassiveEffects);
    const order = await shop.order({ method });
    await simulate(order, { bank: "refuses_framing" });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    const frame = checkout.root.getByTestId("challenge-frame");
    await expect(frame).toBeVisible();
    // The browser's own error is never seen.
    await expect(checkout.root.getByText(words.challenge.opening)).toBeVisible();
    await expect(checkout.root.getByText(words.challenge.hidden)).toBeVisible();
    await expect(frame).toBeHidden();
    await expectAccessible(page, "the way out", { within: "main" });
    const opened = context.waitForEvent("page");
    await checkout.root.getByRole("link", { name: words.challenge.open }).click();
    const bank = await opened;
    await expect(bank.getByRole("textbox", { name: "Code" })).toBeVisible();
    await expectAccessible(bank, "the bank's page outside the frame");
    await bank.getByRole("textbox", { name: "Code" }).fill(code);
    await bank.getByRole("button", { name: "Confirm" }).click();
    await expect(checkout.heading("Back in the shop")).toBeVisible();
    await expectRedirect(shop, order, approval("3220"), 2);
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

/** In a busy browser React runs its passive effects late, so the bank may refuse the frame before them. */
function delayPassiveEffects() {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message: unknown) {
    setTimeout(() => postMessage.call(this, message), 300);
  };
}
