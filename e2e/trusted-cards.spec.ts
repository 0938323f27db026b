import { wordsOf } from "@/components/checkout/words/words-of";
import { expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
  type CheckoutPage,
  cards,
  expect,
  expectEnding,
  expectRedirect,
  fillIn,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { tabTo, typeCard } from "@/tests/support/browser/keyboard";
import { booksOf, simulate } from "@/tests/support/browser/sandbox";
import type { Order, Shop } from "@/tests/support/browser/shop";
import {
  chargeCard,
  createCard,
  deleteCard,
  openLiveMerchant,
  openVerifiedCard,
  readCard,
  requestCharge,
  sandboxMerchant,
  storeCardByRequest,
  verifyCard,
} from "@/tests/support/browser/trusted-cards";
import { takeTurns } from "@/tests/support/browser/turns";

/** A customer stores a card with a merchant and later pays with its code; the merchant verifies it in between. */

const storing = wordsOf("en", "card_create");
const charging = wordsOf("en", "card_charge");
const code = "123456";
const [full, simple] = ["credit_card_co", "3co_simple"] as const;
const returnTo = (shop: Shop) => `${shop.origin}/return?basket=7`;

/** Expects exactly the parameters of a stored card's redirect, and returns its uuid and amount. */
async function readStored(shop: Shop, order: Order): Promise<{ uuid: string; total: string }> {
  await expect.poll(() => shop.returnsOf(order).length, { message: "the customer comes back" }).toBe(1);
  const redirect = Object.fromEntries(shop.returnsOf(order)[0] ?? []);
  expect(redirect).toEqual({
    basket: "7",
    status: "success",
    transaction_id: order.transactionId,
    message: "[1-R00]: Transaction is approved.",
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    total: expect.stringMatching(/^[01]\.\d\d$/),
    tw_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  return { uuid: redirect.uuid ?? "", total: redirect.total ?? "" };
}

test("a card is stored through the bank's check, verified, charged through it again, and deleted", async ({
  page,
  shop,
  seen,
}) => {
  const created = await createCard(sandboxMerchant, returnTo(shop), full);
  const store = await openCheckout(page, created);
  await store.isScripted();
  await expect(store.checkout).toHaveAttribute("data-purpose", "card_create");
  await expect(store.heading("Store a card with Sandbox Shop")).toBeVisible();
  await expect(store.money).toHaveText(storing.money.not_charged);
  await store.storeCard(cards.challenged);
  await expect(store.heading(storing.challenge.heading)).toBeVisible();
  await store.answerBank(code);
  await expectEnding(() => seen.on(page), storing.money.charged, storing.result.success);
  const { uuid, total } = await readStored(shop, created);

  const fields = { order_id: "too-soon", response_url: returnTo(shop) };
  expect(await requestCharge(sandboxMerchant, uuid, fields)).toMatchObject({ status: 400 });
  expect(await verifyCard(sandboxMerchant, uuid, total)).toMatchObject({
    status: 200,
    data: { verified: true, pan: "************3220", exp_mm: "12", exp_yy: "34" },
  });
  await expect.poll(() => booksOf(created), "the small charge is given back").toEqual({ attempts: 1, charges: 0 });

  const order = await chargeCard(sandboxMerchant, uuid, { response_url: returnTo(shop), method: simple });
  const pay = await openCheckout(page, order);
  await pay.isScripted();
  await expect(pay.storedCard).toHaveText(/Visa.*3220.*12\/34/);
  await expect(pay.pay).toHaveText("Pay TTD 12.05");
  await pay.payByCode("123");
  await pay.answerBank(code);
  await expectEnding(() => seen.on(page), money.charged, words.result.success);
  await expectRedirect(shop, order, approval("3220"));
  expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });

  expect(await deleteCard(sandboxMerchant, uuid)).toMatchObject({ status: 200 });
  expect(await readCard(sandboxMerchant, uuid)).toMatchObject({ status: 404 });
  expect(await requestCharge(sandboxMerchant, uuid, fields)).toMatchObject({ status: 400 });
});

test("the third wrong amount deletes the card, and the small charge is given back", async ({ shop }) => {
  const { order, uuid } = await storeCardByRequest(cards.approved, returnTo(shop));
  for (let tries = 1; tries <= 3; tries++) {
    expect(await readCard(sandboxMerchant, uuid)).toMatchObject({ status: 200, data: { verified: false } });
    expect(await verifyCard(sandboxMerchant, uuid, "2.00")).toMatchObject({
      status: 400,
      message: "The amount is incorrect.",
    });
  }
  expect(await readCard(sandboxMerchant, uuid)).toMatchObject({ status: 404 });
  await expect.poll(() => booksOf(order)).toEqual({ attempts: 1, charges: 0 });
});

test("in live mode neither a page, the bank's included, nor the redirect shows the amount of the small charge", async ({
  page,
  context,
  watch,
}) => {
  const shop = "https://shop.example";
  const returns: string[] = [];
  watch.allowOrigin(shop);
  // A 204 answer keeps the browser on the last screen.
  await context.route(`${shop}/**`, (route) => {
    returns.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  // The search includes the page's scripts. The range of amounts and the missing fee are public.
  const expectNoAmount = async ({ root }: CheckoutPage) => {
    const content = (await root.innerHTML()).replace(/<(style|svg)[\s\S]*?<\/\1>/g, "");
    const html = content.replaceAll("USD 0.50 and 1.99", "").replaceAll("0.00", "");
    expect(html.match(/\b\d\.\d\d\b/g)).toBeNull();
  };
  const order = await createCard(await openLiveMerchant(), `${shop}/return`, full);
  const store = await openCheckout(page, order);
  await store.isScripted();
  await expect(store.root.getByTestId("order-total")).toHaveText(`USD *.**${words.summary.hidden}`);
  await expect(store.root.getByTestId("order-total").locator("[aria-hidden]")).toHaveText("*.**");
  await expectNoAmount(store);
  await store.storeCard(cards.challenged);
  await expect(store.bank.getByRole("textbox")).toBeVisible();
  await expectNoAmount(store);
  expect(await store.bank.locator("body").textContent()).not.toMatch(/\d\.\d\d/);
  await store.answerBank(code);
  await expect(store.heading(storing.result.success)).toBeVisible();
  await expectNoAmount(store);
  await expect.poll(() => returns).toHaveLength(1);
  const names = [...new URL(returns[0] ?? "").searchParams.keys()];
  expect(names.sort()).toEqual(["message", "status", "transaction_id", "tw_signature", "uuid"]);
});

test("without the customer's consent nothing is stored, and with it no mouse is needed", async ({
  page,
  shop,
  seen,
}) => {
  const created = await createCard(sandboxMerchant, returnTo(shop), simple);
  const store = await openCheckout(page, created);
  await store.isScripted();
  await expect(store.consent).not.toBeChecked();
  await typeCard(page, store, cards.approved);
  await tabTo(page, store, '[autocomplete="email"]');
  await page.keyboard.type("ada@example.com");
  await page.keyboard.press("Enter");
  await expect(store.summary).toBeFocused();
  await expect(store.summary.getByRole("link")).toHaveText([words.required.consent]);
  expect(await booksOf(created)).toEqual({ attempts: 0, charges: 0 });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(store.consent).toBeFocused();
  await expect(store.consent).toHaveAttribute("aria-describedby", "error-consent");
  await page.keyboard.press("Space");
  await expect(store.summary).toBeHidden();
  await tabTo(page, store, '[data-testid="pay"]');
  await page.keyboard.press("Enter");
  await expectEnding(() => seen.on(page), storing.money.charged, storing.result.success);
  await readStored(shop, created);
});

test("a stored card asks only for its code, and a decline says what the payer can do with this card", async ({
  page,
  shop,
}) => {
  const uuid = await openVerifiedCard(cards.amex, returnTo(shop));
  const order = await chargeCard(sandboxMerchant, uuid, { response_url: returnTo(shop), method: full });
  const pay = await openCheckout(page, order);
  await pay.isScripted();
  const fields = pay.root.locator("form#pay-form").locator("input:not([type=hidden]), select, textarea");
  await expect(fields).toHaveCount(1);
  await expect(fields).toHaveAttribute("autocomplete", "cc-csc");
  await expect(pay.storedCard).toHaveText(/American Express.*0005/);
  await pay.payByCode("123");
  await expect(pay.summary.getByRole("link")).toHaveText([fillIn(words.problems.cvc_invalid, { digits: 4 })]);
  await simulate(order, { gateway: "decline" });
  await pay.payByCode("1234");
  await expect(pay.summary).toContainText(charging.notices.declined.next);
  await expect(pay.summary).not.toContainText("another card");
  await expect(fields).toHaveValue("");
  await simulate(order, { gateway: "card" });
  await pay.root.getByTestId("sandbox-drawer").locator("summary").click();
  await pay.root.getByRole("button", { name: "Fill in the code" }).click();
  await pay.pay.click();
  await expectRedirect(shop, order, { ...approval(), card: "XXXXXXXXXXX0005" });
});

test("a card that is deleted while its page is open is not charged, and the page says why", async ({
  page,
  shop,
  seen,
}) => {
  const uuid = await openVerifiedCard(cards.approved, returnTo(shop));
  const order = await chargeCard(sandboxMerchant, uuid, { response_url: returnTo(shop), method: simple });
  const pay = await openCheckout(page, order);
  await pay.isScripted();
  expect(await deleteCard(sandboxMerchant, uuid)).toMatchObject({ status: 200 });
  await pay.payByCode("123");
  await expect(pay.root.getByText(words.notices.card_gone.title)).toBeVisible();
  await expectEnding(() => seen.on(page), money.notCharged, words.result.failed);
  await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("failed");
  expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
});

test.describe("with scripts switched off", () => {
  test.use({ javaScriptEnabled: false });

  test("a card is stored and charged, and not without consent", async ({ page, shop, watch }) => {
    watch.allow(/status of 400/);
    const goOn = fillIn(words.result.link, { merchant: "Sandbox Shop" });
    const created = await createCard(sandboxMerchant, returnTo(shop), full);
    const store = await openCheckout(page, created);
    await store.root.locator("form#pay-form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await store.pay.click();
    await expect(store.summary).toContainText(words.required.consent);
    await expect(store.consent).toHaveAttribute("required");
    await store.storeCard(cards.approved);
    await expect(store.heading(storing.result.success)).toBeVisible();
    await expect(store.money).toHaveText(storing.money.charged);
    await store.root.getByRole("link", { name: goOn }).click();
    const { uuid, total } = await readStored(shop, created);
    expect(await verifyCard(sandboxMerchant, uuid, total)).toMatchObject({ status: 200 });
    const order = await chargeCard(sandboxMerchant, uuid, { response_url: returnTo(shop), method: simple });
    const pay = await openCheckout(page, order);
    await pay.payByCode("123");
    await expect(pay.money).toHaveText(money.charged);
    await pay.root.getByRole("link", { name: goOn }).click();
    await expectRedirect(shop, order, approval());
  });
});

for (const method of takeTurns(1).methods()) {
  test(`${method}: storing a card, its errors, and the page of a stored one are accessible, and fit 320 px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const store = await openCheckout(page, await createCard(sandboxMerchant, returnTo(shop), method));
    await store.isScripted();
    await expectAccessible(page, "storing");
    await store.pay.click();
    await expect(store.summary).toBeFocused();
    await expectAccessible(page, "errors");
    await expectNothingSideways(store);
    const uuid = await openVerifiedCard(cards.approvedToo, returnTo(shop));
    const order = await chargeCard(sandboxMerchant, uuid, { response_url: returnTo(shop), method });
    const pay = await openCheckout(page, order);
    await pay.isScripted();
    await expectAccessible(page, "stored");
    await expectNothingSideways(pay);
  });
}

const expectNothingSideways = async ({ root }: CheckoutPage) =>
  expect(await root.evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
