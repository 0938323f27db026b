import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expectNoOverflow } from "@/tests/support/browser/overflow";

/** Every component in every state, on one page. The state's name decides the colour scheme of an ordinary run. */

const path = "/docs/styleguide";

test("axe finds nothing among the components, in light and dark colours, and they fit a narrow phone", async ({
  page,
}) => {
  await page.goto(path);
  await expectAccessible(page, "in light");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page, "phone");
  // The schemes differ only in colours.
  await expectAccessible(page, "in dark", { runOnly: ["color-contrast", "link-in-text-block"] });
});

test("a dialog has the focus in its first field, Esc closes it while nothing was typed, a toast goes away, and an error stays until it is closed", async ({
  page,
}) => {
  await page.goto(path);
  await page.getByRole("link", { name: "Side panel" }).click();
  const panel = page.getByRole("dialog", { name: "Add endpoint" });
  const field = panel.getByLabel("URL");
  await expect(field).toBeFocused();
  await expectAccessible(page, "panel", { within: "dialog[open]" });
  await page.keyboard.type("https://shop.example");
  await page.keyboard.press("Escape");
  await expect(panel).toBeVisible();
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await page.getByRole("link", { name: "Dialog", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Refund payment" })).toBeVisible();
  await expectAccessible(page, "dialog", { within: "dialog[open]" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.clock.install();
  const toast = page.getByRole("status").filter({ hasText: "Refund of TTD 400.00 requested." });
  await page.getByRole("button", { name: "Toast", exact: true }).click();
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(7000);
  await expect(toast).toHaveCount(0);
  await page.getByRole("button", { name: "Error toast" }).click();
  await page.clock.runFor(20_000);
  const error = page.getByRole("alert").filter({ hasText: "The key was not saved." });
  await expect(error).toBeVisible();
  await page.getByRole("button", { name: "Close message" }).click();
  await expect(error).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a dialog opens and closes by its links", async ({ page }) => {
    await page.goto(path);
    await page.getByRole("link", { name: "Dialog", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Refund payment" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
  });
});
