import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { CheckoutPage, cards, expect, test } from "@/tests/support/browser/checkout-page";

/** The demo shop: a whole purchase in each of the three ways, on accessible pages. */

const verdictOf = (page: Page) => page.getByTestId("verdict");
const checkOut = (page: Page) => page.getByRole("button", { name: "Check out" });

test("a payment by redirect shows the shop's own name and colour, and ends on a green page with a verified hash", async ({
  page,
}) => {
  await page.goto("/demo");
  await expectAccessible(page, "the shop with a filled cart");
  await expect(page.getByText("TTD 177.50")).toBeVisible();
  await checkOut(page).click();
  const checkout = CheckoutPage.on(page);
  await expect(page.getByText("Doubles & Co.").first()).toBeVisible();
  await expect(checkout.pay).toHaveCSS("background-color", "rgb(184, 67, 47)");
  await checkout.payWith(cards.approved);
  await expect(verdictOf(page)).toContainText("Your order is paid");
  await expect(verdictOf(page)).toContainText("TTD 185.41");
  await expect(verdictOf(page)).toHaveAttribute("data-paid", "true");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "good");
  await expectAccessible(page, "the paid order");
});

test("a payment in a frame leaves the frame when it is paid, and its hash verifies", async ({ page }) => {
  await page.goto("/demo");
  await page.getByText("Payment request", { exact: true }).click();
  await page.getByLabel("Checkout page", { exact: true }).selectOption("3co_simple");
  await page.getByLabel("Checkout in a frame on this page").check();
  await checkOut(page).click();
  const checkout = CheckoutPage.inFrame(page, 'iframe[title="Hosted checkout"]');
  await checkout.isScripted();
  await expectAccessible(page, "the shop's page with the checkout in its frame");
  await checkout.payWith(cards.approved);
  await page.waitForURL(/\/demo\/return\?/);
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(verdictOf(page)).toContainText("Your order is paid");
});

test("a payment by form post ends with a hash that verifies, and tw_signature covers the other fields", async ({
  page,
}) => {
  await page.goto("/demo");
  await page.getByLabel("Plain HTML form").check();
  await checkOut(page).click();
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  await expectAccessible(page, "the form post");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await CheckoutPage.on(page).payWith(cards.approved);
  await expect(verdictOf(page)).toContainText("Your order is paid");
  const forged = new URL(page.url());
  forged.searchParams.set("currency", "USD");
  await page.goto(forged.href);
  await expect(verdictOf(page)).toContainText("The signature is wrong");
  await expect(verdictOf(page)).toHaveAttribute("data-paid", "false");
});

test("a customer who leaves finds the order unpaid, and a forged hash does not verify", async ({ page }) => {
  await page.goto("/demo");
  await checkOut(page).click();
  const checkout = CheckoutPage.on(page);
  await checkout.isScripted();
  await checkout.cancel.click();
  await expect(verdictOf(page)).toContainText("Your order is not paid");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "neutral");
  const forged = new URL(page.url());
  forged.searchParams.set("status", "success");
  forged.searchParams.set("hash", "0".repeat(32));
  await page.goto(forged.href);
  await expect(verdictOf(page)).toContainText("The hash is wrong");
  await expect(verdictOf(page)).toHaveAttribute("data-paid", "false");
  await expect(verdictOf(page)).toHaveAttribute("data-tone", "bad");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("quantities and the currency can be changed, and the other choices stay", async ({ page }) => {
    await page.goto("/demo");
    await page.getByLabel("Plain HTML form").check();
    await page.getByRole("button", { name: "One Pepper sauce more" }).click();
    await expect(page.getByText("3 × Pepper sauce")).toBeVisible();
    await page.getByRole("button", { name: "Add Cotton hammock" }).click();
    await expect(page.getByText("TTD 732.50")).toBeVisible();
    await expect(page.getByLabel("Plain HTML form")).toBeChecked();
    await page.getByText("Currency: TTD").click();
    await page.getByRole("link", { name: "JMD Jamaica" }).click();
    await expect(page.getByText("JMD 17,030.00")).toBeVisible();
    await expect(page.getByText("Delivery in Kingston")).toBeVisible();
  });
});

test("an empty cart is reported on a page that fits 320 px, and no payment is requested", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/demo");
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
  for (const less of ["One Pepper sauce less", "One Pepper sauce less", "One Spiced cocoa sticks less"]) {
    await page.getByRole("button", { name: less }).click();
  }
  await expect(page.getByText("0 items")).toBeVisible();
  await checkOut(page).click();
  await expect(page.getByText("Your cart is empty. Add a product, then check out.")).toBeVisible();
  await expectAccessible(page, "the shop with an empty cart");
});
