import { expectAccessible } from "@/tests/support/browser/accessible";
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
import { booksOf, moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** The form works before its scripts run and without them. */

const turns = takeTurns();

/** What Chromium writes to the console about a refused form. */
const refusal = /status of 400/;

test.describe("with scripts switched off", () => {
  test.use({ javaScriptEnabled: false });

  const pay = async (checkout: CheckoutPage, number: string) => {
    await checkout.enterCard({ number });
    await checkout.pay.click();
  };

  for (const method of turns.methods()) {
    test(`${method}: a payment after a decline ends with a link to the shop`, async ({ page, shop }) => {
      const order = await shop.order({ method });
      const checkout = await openCheckout(page, order);
      await expect(checkout.money).toHaveText(money.notCharged);
      await pay(checkout, cards.declined);
      await expect(checkout.summary).toContainText(words.notices.declined.title);
      // The address contains nothing of the form.
      expect(page.url()).toBe(`${order.url}?lang=en`);
      await pay(checkout, cards.approved);
      await expect(checkout.heading(words.result.success)).toBeVisible();
      await expect(checkout.money).toHaveText(money.charged);
      await checkout.root.getByRole("link", { name: fillIn(words.result.link, { merchant: "Sandbox Shop" }) }).click();
      await expect(page.getByRole("heading", { name: "Back in the shop" })).toBeVisible();
      await expectRedirect(shop, order, approval());
      expect(await booksOf(order)).toEqual({ attempts: 2, charges: 1 });
    });
  }

  test("a refused form shows the cause, keeps what was typed except the card, and can be paid then", async ({
    page,
    shop,
    watch,
  }) => {
    watch.allow(refusal);
    const order = await shop.order({ avs: 1, country: "US" });
    const checkout = await openCheckout(page, order);
    await checkout.field("billing address-line1").fill("1 Main Street");
    await checkout.field("billing address-level2").fill("Albany");
    await checkout.billingState.selectOption("US-NY");
    await checkout.field("billing postal-code").fill("12207");
    await checkout.field("tel-national").fill("868 291 1234");
    await checkout.enterCard({ number: "4111111111111112", expiry: "01/20" });
    await checkout.pay.click();
    await expect(checkout.summary).toContainText(words.problems.card_number_invalid);
    await expect(checkout.summary).toContainText(words.problems.expiry_past);
    await expect(checkout.money).toHaveText(money.notCharged);
    expect(page.url()).toBe(`${order.url}/pay?lang=en`);
    for (const name of ["cc-number", "cc-exp", "cc-csc"]) await expect(checkout.field(name)).toHaveValue("");
    await expect(checkout.field("billing address-line1")).toHaveValue("1 Main Street");
    await expect(checkout.field("tel-national")).toHaveValue("868 291 1234");
    await expect(checkout.billingState).toHaveValue("US-NY");
    await expectWhole(checkout.root, "a refused form without JavaScript");
    await checkout.summary.getByRole("link", { name: words.problems.expiry_past }).click();
    await expect(checkout.field("cc-exp")).toBeInViewport();
    await pay(checkout, cards.approved);
    await expect(checkout.heading(words.result.success)).toBeVisible();
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });

  test("the language can be changed on a refused form", async ({ page, shop, watch }) => {
    watch.allow(refusal);
    const order = await shop.order();
    const checkout = await openCheckout(page, order);
    await pay(checkout, "4111111111111112");
    await expect(checkout.summary).toBeVisible();
    await page.getByLabel("Language").selectOption("es");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    expect(page.url()).toBe(`${order.url}?lang=es`);
  });

  test("the bank's check is passed, and the page goes on", async ({ page, shop }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, order);
    await pay(checkout, cards.challenged);
    await expect(checkout.heading(words.challenge.heading)).toBeVisible();
    await checkout.bank.getByRole("button", { name: "Continue to your bank" }).click();
    await checkout.bank.getByRole("textbox").fill("123456");
    await checkout.bank.getByRole("button", { name: "Confirm" }).click();
    await checkout.bank.getByRole("button", { name: "Return to the shop" }).click();
    await checkout.bank.getByRole("link", { name: "Continue" }).click();
    await expect(checkout.heading(words.result.success)).toBeVisible();
    await expect(checkout.money).toHaveText(money.charged);
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });

  test("the payer chooses another language", async ({ page, shop }) => {
    await page.goto((await shop.order()).url);
    await page.getByLabel("Language").selectOption("es");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
  });

  test("leaving works, and says that nothing was charged", async ({ page, shop }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, order);
    await checkout.cancel.click();
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.root.getByRole("link", { name: fillIn(words.result.link, { merchant: "Sandbox Shop" }) }).click();
    await expect.poll(() => shop.returnsOf(order)[0]?.get("status")).toBe("failed");
  });

  test("an expired session says so", async ({ page, shop }) => {
    const order = await shop.order();
    await moveClock(order, { advance_ms: 180_000 });
    const checkout = await openCheckout(page, order);
    await expect(checkout.heading(words.result.expired)).toBeVisible();
    await expect(checkout.money).toHaveText(money.notCharged);
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
  await expectAccessible(page, "a refused form");
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
