import { expectAccessible } from "@/tests/support/browser/accessible";
import { CheckoutPage, cards, expect, test } from "@/tests/support/browser/checkout-page";

/** The demo shop: a whole purchase in each of the three ways, on accessible pages. */

test("a payment by redirect ends with a hash that verifies", async ({ page }) => {
  await page.goto("/demo");
  await expectAccessible(page, "the shop with a filled cart");
  await page.getByRole("button", { name: "Pay by redirect" }).click();
  await new CheckoutPage(page.locator("html")).payWith(cards.approved);
  await expect(page.getByTestId("verdict")).toContainText("Hash verifies: paid");
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-paid", "true");
});

test("a payment in an iframe ends with a hash that verifies, and the parent page gets the result", async ({ page }) => {
  await page.goto("/demo");
  await page.getByLabel("Hosted page").selectOption("3co_simple");
  await page.getByRole("button", { name: "Pay in an iframe" }).click();
  const frame = page.frameLocator('iframe[title="Hosted checkout"]').locator("html");
  await expect(frame.locator("form#pay-form[novalidate]")).toBeAttached();
  await expectAccessible(page, "the shop's page with the checkout in its frame");
  await new CheckoutPage(frame).payWith(cards.approved);
  await expect(frame.getByTestId("verdict")).toContainText("Hash verifies: paid");
  await expect(page.getByRole("status")).toContainText("Hash verifies: paid");
});

test("a payment by form post ends with a hash that verifies, and tw_signature covers the other fields", async ({
  page,
}) => {
  await page.goto("/demo");
  await page.getByRole("button", { name: "Pay by browser form post" }).click();
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  await expectAccessible(page, "the form post");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await new CheckoutPage(page.locator("html")).payWith(cards.approved);
  await expect(page.getByTestId("verdict")).toContainText("Hash verifies: paid");
  const forged = new URL(page.url());
  forged.searchParams.set("currency", "USD");
  await page.goto(forged.href);
  await expect(page.getByTestId("verdict")).toContainText("tw_signature does NOT verify");
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-paid", "false");
});

test("a customer who leaves finds the order unpaid, and a forged hash does not verify", async ({ page }) => {
  await page.goto("/demo");
  await page.getByRole("button", { name: "Pay by redirect" }).click();
  const checkout = new CheckoutPage(page.locator("html"));
  await checkout.isScripted();
  await checkout.cancel.click();
  await expect(page.getByTestId("verdict")).toContainText("No hash on this result: not paid");
  const forged = new URL(page.url());
  forged.searchParams.set("status", "success");
  forged.searchParams.set("hash", "0".repeat(32));
  await page.goto(forged.href);
  await expect(page.getByTestId("verdict")).toContainText("Hash does NOT verify");
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-paid", "false");
});

test("an empty cart is reported on a page that fits 320 px, and no payment is requested", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/demo");
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
  await page.getByRole("combobox").first().selectOption("0");
  await page.getByRole("button", { name: "Pay by redirect" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expectAccessible(page, "the shop with an empty cart");
});
