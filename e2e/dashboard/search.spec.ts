import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expectNoOverflow } from "@/tests/support/browser/overflow";
import { declineOrder, payOrder } from "@/tests/support/browser/paid-order";
import { queryProduct } from "@/tests/support/browser/sandbox";
import { type Login, openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** A support person answers the telephone. */

const boxOf = (page: Page) => page.getByRole("combobox", { name: "Search payments, payers, links" });

/** Presses the key of the search until the page listens to it. */
async function openSearch(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(boxOf(page)).toBeFocused({ timeout: 500 });
  }).toPass();
}

async function payYesterday(merchant: Login, fields: Readonly<Record<string, string>>): Promise<string> {
  const { transactionId } = await payOrder(merchant, fields);
  await queryProduct(
    "UPDATE checkout_session SET accepted_at = accepted_at - interval '1 day' WHERE transaction_id = $1",
    [transactionId],
  );
  return transactionId;
}

test("a caller who paid 45 dollars yesterday with the card ending 1111 is answered in less than 20 seconds", async ({
  page,
}) => {
  const merchant = await openMerchant();
  const id = await payYesterday(merchant, { total: "45.00", email: "kezia.charles@example.com" });
  await payOrder(merchant, { total: "46.00", email: "dexter@example.com" });
  await signInTo(page, merchant, "/dashboard/test/team");
  await openSearch(page);
  const begun = Date.now();
  await page.keyboard.type("45 1111");
  const results = page.getByRole("listbox", { name: "Results" });
  await expect(results.getByRole("option").first()).toContainText(/TTD 45\.00.*Visa ending 1111 · yesterday/);
  await expect(results.getByRole("group", { name: "Payments" }).getByRole("option")).toHaveCount(1);
  await expect(page.getByText("Amount 45.00 and card ending 1111")).toBeVisible();
  await expectAccessible(page, "the results of the search", { within: "header search" });
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/transactions/${id}`);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(20_000);
  expect(page.url()).not.toContain("1111");
});

test("the search has keys, finds payers by email, lists all payments under an address that does not name them, and says that nothing was found", async ({
  page,
}) => {
  const merchant = await openMerchant();
  for (const total of ["10.00", "20.00", "30.00", "40.00"]) await payOrder(merchant, { total });
  await signInTo(page, merchant, "/dashboard/test/team");
  await openSearch(page);
  await page.keyboard.type("ada@exa");
  const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
  await expect(options).toHaveCount(5);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await expect(options.last()).toContainText("Ada Lovelace");
  await expect(options.last()).toContainText("4 payments");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(boxOf(page)).not.toBeFocused();

  await openSearch(page);
  for (const refused of [
    "a\u0000\u0007b",
    "%",
    "_",
    "unknown@example.com",
    "4111 1111 1111 1111",
    "x".repeat(10_000),
  ]) {
    await boxOf(page).fill(refused);
    await expect(page.getByText("Nothing found", { exact: true }), refused.slice(0, 20)).toBeVisible();
  }
  await expectAccessible(page, "a search that finds nothing", { within: "header search" });

  await boxOf(page).fill("ada@example.com");
  await page.getByRole("option", { name: "All 4 payments" }).click();
  await page.waitForURL(/\/transactions\?found=/);
  expect(decodeURIComponent(page.url())).not.toContain("ada");
  await expect(page.getByText("4 payments", { exact: true })).toBeVisible();
  await expect(page.getByText("“ada@example.com”").first()).toBeVisible();
  await page.getByRole("link", { name: "Remove the filter Search" }).click();
  await page.waitForURL(/\/transactions$/);
});

test("the page of a payer tells the last visit in sentences and every attempt, under an address without the email", async ({
  page,
}) => {
  const merchant = await openMerchant();
  await declineOrder(merchant, { total: "45.00" });
  await payOrder(merchant, { total: "45.00" });
  await signInTo(page, merchant, "/dashboard/test/team");
  await openSearch(page);
  await page.keyboard.type("ada@example.com");
  await page.getByRole("group", { name: "Payers" }).getByRole("option").click();
  await page.waitForURL(/\/payers\/SB-\w+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
  const visit = page.getByRole("region", { name: "The last visit, for the telephone" });
  await expect(visit).toContainText(/Your payment of 48 dollars and 28 cents .* went through today at/);
  await expect(visit).toContainText("was declined because the bank said no and gave no reason.");
  await expect(page.getByRole("listitem").filter({ hasText: "Paid, charged once" })).toHaveCount(1);
  await expect(page.getByText("Declined, bank gave no reason, not charged")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend last receipt" })).toBeVisible();
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `a payer in a window of ${width} pixels`, { within: "main" });
    await expectNoOverflow(page, `a payer in a window of ${width} pixels`);
  }
  await page.getByRole("link", { name: /Paid, charged once/ }).click();
  await page.getByRole("link", { name: "Everything by this payer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
  await page.getByRole("link", { name: "See as transactions" }).click();
  await expect(page.getByText("2 payments", { exact: true })).toBeVisible();
});

test("on a narrow phone, the search takes the whole screen and gives it back", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const merchant = await openMerchant();
  await payOrder(merchant, { total: "45.00" });
  await signInTo(page, merchant, "/dashboard/test/team");
  await expect(page.locator("form[action$='/sign-out'] button")).toBeEnabled();
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type("45");
  await expect(page.getByRole("option").first()).toContainText("45.00");
  await expectNoOverflow(page, "the search on a phone");
  await expectAccessible(page, "the search on a phone", { within: "header search" });
  await page.getByRole("button", { name: "Close search" }).click();
  await expect(boxOf(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Team" })).toBeVisible();
});

test("a member saves the filters of a list under a name, opens them again and removes them", async ({ page }) => {
  const merchant = await openMerchant();
  await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/test/transactions?status=paid");
  const views = page.locator("summary").filter({ hasText: "Views" });
  await views.click();
  const name = page.getByLabel("Name for these filters");
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toBeInViewport({ ratio: 1 });
  }
  await name.fill("Paid ones");
  await expectAccessible(page, "the form that saves a view", { within: "main" });
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("status").getByText("View saved.")).toBeVisible();
  await page.goto("/dashboard/test/transactions");
  await views.click();
  await page.getByRole("link", { name: "Paid ones" }).click();
  await page.waitForURL(/\?view=/);
  await expect(page.getByRole("link", { name: "Remove the filter Status" })).toBeVisible();
  await views.click();
  await page.getByRole("button", { name: "Remove Paid ones" }).click();
  await expect(page.getByRole("link", { name: "Paid ones" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/This saved view is not yours, or you removed it/)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page, "a list with a notice about a saved view");
});
