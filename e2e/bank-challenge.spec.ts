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

const turns = takeTurns();

const expectCheckFailed = async (checkout: CheckoutPage) => {
  await expect(checkout.summary).toContainText(words.notices.authentication.title);
  await expect(checkout.money).toHaveText(money.notCharged);
};

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a customer who passes the bank's check is charged once, even by a bank that returns twice to a reopened tab`, async ({
    page,
    context,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    await simulate(order, { bank: "returns_twice" });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    await expect(checkout.heading(words.challenge.heading)).toBeVisible();
    await expect(checkout.root.getByText(words.challenge.why)).toBeVisible();
    await expect(checkout.money).toHaveText(money.notCharged);
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    await page.close();
    const tab = await context.newPage();
    const reopened = await openCheckout(tab, order, place, shop);
    await reopened.answerBank(code);
    await expectEnding(() => seen.on(tab), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("3220"));
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: three wrong codes lead back to the form, where the next attempt pays once, even by a bank that returns twice`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    await checkout.answerBank(wrongCode);
    await expect(checkout.bank.getByText("Wrong code. 2 tries left.")).toBeVisible();
    await checkout.answerBank(wrongCode);
    await expect(checkout.bank.getByText("Wrong code. 1 try left.")).toBeVisible();
    await checkout.answerBank(wrongCode);
    await expectCheckFailed(checkout);
    await expect(checkout.field("cc-csc")).toBeFocused();
    await expect(checkout.field("cc-name")).toHaveValue("Ada Lovelace");
    await simulate(order, { bank: "returns_twice" });
    await checkout.payWith(cards.challenged);
    await checkout.answerBank(code);
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("3220"));
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: the check can be cancelled at the bank and on our page, and neither is charged`, async ({
    page,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    await checkout.bank.getByRole("button", { name: "Cancel" }).click();
    await expectCheckFailed(checkout);
    await expect(checkout.field("cc-csc")).toBeFocused();
    await checkout.payWith(cards.challenged);
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    await checkout.cancel.click();
    await expectCheckFailed(checkout);
    await checkout.cancel.click();
    await expectEnding(() => seen.on(page), money.notCharged, words.result.failed);
    await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("failed");
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 0 });
  });
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a customer can abandon a bank that never sends them back, is not charged, and pays with another card`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method });
    await simulate(order, { bank: "never_returns" });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.payWith(cards.challenged);
    await checkout.answerBank(code);
    await expect(checkout.bank.getByText("This bank was told not to send you back")).toBeVisible();
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.cancel.click();
    await expectCheckFailed(checkout);
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 0 });
    await simulate(order, { bank: "normal" });
    await checkout.payWith(cards.approved);
    await expectRedirect(shop, order, approval());
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
  });
}

test("a bank that refuses to be framed is replaced by a way out after 4 seconds, opens in a new window, passes axe, and the payment completes", async ({
  page,
  context,
  shop,
  seen,
  watch,
}) => {
  watch.allow(/frame-ancestors|X-Frame-Options|refused to connect|Framing|chrome-error/i);
  await page.addInitScript(delayPassiveEffects);
  const order = await shop.order();
  await simulate(order, { bank: "refuses_framing" });
  const checkout = await openCheckout(page, order);
  await checkout.payWith(cards.challenged);
  const frame = checkout.root.getByTestId("challenge-frame");
  await expect(frame).toBeVisible();
  await expect(checkout.root.getByText(words.challenge.hidden)).toBeVisible();
  await expect(frame).toBeHidden();
  await expectAccessible(page, "the way out");
  const opened = context.waitForEvent("page");
  await checkout.root.getByRole("link", { name: words.challenge.open }).click();
  const bank = await opened;
  await expect(bank.getByRole("textbox", { name: "Code" })).toBeVisible();
  await expectAccessible(bank, "the bank's page outside the frame");
  await bank.getByRole("textbox", { name: "Code" }).fill(code);
  await bank.getByRole("button", { name: "Confirm" }).click();
  await expectEnding(() => seen.on(page), money.charged, words.result.success);
  await expectRedirect(shop, order, approval("3220"), 2);
  expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
});

test("from a shop's frame, a bank that refuses to be framed opens in a new tab, and the frame continues", async ({
  page,
  context,
  shop,
  watch,
}) => {
  watch.allow(/frame-ancestors|X-Frame-Options|refused to connect|Framing|chrome-error/i);
  const order = await shop.order({ method: "3co_simple" });
  await simulate(order, { bank: "refuses_framing" });
  const checkout = await openCheckout(page, order, places[1], shop);
  await checkout.payWith(cards.challenged);
  const opened = context.waitForEvent("page");
  await checkout.root.getByRole("link", { name: words.challenge.open }).click();
  const bank = await opened;
  await bank.getByRole("textbox", { name: "Code" }).fill(code);
  await bank.getByRole("button", { name: "Confirm" }).click();
  await expect(checkout.heading("Back in the shop")).toBeVisible();
  for (const redirect of shop.returnsOf(order)) expect(redirect.get("status")).toBe("success");
  expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
});

test("a bank's answer after the session ended moves no money", async ({ page, context, shop, seen }) => {
  const order = await shop.order();
  await simulate(order, { bank: "returns_late" });
  const checkout = await openCheckout(page, order);
  await checkout.payWith(cards.challenged);
  await checkout.answerBank(code);
  const back = checkout.bank.getByRole("button", { name: "Return to the shop" });
  await expect(back).toBeVisible();
  const form = await checkout.bank.locator("form").evaluate((element) => ({
    action: (element as HTMLFormElement).action,
    fields: Object.fromEntries(new FormData(element as HTMLFormElement)) as Record<string, string>,
  }));
  await moveClock(order, { advance_ms: 181_000 });
  await checkout.lookAgain();
  await expectEnding(() => seen.on(page), money.notCharged, words.result.expired);
  const late = await context.request.post(form.action, { form: form.fields });
  expect(late.status()).toBe(200);
  await expectRedirect(shop, order, {
    status: "failed",
    message: "[2-REX]: The session expired.",
    total: "0.00",
    card: "XXXXXXXXXXXX3220",
  });
  expect(await booksOf(order)).toEqual({ attempts: 1, charges: 0 });
});

/** In a busy browser React runs its passive effects late, so the bank may refuse the frame before them. */
function delayPassiveEffects() {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message: unknown) {
    setTimeout(() => postMessage.call(this, message), 300);
  };
}
