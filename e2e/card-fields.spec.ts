import type { Locator } from "@playwright/test";
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

const turns = takeTurns(1);

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

test("the number is grouped as printed and its network is named, typed or pasted, and the caret stays where the customer is editing", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  const number = checkout.field("cc-number");
  await test.step("typed", async () => {
    await number.pressSequentially(cards.amex);
    await expect(number).toHaveValue("3782 822463 10005");
    await expect(checkout.root.getByRole("status").filter({ hasText: "American Express" })).toBeVisible();
    await expect(checkout.root.getByText(words.hints.cvcFront)).toBeVisible();
    await number.fill("");
    await number.pressSequentially(cards.approved);
    await expect(number).toHaveValue("4111 1111 1111 1111");
    await expect(checkout.root.getByRole("status").filter({ hasText: "Visa" })).toBeVisible();
  });
  await test.step("edited", async () => {
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
  await test.step("pasted", async () => {
    for (const text of ["4111-1111-1111-1111", " 4111 1111 1111 1111 ", "4111111111111111\t", "4111.1111.1111.1111"]) {
      await number.fill("");
      await paste(number, text);
      await expect(number).toHaveValue("4111 1111 1111 1111");
    }
  });
});

test("Amex has a code of four digits, and three are reported at the field", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.fillCard({ number: cards.amex, cvc: "123" });
  await checkout.pay.click();
  await expect(checkout.summary).toContainText(fillIn(words.problems.cvc_invalid, { digits: 4 }));
  await expect(checkout.field("cc-csc")).toHaveAttribute("aria-invalid", "true");
  await expect(checkout.root.getByText(words.hints.cvcFront)).toBeVisible();
  await checkout.field("cc-csc").fill("1234");
  await expect(checkout.field("cc-csc")).not.toHaveAttribute("aria-invalid");
  await checkout.pay.click();
  await expectRedirect(shop, order, { ...approval(), card: "XXXXXXXXXXX0005" });
});

test("a form that a program filled in without keystrokes can be paid", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  await inject(checkout.field("cc-number"), cards.approved);
  await inject(checkout.field("cc-exp"), "2034-12");
  await inject(checkout.field("cc-csc"), "123");
  await inject(checkout.field("cc-name"), "Ada Lovelace");
  await expect(checkout.field("cc-number")).toHaveValue("4111 1111 1111 1111");
  await checkout.pay.click();
  await expectRedirect(shop, order, approval());
});

test("values set without any event in an untouched form are read on submit", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  const values = { "cc-number": cards.approved, "cc-exp": "12/2034", "cc-csc": "123", "cc-name": "Ada Lovelace" };
  for (const [token, text] of Object.entries(values)) {
    await checkout.field(token).evaluate((element, value) => Object.assign(element, { value }), text);
  }
  await checkout.pay.click();
  await expectRedirect(shop, order, approval());
});

test("expiry dates are accepted in every spelling, and wrong numbers and dates are reported on leaving the field, never while typing", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  const [number, expiry] = [checkout.field("cc-number"), checkout.field("cc-exp")];
  for (const text of ["08/2031", "2031-08", "8 / 31", "0831", "08/31", "8/31", "08-31", "082031", "08 / 2031"]) {
    await inject(expiry, text);
    await expiry.focus();
    await expiry.blur();
    await expect(expiry, text).toHaveValue("08 / 31");
    await expect(expiry, text).not.toHaveAttribute("aria-invalid");
  }
  await expiry.fill("");
  await expiry.pressSequentially("831");
  await expect(expiry, "the slash appears while typing").toHaveValue("08 / 31");
  await expiry.press("Backspace");
  await expiry.press("Backspace");
  await expiry.press("Backspace");
  await expect(expiry, "the slash can be deleted").toHaveValue("08 /");
  await number.pressSequentially("4111 1111 1111 1112");
  await expect(number).not.toHaveAttribute("aria-invalid");
  await number.blur();
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await expect(checkout.root.getByText(words.problems.card_number_invalid)).toBeVisible();
  await number.press("End");
  await number.press("Backspace");
  await page.keyboard.type("1");
  await expect(number).not.toHaveAttribute("aria-invalid");
  await expiry.fill("01/20");
  await expiry.blur();
  await expect(checkout.root.getByText(words.problems.expiry_past)).toBeVisible();
  await expect(expiry).toHaveAttribute("placeholder", words.hints.expiry);
});

