import { expectAccessible } from "@/tests/support/browser/accessible";
import { CheckoutPage, cards, expect, test } from "@/tests/support/browser/checkout-page";
import { expectNoOverflow } from "@/tests/support/browser/overflow";

/**
 * The demo shop's ways to the checkout, on accessible pages. The sample project pays by redirect and leaves, and
 * return-page.http.test.ts judges changed results.
 */

test("a payment in a frame leaves the frame when it is paid, and ends on a green page with a verified hash", async ({
  page,
}) => {
  await page.goto("/demo");
  await page.getByText("Payment request", { exact: true }).click();
  await page.getByLabel("Checkout page", { exact: true }).selectOption("3co_simple");
  await page.getByLabel("Checkout in a frame on this page").check();
  await expectAccessible(page, "the shop with a filled cart");
  await expect(page.getByText("TTD 177.50")).toBeVisible();
  await page.getByRole("button", { name: "Check out" }).click();
  const checkout = CheckoutPage.inFrame(page, 'iframe[title="Hosted checkout"]');
  await checkout.isScripted();
  await expectAccessible(page, "the shop's page with the checkout in its frame", { within: "main" });
  await checkout.payWith(cards.approved);
  await page.waitForURL(/\/demo\/return\?/);
  await expect(page.locator("iframe")).toHaveCount(0);
  const verdict = page.getByTestId("verdict");
  await expect(verdict).toContainText("Your order is paid");
  await expect(verdict).toContainText("TTD 185.41");
  await expect(verdict).toHaveAttribute("data-paid", "true");
  await expect(verdict).toHaveAttribute("data-tone", "good");
  await expectAccessible(page, "the paid order", { within: "main" });
});

test("an empty cart is reported on a page that fits 320 px, and a form post leads to a checkout with the shop's own name and colour", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/demo?quantity-pepper-sauce=0&quantity-cocoa-tea=1&quantity-hammock=0");
  await expectNoOverflow(page, "the shop");
  await page.getByRole("button", { name: "One Spiced cocoa sticks less" }).click();
  await expect(page.getByText("0 items")).toBeVisible();
  await page.getByRole("button", { name: "Check out" }).click();
  await expect(page.getByText("Your cart is empty. Add a product, then check out.")).toBeVisible();
  await expectAccessible(page, "the shop with an empty cart", { within: "#order" });

  await page.getByRole("button", { name: "Add Cotton hammock" }).click();
  await page.getByLabel("Plain HTML form").check();
  await page.getByRole("button", { name: "Check out" }).click();
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  await expectAccessible(page, "the form post", { within: "main" });
  await page.getByRole("button", { name: "Continue to payment" }).click();
  const checkout = CheckoutPage.on(page);
  await checkout.isScripted();
  await expect(page.getByText("Doubles & Co.").first()).toBeVisible();
  await expect(checkout.pay).toHaveCSS("background-color", "rgb(184, 67, 47)");
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
