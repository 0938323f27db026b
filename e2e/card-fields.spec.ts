import type { Locator } from "@playwright/test";
import { sandbox } from "@/lib/reference/sandbox";
import { expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
  cards,
  expect,
  expectRedirect,
  fillIn,
  masked,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { booksOf } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** The card's own fields, typed, pasted and filled in by programs. */

const paste = async (field: Locator, text: string) => {
  await field.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    (element as HTMLInputElement).focus();
    if (element.dispatchEvent(event)) document.execCommand("insertText", false, pasted);
  }, text);
};

/** Fills in like a browser or password manager: sets the value and sends input events, without keystrokes. */
const inject = (field: Locator, text: string) =>
  field.evaluate((element, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, value);
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }, text);

const caretOf = (field: Locator) => field.evaluate((element) => (element as HTMLInputElement).selectionStart);

test("the number is grouped as printed and its network is named, typed or pasted, the date gets its slash, the code takes only digits, and the caret stays where the customer is editing", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  const [number, expiry, cvc] = [checkout.field("cc-number"), checkout.field("cc-exp"), checkout.field("cc-csc")];
  await test.step("the number is typed", async () => {
    await number.pressSequentially(cards.amex);
    await expect(number).toHaveValue("3782 822463 10005");
    await expect(checkout.root.getByRole("status").filter({ hasText: "American Express" })).toBeVisible();
    await expect(checkout.root.getByText(words.hints.cvcFront)).toBeVisible();
    await number.fill("");
    await number.pressSequentially(cards.approved);
    await expect(number).toHaveValue("4111 1111 1111 1111");
    await expect(checkout.root.getByRole("status").filter({ hasText: "Visa" })).toBeVisible();
  });
  await test.step("the number is edited", async () => {
    await number.evaluate((element) => (element as HTMLInputElement).setSelectionRange(6, 6));
    await page.keyboard.press("Backspace");
    await expect(number).toHaveValue("4111 1111 1111 111");
    expect(await caretOf(number)).toBe(4);
    await page.keyboard.type("2");
    await expect(number).toHaveValue("4111 2111 1111 1111");
    expect(await caretOf(number)).toBe(6);
    // After a space, Backspace deletes the digit before it.
    await number.evaluate((element) => (element as HTMLInputElement).setSelectionRange(5, 5));
    await page.keyboard.press("Backspace");
    await expect(number).toHaveValue("4112 1111 1111 111");
    expect(await caretOf(number)).toBe(3);
  });
  await test.step("the number is pasted", async () => {
    for (const text of ["4111-1111-1111-1111", " 4111 1111 1111 1111 ", "4111111111111111\t", "4111.1111.1111.1111"]) {
      await number.fill("");
      await paste(number, text);
      await expect(number).toHaveValue("4111 1111 1111 1111");
    }
  });
  await test.step("the date is typed, and filled in in any spelling", async () => {
    await expect(expiry).toHaveAttribute("placeholder", words.hints.expiry);
    await expiry.pressSequentially("831");
    await expect(expiry, "the slash appears while typing").toHaveValue("08 / 31");
    await expiry.press("Backspace");
    await expiry.press("Backspace");
    await expiry.press("Backspace");
    await expect(expiry, "the slash can be deleted").toHaveValue("08 /");
    // expiry-text.test.ts and card-fields.test.ts have the other spellings.
    for (const text of ["2031-08", "8/31", "082031"]) {
      await inject(expiry, text);
      await expiry.focus();
      await expiry.blur();
      await expect(expiry, text).toHaveValue("08 / 31");
      await expect(expiry, text).not.toHaveAttribute("aria-invalid");
    }
  });
  await test.step("the code is typed, pasted and filled in with letters and spaces", async () => {
    await cvc.pressSequentially("1a 2-3");
    await expect(cvc).toHaveValue("123");
    await cvc.evaluate((element) => (element as HTMLInputElement).setSelectionRange(1, 1));
    await page.keyboard.type("x");
    await expect(cvc).toHaveValue("123");
    expect(await caretOf(cvc)).toBe(1);
    for (const enter of [paste, inject]) {
      await cvc.fill("");
      await enter(cvc, " 1 2 3 4 5");
      await expect(cvc).toHaveValue("1234");
    }
  });
});

