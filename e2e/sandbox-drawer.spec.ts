import { expectAccessible } from "@/tests/support/browser/accessible";
import { approval, cards, expect, expectRedirect, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { booksOf } from "@/tests/support/browser/sandbox";

/** The sandbox drawer says what each control changed, and leads from a test card to Pay. */

test("a test card fills the form and focuses Pay, and the payment goes through", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  const drawer = checkout.root.getByTestId("sandbox-drawer");
  await drawer.locator("summary").click();
  await drawer.getByRole("button", { name: "5555 5555 5555 4444" }).click();
  await expect(checkout.field("cc-number")).toHaveValue("5555 5555 5555 4444");
  await expect(checkout.pay).toBeFocused();
  await expect(checkout.pay).toBeInViewport();
  await expect(drawer.getByRole("status")).toHaveText("5555 5555 5555 4444 is in the form. Approved.");
  await page.keyboard.press("Enter");
  await expectRedirect(shop, order, approval("4444"));
});

test("the drawer moves the clock, chooses behaviours in words, and says what it changed", async ({ page, shop }) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  const drawer = checkout.root.getByTestId("sandbox-drawer");
  await drawer.locator("summary").click();
  const said = drawer.getByRole("status");
  await drawer.getByRole("button", { name: "Stop" }).click();
  await expect(said).toContainText("The clock is stopped.");
  await drawer.getByRole("button", { name: "Last 20 s" }).click();
  await expect(said).toHaveText("The clock moved on. 20 seconds are left.");
  await expect(checkout.countdown).toHaveText("0:20");
  await drawer.getByLabel("Gateway").selectOption({ label: "Declines every card" });
  await expect(said).toHaveText("Gateway: Declines every card.");
  await checkout.payWith(cards.approved);
  await expect(checkout.summary).toBeVisible();
  expect(await booksOf(order)).toEqual({ attempts: 1, charges: 0 });
});

test("on a phone the drawer is a sheet at the bottom, which closes when a card is chosen", async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  const drawer = checkout.root.getByTestId("sandbox-drawer");
  await drawer.locator("summary").click();
  await expect(drawer.getByRole("button", { name: "+10 s" })).toBeInViewport();
  const box = await drawer.boundingBox();
  expect([box?.x, box && Math.round(box.y + box.height)]).toEqual([0, 844]);
  await expectAccessible(page, "the sheet");
  await drawer.getByRole("button", { name: "4111 1111 1111 1111" }).click();
  await expect(drawer.getByRole("button", { name: "+10 s" })).toBeHidden();
  await expect(checkout.pay).toBeFocused();
});
