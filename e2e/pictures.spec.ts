import { cards, expect, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { desktop, expectPicture, phone, skipOnOtherChromium } from "@/tests/support/browser/picture";
import { moveClock } from "@/tests/support/browser/sandbox";

/** The styleguide and the screens of payers and visitors look as their stored pictures. */

test.beforeEach(({ browser }) => skipOnOtherChromium(browser));

test("the styleguide looks as drawn, in light and dark", async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto("/docs/styleguide");
  await expectPicture(page, "styleguide", { isWhole: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await expectPicture(page, "styleguide-dark", { isWhole: true });
});

const checkouts = [
  { name: "checkout-desktop", method: "credit_card_co", size: desktop, scheme: "light" },
  { name: "checkout-phone", method: "credit_card_co", size: phone, scheme: "light" },
  { name: "checkout-phone-dark", method: "credit_card_co", size: phone, scheme: "dark" },
  { name: "checkout-simple", method: "3co_simple", size: { width: 360, height: 690 }, scheme: "light" },
] as const;

test("the payment form looks as drawn, in wide and narrow windows, in light and dark, for both methods", async ({
  page,
  shop,
}) => {
  for (const { name, method, size, scheme } of checkouts) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    const checkout = await openCheckout(page, await shop.order({ method, order_id: "10482", total: "1249.50" }));
    await checkout.isScripted();
    await expectPicture(page, name, { isWhole: true });
  }
});

test("errors, the address form and the bank's check look as drawn", async ({ page, shop }) => {
  await page.setViewportSize(phone);
  // An open challenge holds the order of its origin, and a deep run takes this picture in two browsers.
  const order = await shop.order({ order_id: "10483", total: "1249.50", origin: `e2e-${Date.now()}` });
  const checkout = await openCheckout(page, order);
  await checkout.payWith(cards.declined);
  await expect(checkout.summary).toBeVisible();
  await expectPicture(page, "checkout-declined", { isWhole: true });
  await checkout.payWith(cards.challenged);
  await expect(checkout.bank.getByRole("textbox")).toBeVisible();
  await expectPicture(page, "checkout-bank");
  await page.setViewportSize(desktop);
  const address = await openCheckout(page, await shop.order({ order_id: "10484", total: "1249.50", avs: 1 }));
  await address.isScripted();
  await expectPicture(page, "checkout-address", { isWhole: true });
});

test("an expired session looks as drawn", async ({ page, shop }) => {
  await page.setViewportSize(phone);
  const order = await shop.order({ order_id: "10485", total: "1249.50" });
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  await page.route(`${shop.origin}/**`, (route) => route.fulfill({ status: 204 }));
  await moveClock(order, { advance_ms: 600_000 });
  await page.reload();
  await expect(checkout.heading(/time to pay has run out/)).toBeVisible();
  await expectPicture(page, "checkout-expired");
});

test("the pages of visitors look as drawn, and a shift of 4 px would be noticed", async ({ page }, { config }) => {
  await page.setViewportSize(desktop);
  for (const { name, path } of [
    { name: "landing", path: "/" },
    { name: "sign-in", path: "/dashboard/sign-in" },
    { name: "demo-shop", path: "/demo" },
    { name: "quick-start", path: "/docs/quick-start" },
  ]) {
    await page.goto(path);
    await expectPicture(page, name);
  }
  // A renewed picture would contain the shift.
  if (config.updateSnapshots === "all") return;
  await page.evaluate(() => {
    document.body.style.translate = "0 4px";
  });
  await expect(expectPicture(page, "quick-start")).rejects.toThrow(/pixels/);
});
