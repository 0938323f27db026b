import { expect, test } from "@Tradewind/playwright";
import { ShopPage } from "./shop-page";

test("a paid order is confirmed", async ({ page, checkout }) => {
  const shop = new ShopPage(page);
  await shop.checkOut();
  await checkout.payWith("visa");
  expect(await checkout.result()).toMatchObject({ status: "success", currency: "TTD" });
  await expect(shop.verdict).toContainText("Your order is paid");
});

test("a customer whose card is declined pays with another one, which the bank challenges", async ({
  page,
  checkout,
}) => {
  const shop = new ShopPage(page);
  await shop.checkOut();
  await checkout.decline("declined_51");
  await expect(checkout.money).toHaveText("Your card was not charged.");
  await checkout.challenge();
  expect(await checkout.result()).toMatchObject({ status: "success" });
  await expect(shop.verdict).toContainText("Your order is paid");
});

test("an order stays unpaid if the customer leaves the checkout", async ({ page, checkout }) => {
  const shop = new ShopPage(page);
  await shop.checkOut();
  await checkout.leave();
  expect(await checkout.result()).toMatchObject({ status: "failed", hash: null });
  await expect(shop.verdict).toContainText("Your order is not paid");
});

test("an order stays unpaid if its time runs out", async ({ page, checkout }) => {
  const shop = new ShopPage(page);
  await shop.checkOut();
  await checkout.expire();
  expect(await checkout.result()).toMatchObject({ status: "failed" });
  await expect(shop.verdict).toContainText("Your order is not paid");
});

test("a payment that the gateway confirms late is paid once", async ({ openPermalink }) => {
  const checkout = await openPermalink({ behaviour: "no_answer_approved" });
  await checkout.isScripted();
  await checkout.pay.click();
  await expect(checkout.money).toHaveText("We are confirming with your bank. Do not pay again.");
  await (await checkout.session()).moveClock({ advance_ms: 25_000 });
  expect(await checkout.result()).toMatchObject({ status: "success" });
});