test("a network that we do not take is named, and neither asks for the network nor sends anything", async ({
  page,
  shop,
}) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.fillCard({ number: "30569309025904" });
  await expect(checkout.field("cc-number")).toHaveValue("3056 930902 5904");
  const refused = fillIn(words.problems.network_refused, { network: "Diners Club" });
  await expect(checkout.root.getByText(refused)).toBeVisible();
  await checkout.pay.click();
  await expect(checkout.summary.getByRole("link")).toHaveText([refused]);
  await expect(checkout.root.getByRole("radio")).toHaveCount(0);
  expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
});

test("a card number or code in a name or address field is refused there, and nothing is sent", async ({
  page,
  shop,
}) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.openDetails();
  await checkout.field("billing address-line1").fill("4111 1111 1111 1111");
  await checkout.fillCard({ number: cards.approved, name: "4111111111111111" });
  await checkout.pay.click();
  await expect(checkout.summary).toContainText(
    fillIn(words.problems.card_data_here, { field: words.labels.card_name }),
  );
  await expect(checkout.summary).toContainText(fillIn(words.problems.card_data_here, { field: words.labels.address1 }));
  await checkout.field("cc-name").fill("123");
  await checkout.field("cc-name").blur();
  await expect(checkout.field("cc-name")).toHaveAttribute("aria-invalid", "true");
  expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
});

test("the shop's card_type sets the security code's hint and length until the number shows its network", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order({ card_type: "amex" }));
  await checkout.isScripted();
  const [number, cvc] = [checkout.field("cc-number"), checkout.field("cc-csc")];
  const leaveCode = async (code: string) => {
    await cvc.fill(code);
    await cvc.blur();
  };
  await expect(checkout.root.getByText(words.hints.cvcFront)).toBeVisible();
  await leaveCode("123");
  await expect(checkout.root.getByText(fillIn(words.problems.cvc_invalid, { digits: 4 }))).toBeVisible();
  await leaveCode("1234");
  await expect(cvc).not.toHaveAttribute("aria-invalid");
  // No network's numbers begin with 9.
  await number.fill("9");
  await expect(checkout.root.getByText(words.hints.cvcFront)).toBeVisible();
  await number.fill("4");
  await expect(checkout.root.getByText(words.hints.cvcBack)).toBeVisible();
  await leaveCode("1234");
  await expect(checkout.root.getByText(fillIn(words.problems.cvc_invalid, { digits: 3 }))).toBeVisible();
  await number.fill("");
  await expect(checkout.root.getByText(words.hints.cvcFront)).toBeVisible();
  await expect(cvc).not.toHaveAttribute("aria-invalid");
});

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a card of an unknown network asks for it accessibly, with the shop's choice selected, and the customer's choice pays`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method, card_type: "discover" });
    const checkout = await openCheckout(page, order, place, shop);
    await checkout.fillCard({ number: "9111111111111110", name: "" });
    const choice = checkout.root.getByRole("group", { name: /Card network/ });
    await expect(choice.getByRole("radio", { name: "Discover" })).toBeChecked();
    await checkout.pay.click();
    await expect(checkout.summary).toBeVisible();
    await expectAccessible(page, "the choice of a network and errors");
    await checkout.field("cc-name").fill("Ada Lovelace");
    await choice.getByRole("radio", { name: "Visa" }).check();
    await checkout.pay.click();
    await expectRedirect(shop, order, { ...approval(), card: masked("1110") });
  });
}
