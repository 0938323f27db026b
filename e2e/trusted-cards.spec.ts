import { wordsOf } from "@/components/checkout/words/words-of";
import { errorParts, expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
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
import { expectWhole } from "@/tests/support/browser/layout";
import { booksOf, simulate } from "@/tests/support/browser/sandbox";
import { chargeCard, createCard, openVerifiedCard, verifyCard } from "@/tests/support/browser/trusted-cards";
import { takeTurns } from "@/tests/support/browser/turns";

/** A customer stores a card with a merchant, and later pays with its code. lib/trusted-cards has the rest. */

const storing = wordsOf("en", "card_create");
const charging = wordsOf("en", "card_charge");
const turns = takeTurns(1);
const narrow = { width: 320, height: 640 };

for (const method of turns.methods()) {
  test(`${method}: a card is stored by keyboard at 320 px, with the customer's consent and the bank's check, and axe finds nothing`, async ({
    page,
    shop,
    seen,
  }) => {
    await page.setViewportSize(narrow);
    const created = await createCard({ response_url: `${shop.origin}/return?basket=7`, method });
    const store = await openCheckout(page, created);
    await store.isScripted();
    await expect(store.checkout).toHaveAttribute("data-purpose", "card_create");
    await expect(store.heading("Store a card with Sandbox Shop")).toBeVisible();
    await expect(store.money).toHaveCount(0);
    await expect(store.consent).not.toBeChecked();
    await expectAccessible(page, "storing", { within: "main" });
    await test.step("without consent nothing is stored", async () => {
      await typeCard(page, store, cards.challenged);
      await tabTo(page, store, '[autocomplete="email"]');
      await page.keyboard.type("ada@example.com");
      await page.keyboard.press("Enter");
      await expect(store.summary).toBeFocused();
      await expect(store.summary.getByRole("link")).toHaveText([words.problems.consent]);
      await expectAccessible(page, "errors", { within: errorParts });
      await expectWhole(store.root, "errors");
      expect(await booksOf(created)).toEqual({ attempts: 0, charges: 0 });
    });
    await test.step("the error leads to the consent, which is given by keyboard", async () => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(store.consent).toBeFocused();
      await expect(store.consent).toHaveAttribute("aria-describedby", "error-consent");
      await page.keyboard.press("Space");
      await expect(store.summary).toBeHidden();
      await tabTo(page, store, '[data-testid="pay"]');
      await page.keyboard.press("Enter");
    });
    await expect(store.heading(storing.challenge.heading)).toBeVisible();
    await store.answerBank();
    await expectEnding(() => seen.on(page), storing.money.charged, storing.result.success);
    await expect.poll(() => shop.returnsOf(created).length, { message: "the customer comes back" }).toBe(1);
    const redirect = Object.fromEntries(shop.returnsOf(created)[0] ?? []);
    expect(redirect).toEqual({
      basket: "7",
      status: "success",
      transaction_id: created.transactionId,
      message: "[1-R00]: Transaction is approved.",
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      total: expect.stringMatching(/^[01]\.\d\d$/),
      tw_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await verifyCard(redirect.uuid ?? "", redirect.total ?? "")).toMatchObject({
      status: 200,
      data: { verified: true, pan: "************3220", exp_mm: "12", exp_yy: "34" },
    });
    await expect.poll(() => booksOf(created), "the small charge is given back").toEqual({ attempts: 1, charges: 0 });
  });
}

for (const method of turns.methods()) {
  test(`${method}: a stored card asks only for its code, fits 320 px, passes axe, and a decline says what the payer can do with this card`, async ({
    page,
    shop,
    seen,
  }) => {
    await page.setViewportSize(narrow);
    const response_url = `${shop.origin}/return?basket=7`;
    const uuid = await openVerifiedCard({ card_number: cards.amex, cvc: "1234", expiry: "12/34" }, response_url);
    const order = await chargeCard(uuid, { response_url, method });
    const pay = await openCheckout(page, order);
    await pay.isScripted();
    const fields = pay.root.locator("form#pay-form").locator("input:not([type=hidden]), select, textarea");
    await expect(fields).toHaveCount(1);
    await expect(fields).toHaveAttribute("autocomplete", "cc-csc");
    await expect(pay.storedCard).toHaveText(/American Express.*0005.*12\/34/);
    await expect(pay.pay).toHaveText("Pay TTD 12.05");
    await expectAccessible(page, "stored", { within: "main" });
    await expectWhole(pay.root, "stored");
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
    await expectEnding(() => seen.on(page), money.charged, words.result.success);
    await expectRedirect(shop, order, { ...approval(), card: "XXXXXXXXXXX0005" });
    expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
  });
}
