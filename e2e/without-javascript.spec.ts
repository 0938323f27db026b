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
import { booksOf, moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** The form works before its scripts run and without them. */

const turns = takeTurns();

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

  test("a field that the server refuses is named on the page", async ({ page, shop }) => {
    const checkout = await openCheckout(page, await shop.order());
    await pay(checkout, "4111111111111112");
    await expect(checkout.summary).toContainText("card number");
    await expect(checkout.money).toHaveText(money.notCharged);
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
