import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { isDeep } from "@/tests/support/in-process/deep";

const quickStart = "/docs/quick-start";
const reference = "/docs/reference/hosted-checkout/request-payment";

test("a chosen programming language shows everywhere, on other pages and after a reload", async ({ page }) => {
  await page.goto(quickStart);
  await expect(page.getByText("const res = await fetch(")).toBeVisible();
  await page.getByRole("radio", { name: "Python" }).check();
  await expect(page.getByText("import json, urllib.request")).toBeVisible();
  await expect(page.getByText("const res = await fetch(")).toBeHidden();
  for (const path of [quickStart, "/docs/redirect-and-hash", reference]) {
    await page.goto(path);
    await expect(page.getByRole("radio", { name: "Python" }).first()).toBeChecked();
  }
});

test("the example request is sent in the sandbox, and its answer leads to the checkout", async ({ page }) => {
  for (const path of [quickStart, reference]) {
    await page.goto(path);
    await page.getByRole("button", { name: "Send this request in the sandbox" }).click();
    const link = page.getByRole("link", { name: "Open the checkout and pay" });
    await expect(link).toHaveAttribute("href", /\/checkout\/\w+/);
    await expect(page.getByText(/"transaction_id": "SB-[0-9A-Z]{26}"/)).toBeVisible();
  }
});

test("the search suggests sections, opens by its key, and can be used by keyboard alone", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "a phone has the search on its own page");
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

test("the samples take the reader's account number on every page, and give it back", async ({ page }) => {
  await page.goto(quickStart);
  await page.getByText("Change", { exact: true }).click();
  await page.getByLabel("Your account number").fill("4207713865");
  await page.getByRole("button", { name: "Use this account" }).click();
  await expect(page.getByText('account_number: "4207713865"')).toBeVisible();
  await page.goto(reference);
  await expect(page.getByText("account_number=4207713865")).toBeVisible();
  await page.goto(quickStart);
  await page.getByText("Change", { exact: true }).click();
  await page.getByRole("button", { name: "Use the sample account" }).click();
  await expect(page.getByText('account_number: "1234567890"')).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("tabs, the search and the example request work", async ({ page }) => {
    await page.goto(quickStart);
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

for (const path of [quickStart, reference, "/docs/search?q=refund"]) {
  test(`${path} passes axe and fits 320 px`, async ({ page, isMobile }) => {
    test.skip(isMobile && !isDeep, "the window of 320 px has the layout of a phone");
    await page.goto(path);
    await expectAccessible(page, path);
    await page.setViewportSize({ width: 320, height: 640 });
    // The names differ by an odd number of letters, so that one window is light and the other one dark.
    await expectAccessible(page, `${path} at 320px`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
