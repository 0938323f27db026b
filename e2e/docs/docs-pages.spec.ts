import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expectNoOverflow } from "@/tests/support/browser/overflow";
import { isDeep } from "@/tests/support/in-process/deep";

const quickStart = "/docs/quick-start";
const reference = "/docs/reference/hosted-checkout/request-payment";

test("the example request leads to the checkout, and the chosen language and account number show on every page until the account is given back", async ({
  page,
}) => {
  await page.goto(quickStart);
  await page.getByRole("button", { name: "Send this request in the sandbox" }).click();
  const link = page.getByRole("link", { name: "Open the checkout and pay" });
  await expect(link).toHaveAttribute("href", /\/checkout\/\w+/);
  await expect(page.getByText(/"transaction_id": "SB-[0-9A-Z]{26}"/)).toBeVisible();

  await page.getByText("Change", { exact: true }).click();
  await page.getByLabel("Your account number").fill("4207713865");
  await page.getByRole("button", { name: "Use this account" }).click();
  await expect(page.getByText('account_number: "4207713865"')).toBeVisible();
  await page.goto(reference);
  await expect(page.getByText("account_number=4207713865")).toBeVisible();
  await page.getByRole("radio", { name: "Python" }).first().check();
  for (const path of ["/docs/redirect-and-hash", quickStart]) {
    await page.goto(path);
    await expect(page.getByRole("radio", { name: "Python" }).first()).toBeChecked();
  }
  await expect(page.getByText("import json, urllib.request")).toBeVisible();
  await expect(page.getByText("const res = await fetch(")).toBeHidden();
  await page.getByText("Change", { exact: true }).click();
  await page.getByRole("button", { name: "Use the sample account" }).click();
  await expect(page.getByText("4207713865")).toHaveCount(0);
});

test("the search suggests sections, opens by its key, and can be used by keyboard alone", async ({ page }) => {
  await page.goto("/docs");
  await page.keyboard.press("/");
  await page.keyboard.type("tw_sig");
  const suggestion = page.getByRole("search").getByRole("link").first();
  await expect(suggestion).toContainText("tw_signature");
  await page.keyboard.press("Escape");
  await expect(suggestion).toBeHidden();
  await page.keyboard.type("n");
  await expect(suggestion).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/redirect-and-hash#tw_signature$/);
});

test("the button above the title copies the whole page as Markdown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(reference);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const file = await page.request.get(`${reference}.md`);
  expect(copied).toBe(await file.text());
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("tabs, the search and the example request work", async ({ page }) => {
    await page.goto(quickStart);
    await expect(page.getByRole("button", { name: "Copy as Markdown" })).toBeHidden();
    await expect(page.getByRole("link", { name: "View as Markdown" })).toHaveAttribute("href", `${quickStart}.md`);
    await page.getByRole("radio", { name: "PHP" }).check();
    await expect(page.getByText("$context = stream_context_create")).toBeVisible();
    await page.getByRole("button", { name: "Send this request in the sandbox" }).click();
    await expect(page).toHaveURL(/\/checkout\/\w+/);
    await page.goto("/docs/search?q=hash+inspector");
    await expect(page.getByText(/^\d+ results? for “hash inspector”$/)).toBeVisible();
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/docs[/#]/);
  });
});

test("the pages of a guide, of the reference and of the search pass axe and fit 320 px", async ({ page }) => {
  for (const path of [quickStart, reference, "/docs/search?q=refund"]) {
    await page.goto(path);
    if (isDeep) await expectAccessible(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    // The names differ by an odd number of letters, so that one window is light and the other one dark.
    await expectAccessible(page, `${path} at 320px`, { within: "main" });
    await expectNoOverflow(page, path);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});
