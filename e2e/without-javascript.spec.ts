import { errorParts, expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
  type CheckoutPage,
  cards,
  expect,
  expectRedirect,
  fillIn,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { expectWhole } from "@/tests/support/browser/layout";
import { booksOf } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/**
 * The form works before its scripts run and without them. Without scripts a browser only sends forms, so HTTP tests
 * have the rest: refused-form.http.test.ts, page-texts.http.test.ts and those of stored cards.
 */

/** What Chromium writes to the console about a refused form. */
const refusal = /status of 400/;

test.describe("with scripts switched off", () => {
  test.use({ javaScriptEnabled: false });

  const pay = async (checkout: CheckoutPage, number: string) => {
    await checkout.enterCard({ number });
    await checkout.pay.click();
  };

  for (const method of takeTurns().methods()) {
    test(`${method}: a refused form shows the cause, keeps what was typed except the card, and is paid after a decline and the bank's check, in another language`, async ({
      page,
      shop,
      watch,
    }) => {
      watch.allow(refusal);
      const order = await shop.order({ method, avs: 1, country: "US" });
      const checkout = await openCheckout(page, order);
      await expect(checkout.money).toHaveCount(0);
      await test.step("a refused form", async () => {
        await checkout.field("billing address-line1").fill("1 Main Street");
        await checkout.field("billing address-level2").fill("Albany");
        await checkout.billingState.selectOption("US-NY");
        await checkout.field("billing postal-code").fill("12207");
        await checkout.field("tel-national").fill("868 291 1234");
        await checkout.enterCard({ number: "4111111111111112", expiry: "01/20" });
        await checkout.pay.click();
        await expect(checkout.summary).toContainText(words.problems.card_number_invalid);
        await expect(checkout.money).toHaveCount(0);
        expect(page.url()).toBe(`${order.url}/pay?lang=en`);
        for (const name of ["cc-number", "cc-exp", "cc-csc"]) await expect(checkout.field(name)).toHaveValue("");
        await expect(checkout.field("billing address-line1")).toHaveValue("1 Main Street");
        await expect(checkout.field("tel-national")).toHaveValue("868 291 1234");
        await expect(checkout.billingState).toHaveValue("US-NY");
        await expectWhole(checkout.root, "a refused form without JavaScript");
        await checkout.summary.getByRole("link", { name: words.problems.expiry_past }).click();
        await expect(checkout.field("cc-exp")).toBeInViewport();
      });
      await test.step("a decline, whose address contains nothing of the form", async () => {
        await pay(checkout, cards.declined);
        await expect(checkout.summary).toContainText(words.notices.declined.title);
        expect(page.url()).toBe(`${order.url}?lang=en`);
      });
      await test.step("the bank's check", async () => {
        await pay(checkout, cards.challenged);
        await expect(checkout.heading(words.challenge.heading)).toBeVisible();
        await checkout.bank.getByRole("button", { name: "Continue to your bank" }).click();
        await checkout.bank.getByRole("textbox").fill("123456");
        await checkout.bank.getByRole("button", { name: "Confirm" }).click();
        await checkout.bank.getByRole("button", { name: "Return to the shop" }).click();
        await checkout.bank.getByRole("link", { name: "Continue" }).click();
      });
      await expect(checkout.heading(words.result.success)).toBeVisible();
      await expect(checkout.money).toHaveText(money.charged);
      await checkout.root.getByRole("link", { name: fillIn(words.result.link, { merchant: "Sandbox Shop" }) }).click();
      await expect(page.getByRole("heading", { name: "Back in the shop" })).toBeVisible();
      await expectRedirect(shop, order, approval("3220"));
      expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
    });
  }

  test("the payer chooses another language, also on a refused form, and leaves", async ({ page, shop, watch }) => {
    watch.allow(refusal);
    const order = await shop.order();
    const checkout = await openCheckout(page, order);
    const choose = async (language: string, name: string) => {
      await page.getByLabel(name).selectOption(language);
      await page.getByRole("button", { name: "OK" }).click();
      await expect(page).toHaveURL(`${order.url}?lang=${language}`);
      await expect(checkout.root).toHaveAttribute("lang", language);
    };
    await choose("es", "Language");
    await pay(checkout, "4111111111111112");
    await expect(checkout.summary).toBeVisible();
    await choose("en", "Idioma");
    await checkout.cancel.click();
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.root.getByRole("link", { name: fillIn(words.result.link, { merchant: "Sandbox Shop" }) }).click();
    await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("failed");
  });
});

test("a form that was posted before the scripts ran goes on with them, and errors go when the field changes", async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(refusal);
  watch.allow(/net::ERR_FAILED/);
  const order = await shop.order();
  await page.route("**/*.js", (route) => route.abort());
  const checkout = await openCheckout(page, order);
  await checkout.enterCard({ number: "4111111111111112" });
  await checkout.openDetails();
  await page.locator('input[type="email"]').fill("ada@example.com");
  await page.unroute("**/*.js");
  await checkout.pay.click();
  await expect(checkout.summary).toContainText(words.problems.card_number_invalid);
  await checkout.isScripted();
  await expectAccessible(page, "a refused form", { within: errorParts });
  await expect(page.locator('input[type="email"]')).toHaveValue("ada@example.com");
  await checkout.field("cc-number").fill(cards.approved);
  await expect(checkout.field("cc-number")).not.toHaveAttribute("aria-invalid");
  await checkout.enterCard({ number: cards.approved });
  await checkout.pay.click();
  await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("success");
});

test("a payer can type while scripts still load, and the typed text stays", async ({ page, shop }) => {
  const order = await shop.order();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(order.url, { waitUntil: "commit" });
  const number = page.locator('[autocomplete="cc-number"]');
  await number.fill("4111111111111111");
  await page.locator('[autocomplete="cc-name"]').fill("Ada Lovelace");
  release();
  await expect(page.locator("form#pay-form[novalidate]")).toBeAttached();
  await expect(page.locator('[autocomplete="cc-name"]')).toHaveValue("Ada Lovelace");
  await expect(number).toHaveValue(/^4111 ?1111 ?1111 ?1111$/);
  await expect(page.getByRole("status").filter({ hasText: "Visa" })).toBeVisible();
});
