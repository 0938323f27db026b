import { expectAccessible } from "@/tests/support/browser/accessible";
import { approval, cards, expect, expectRedirect, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { booksOf } from "@/tests/support/browser/sandbox";

/** The sandbox drawer says what each control changed, and leads from a test card to Pay. */

test("the drawer moves the clock, chooses behaviours in words, and leads from a test card to Pay, on a desk and as a sheet on a phone, and axe finds nothing in it", async ({
  page,
  shop,
}) => {
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.isScripted();
  const drawer = checkout.root.getByTestId("sandbox-drawer");
  const said = drawer.getByRole("status");
  const gateway = drawer.getByLabel("Gateway");
  await drawer.locator("summary").click();
  await expectAccessible(page, "drawer", { within: '[data-testid="sandbox-drawer"]' });
  await test.step("it says what each control changed", async () => {
    await drawer.getByRole("button", { name: "Stop" }).click();
    await expect(said).toContainText("The clock is stopped.");
    await drawer.getByRole("button", { name: "Last 20 s" }).click();
    await expect(said).toHaveText("The clock moved on. 20 seconds are left.");
    await expect(checkout.countdown).toHaveText("0:20");
    await gateway.selectOption({ label: "Declines every card" });
    await expect(said).toHaveText("Gateway: Declines every card.");
    await checkout.payWith(cards.approved);
    await expect(checkout.summary).toBeVisible();
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 0 });
    await gateway.selectOption({ index: 0 });
    await expect(said).toContainText("Gateway: ");
  });
  await test.step("on a phone it is a sheet at the bottom, which closes when a card is chosen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const control = drawer.getByRole("button", { name: "+10 s" });
    await expect(control).toBeInViewport();
    const box = await drawer.boundingBox();
    expect([box?.x, box && Math.round(box.y + box.height)]).toEqual([0, 844]);
    await expectAccessible(page, "the sheet", { within: '[data-testid="sandbox-drawer"]' });
    await drawer.getByRole("button", { name: "4111 1111 1111 1111" }).click();
    await expect(control).toBeHidden();
    await expect(checkout.pay).toBeFocused();
  });
  await test.step("on a desk a test card fills the form and focuses Pay, which pays", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await drawer.locator("summary").click();
    await drawer.getByRole("button", { name: "5555 5555 5555 4444" }).click();
    await expect(checkout.field("cc-number")).toHaveValue("5555 5555 5555 4444");
    await expect(checkout.pay).toBeFocused();
    await expect(checkout.pay).toBeInViewport();
    await expect(drawer.getByRole("status")).toHaveText("5555 5555 5555 4444 is in the form. Approved.");
    await page.keyboard.press("Enter");
    await expectRedirect(shop, order, approval("4444"));
  });
});
