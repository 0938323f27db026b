import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { abandonOrder, payCheckedOrder, payOrder, storeCardAt } from "@/tests/support/browser/paid-order";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** A merchant works with its payments and its money. */

test("a payment is found by its order and refunded in part, and its timeline shows the refund", async ({ page }) => {
  const merchant = await openMerchant();
  const { order, transactionId } = await payOrder(merchant);
  await signInTo(page, merchant);
  await expect(page.getByRole("img", { name: /^Volume per day in TTD/ })).toBeVisible();
  await expectAccessible(page, "overview");

  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Transactions" }).click();
  await page.getByRole("main").getByLabel("Search").fill(order);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "1 transaction" })).toBeVisible();
  await expectAccessible(page, "transactions");
  await page.getByRole("link", { name: transactionId }).click();

  await page.getByLabel("Amount in TTD").fill("99.00");
  const refund = async () => {
    await page.getByRole("main").getByRole("button", { name: "Refund" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
  };
  await refund();
  await expect(page.getByTestId("form-problem")).toContainText("may not be greater than 12.05");
  await page.getByLabel("Amount in TTD").fill("5.00");
  await refund();
  await expect(page.getByRole("table", { name: "Refunds" })).toContainText("TTD 5.00");
  const timeline = page.getByTestId("timeline");
  await expect(timeline).toContainText("A refund was requested: 5.00.");
  const carriedOut = "The refund was carried out.";
  await expect.poll(async () => (await page.request.get(page.url())).text()).toContain(carriedOut);
  // The worker may carry the refund out while the page reads it, so one reload may show both states.
  await expect(async () => {
    await page.reload();
    await expect(timeline).toContainText(carriedOut, { timeout: 1000 });
    await expect(page.getByText("Up to 7.05.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(timeline).toContainText("Visa ending in 1111");
  await expectAccessible(page, "transaction");
});

test("a payment without an attempt is abandoned and does not lower the success rate, and others show their address check", async ({
  page,
}) => {
  const merchant = await openMerchant();
  await payOrder(merchant);
  const abandoned = await abandonOrder(merchant);
  await signInTo(page, merchant);
  await expect(page.getByText("100.0%", { exact: true })).toBeVisible();
  await page.goto("/dashboard/test/transactions");
  const row = page.getByRole("row").filter({ hasText: abandoned });
  await expect(row).toContainText("Abandoned");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: abandoned })).toBeVisible();
  await expect(page.getByText("Abandoned", { exact: true })).toBeVisible();

  const answers = [
    { card: "4000000000000028", words: "Street does not match" },
    { card: "4000000000000010", words: "Street and postcode do not match" },
  ];
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { card, words } of answers) {
    await page.goto(`/dashboard/test/transactions/${await payCheckedOrder(merchant, card)}`);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByTestId("timeline")).toContainText(`Address check: ${words.toLowerCase()}.`);
    await expectNarrow(page, words);
  }
});

test("on a narrow phone, a merchant adds a bank account, withdraws money and cancels the withdrawal", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const merchant = await openMerchant();
  await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/test/banks");
  await page.getByRole("link", { name: "Add local bank account" }).click();
  await expect(page.getByRole("dialog", { name: "Add local bank account" })).toBeVisible();
  await expectNarrow(page, "the panel of a bank account");
  await page.getByLabel("Bank", { exact: true }).selectOption("Republic Bank");
  await page.getByLabel("Account number").fill("350077714321");
  await page.getByLabel("Name on the account").fill("Ann Lee");
  await page.getByLabel("Your password").fill(merchant.password);
  await page.getByRole("button", { name: "Add local bank account" }).click();
  await expect(page.getByRole("status").getByText("Bank account added.")).toBeVisible();
  await expect(page.getByText("****4321").first()).toBeVisible();
  await expectNarrow(page, "banks");

  await page.goto("/dashboard/test/withdrawals/new?type=sub_banked");
  await expectNarrow(page, "a withdrawal to somebody else");
  await page.goto("/dashboard/test/withdrawals/new");
  await page.getByLabel("Amount").fill("4.03");
  await page.getByLabel("Your password").fill(merchant.password);
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  const list = page.getByRole("table", { name: "Withdrawals" });
  await expect(page.getByRole("status").getByText(/^Withdrawal of TTD.4\.03 scheduled\.$/)).toBeVisible();
  await expect(list).toContainText(/TTD.4\.03/);
  await expectNarrow(page, "withdrawals");
  await list.getByRole("link").click();
  await page.getByRole("button", { name: "Cancel withdrawal" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel withdrawal" }).click();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expectNarrow(page, "withdrawal");

  await page.goto("/dashboard/test/trusted-cards");
  await page.getByLabel("Where the customer goes afterwards").fill("https://shop.example/cards");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = page.getByTestId("revealed").getByRole("link");
  await expect(link).toHaveAttribute("href", /\/checkout\//);
  await expectNarrow(page, "trusted cards");
  await storeCardAt((await link.getAttribute("href")) ?? "");
  await page.goto("/dashboard/test/trusted-cards");
  await page.getByRole("link", { name: "visa •••• 1111" }).click();
  await page.getByLabel("Amount of the charge in USD").fill("0.01");
  await page.getByRole("button", { name: "Verify card" }).click();
  await expect(page.getByTestId("form-problem")).toBeVisible();
  await expectNarrow(page, "a trusted card");
  await page.getByRole("button", { name: "Delete card" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete card" }).click();
  await expect(page.getByText("There is no card yet.")).toBeVisible();

  await page.goto("/dashboard/slow-down");
  await expectNarrow(page, "too much at once");
});

async function expectNarrow(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320);
}