test("wrong values are reported on leaving their fields, never while typing, and Pay sends none of them", async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/status of 400/);
  // The legacy method needs no email in the request.
  const order = await shop.order({ method: "credit_card", email: "", card_type: "amex" });
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  const [number, expiry, cvc] = [checkout.field("cc-number"), checkout.field("cc-exp"), checkout.field("cc-csc")];
  const [name, email] = [checkout.field("cc-name"), checkout.field("email")];
  const leave = async (field: Locator, text: string) => {
    await field.fill(text);
    await field.blur();
  };
  const expectSaid = (text: string) => expect(checkout.root.getByText(text)).toBeVisible();
  const wrongCode = (digits: number) => fillIn(words.problems.cvc_invalid, { digits });
  const noCardData = (field: string) => fillIn(words.problems.card_data_here, { field });

  await test.step("the shop's card_type sets the code's hint and length until the number shows its network", async () => {
    await expectSaid(words.hints.cvcFront);
    await leave(cvc, "123");
    await expectSaid(wrongCode(4));
    await leave(cvc, "1234");
    await expect(cvc).not.toHaveAttribute("aria-invalid");
    // No network's numbers begin with 9.
    await number.fill("9");
    await expectSaid(words.hints.cvcFront);
    await number.fill("4");
    await expectSaid(words.hints.cvcBack);
    await leave(cvc, "1234");
    await expectSaid(wrongCode(3));
    await number.fill("");
    await expectSaid(words.hints.cvcFront);
    await expect(cvc).not.toHaveAttribute("aria-invalid");
  });
  await test.step("a wrong number and a date in the past", async () => {
    await number.pressSequentially("4111 1111 1111 1112");
    await expect(number).not.toHaveAttribute("aria-invalid");
    await number.blur();
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await expectSaid(words.problems.card_number_invalid);
    await number.press("End");
    await number.press("Backspace");
    await page.keyboard.type("1");
    await expect(number).not.toHaveAttribute("aria-invalid");
    await leave(expiry, "01/20");
    await expectSaid(words.problems.expiry_past);
    await leave(expiry, "12/34");
  });
  await test.step("an email beside the card leaves the optional details folded", async () => {
    await leave(email, "ada@");
    await expectSaid(words.problems.email_invalid);
    await expect(checkout.billingCountry).toBeHidden();
  });
  await test.step("a network that we do not take, and card numbers and codes in fields for a name or an address", async () => {
    await checkout.openDetails();
    await checkout.field("billing address-line1").fill("4111 1111 1111 1111");
    await number.fill("30569309025904");
    await expect(number).toHaveValue("3056 930902 5904");
    await cvc.fill("1234");
    await name.fill("4111111111111111");
    await email.fill(sandbox.merchant.email);
    await checkout.pay.click();
    const refused = fillIn(words.problems.network_refused, { network: "Diners Club" });
    await expect(checkout.summary.getByRole("link")).toHaveText([
      refused,
      noCardData(words.labels.card_name),
      noCardData(words.labels.address1),
    ]);
    await expect(checkout.root.getByRole("radio")).toHaveCount(0);
    await leave(name, "123");
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await name.fill("Ada Lovelace");
    await checkout.field("billing address-line1").fill("");
  });
  await test.step("a short code of American Express", async () => {
    await number.fill(cards.amex);
    await cvc.fill("123");
    await checkout.pay.click();
    await expect(checkout.summary.getByRole("link")).toHaveText([wrongCode(4)]);
    await expect(cvc).toHaveAttribute("aria-invalid", "true");
    await cvc.fill("1234");
    await expect(cvc).not.toHaveAttribute("aria-invalid");
  });
  expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
  await test.step("the merchant's own email address, which only the server recognises", async () => {
    await checkout.pay.click();
    await expect(checkout.summary).toBeFocused();
    await expect(checkout.summary).toContainText("The email must differ from the merchant's own email address.");
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await email.fill("ada@example.com");
    await expect(email).not.toHaveAttribute("aria-invalid");
  });
  await checkout.pay.click();
  await expectRedirect(shop, order, { ...approval(), card: "XXXXXXXXXXX0005" });
});

test("a form can be paid that a program filled in without keystrokes, or without any event", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await test.step("values with events are formatted", async () => {
    await checkout.isScripted();
    await inject(checkout.field("cc-number"), cards.declined);
    await inject(checkout.field("cc-exp"), "2034-12");
    await inject(checkout.field("cc-csc"), "123");
    await inject(checkout.field("cc-name"), "Ada Lovelace");
    await expect(checkout.field("cc-number")).toHaveValue("4000 0000 0000 0002");
    await checkout.pay.click();
    await expect(checkout.summary).toContainText(words.notices.declined.title);
  });
  await test.step("values without events in an untouched form are read on submit", async () => {
    await page.reload();
    await checkout.isScripted();
    const values = { "cc-number": cards.approved, "cc-exp": "12/2034", "cc-csc": "123", "cc-name": "Ada Lovelace" };
    for (const [token, text] of Object.entries(values)) {
      await checkout.field(token).evaluate((element, value) => Object.assign(element, { value }), text);
    }
    await checkout.pay.click();
    await expectRedirect(shop, order, approval());
  });
});

for (const { method, place } of takeTurns(1).settings()) {
  test(`${method} ${place}: a card of an unknown network asks for it, with the shop's choice selected, requires a choice accessibly if there is none, and the customer's choice pays`, async ({
    page,
    shop,
  }) => {
    const unknown = "9111111111111110";
    const chosen = await openCheckout(page, await shop.order({ method, card_type: "discover" }), place, shop);
    await chosen.fillCard({ number: unknown });
    await expect(chosen.root.getByRole("radio", { name: "Discover" })).toBeChecked();
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.fillCard({ number: unknown });
    const choice = checkout.root.getByRole("group", { name: /Card network/ });
    await checkout.pay.click();
    await expect(checkout.summary.getByRole("link")).toHaveText(["Choose your card network."]);
    await expectAccessible(page, "the choice of a network with its error");
    await choice.getByRole("radio", { name: "Visa" }).check();
    await checkout.pay.click();
    await expectRedirect(shop, order, { ...approval(), card: masked("1110") });
  });
}
