import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expectDisplayWords } from "@/tests/support/browser/display-words";
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
  await page.getByLabel("Search transactions").fill(order);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 payment", { exact: true })).toBeVisible();
  await expectAccessible(page, "transactions");
  await expectDisplayWords(page, "transactions");
  await page.getByRole("row").filter({ hasText: order }).getByRole("link").click();

  await expect(page.getByRole("heading", { name: /^TTD.12\.05$/ })).toBeVisible();
  await expect(page.getByText(transactionId, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Resend receipt" }).click();
  await expect(page.getByRole("status").getByText("Receipt sent to ada@example.com.")).toBeVisible();
  await page.getByRole("link", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund payment" });
  const amount = dialog.getByLabel("Amount");
  await expect(amount).toHaveValue("12.05");
  await expectAccessible(page, "refund dialog");
  await expectDisplayWords(page, "refund dialog");
  for (const [typed, problem] of [
    ["99.00", /^Enter TTD.12\.05 or less\.$/],
    ["11.00", /^Your TTD balance is TTD.10\.00\. Enter that much or less\.$/],
    ["1,00", "Enter an amount, such as 10.00."],
  ] as const) {
    await amount.fill(typed);
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(dialog.getByText(problem)).toBeVisible();
  }
  await amount.fill("5.00");
  await dialog.getByLabel("Reason").fill("One item was out of stock");
  await dialog.getByRole("button", { name: /^Refund TTD.5\.00$/ }).click();
  await expect(page.getByRole("status").getByText(/^Refund of TTD.5\.00 requested\.$/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Refunds" })).toContainText("TTD 5.00");
  const timeline = page.getByTestId("timeline");
  await expect(timeline).toContainText("Refund of TTD 5.00 requested One item was out of stock");
  const carriedOut = "Refund of TTD 5.00 carried out";
  await expect(async () => {
    await page.reload();
    await expect(timeline).toContainText(carriedOut, { timeout: 1000 });
  }).toPass();
  await expect(page.getByText("Partly refunded", { exact: true })).toBeVisible();
  await expect(timeline).toContainText("Visa ending 1111");
  await expectAccessible(page, "transaction");
  await expectDisplayWords(page, "transaction");
});

test("a payment is found by the customer's name in the top bar, and the filters narrow the list without JavaScript", async ({
  page,
  browser,
}) => {
  const merchant = await openMerchant();
  const [{ order }, left] = [await payOrder(merchant), await abandonOrder(merchant)];
  await signInTo(page, merchant, "/dashboard/test/transactions");
  await expect(page.getByText("2 payments", { exact: true })).toBeVisible();
  await page.getByLabel("Search payments, orders, customers").fill("ada@");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=ada/);
  await expect(page.getByText("2 payments", { exact: true })).toBeVisible();

  const storageState = await page.context().storageState();
  const plain = await browser.newContext({
    storageState,
    javaScriptEnabled: false,
    baseURL: new URL(page.url()).origin,
  });
  const other = await plain.newPage();
  await other.goto("/dashboard/test/transactions");
  await other.locator("summary").filter({ hasText: "Status" }).first().click();
  await other.getByLabel("Status").first().selectOption({ label: "Paid" });
  await other.getByRole("button", { name: "Apply" }).first().click();
  await expect(other.getByText("1 payment", { exact: true })).toBeVisible();
  await expect(other.getByRole("row").filter({ hasText: order })).toContainText("Paid");
  await expect(other.getByRole("row").filter({ hasText: left.slice(-6) })).toHaveCount(0);
  await other.getByRole("link", { name: "Remove the filter Status" }).click();
  await expect(other.getByText("2 payments", { exact: true })).toBeVisible();
  await other.goto("/dashboard/test/transactions?status=open");
  await expect(other.getByText("No payments match these filters")).toBeVisible();
  await plain.close();
});

test("a payment that the customer leaves is cancelled and does not lower the success rate, and others show their address check", async ({
  page,
}) => {
  const merchant = await openMerchant();
  await payOrder(merchant);
  const abandoned = await abandonOrder(merchant);
  await signInTo(page, merchant);
  await expect(page.getByText("100.0%", { exact: true })).toBeVisible();
  await page.goto("/dashboard/test/transactions");
  const row = page.getByRole("row").filter({ hasText: abandoned.slice(-6) });
  await expect(row).toContainText("Cancelled");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: /^TTD.10\.00$/ })).toBeVisible();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Refund" })).toHaveCount(0);

  const answers = [
    { card: "4000000000000028", words: "Street does not match" },
    { card: "4000000000000010", words: "Street and postcode do not match" },
  ];
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { card, words } of answers) {
    await page.goto(`/dashboard/test/transactions/${await payCheckedOrder(merchant, card)}`);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByTestId("timeline")).toContainText(`Address check: ${words.toLowerCase()}`);
    await expectNarrow(page, words);
    await expectDisplayWords(page, words);
  }
  await page.goto("/dashboard/test/transactions");
  await expect(page.getByText(/^Today, /)).toBeVisible();
  await expectNarrow(page, "transactions");
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
  await page.getByRole("link", { name: "Store a card" }).click();
  await page.getByLabel("Where the customer goes afterwards").fill("https://shop.example/cards");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByTestId("revealed").getByRole("link");
  await expect(link).toHaveAttribute("href", /\/checkout\//);
  await expectNarrow(page, "the link to store a card");
  await storeCardAt((await link.getAttribute("href")) ?? "");
  await page.goto("/dashboard/test/trusted-cards");
  await expectNarrow(page, "trusted cards");
  await expectDisplayWords(page, "trusted cards");
  await page.getByRole("link", { name: "Visa ending 1111" }).click();
  await page.getByRole("link", { name: "Verify card" }).click();
  const verify = page.getByRole("dialog", { name: "Verify card" });
  await verify.getByLabel("Amount of the charge").fill("0.01");
  await verify.getByRole("button", { name: "Verify card" }).click();
  await expect(page.getByTestId("form-problem")).toBeVisible();
  await expectNarrow(page, "the dialog that verifies a card");
  await verify.getByRole("link", { name: "Cancel" }).click();
  await expect(verify).toBeHidden();
  await expectNarrow(page, "a trusted card");
  await expectDisplayWords(page, "a trusted card");
  await page.getByRole("button", { name: "Delete card" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete card" }).click();
  await expect(page.getByText("No stored cards yet")).toBeVisible();

  await page.goto("/dashboard/slow-down");
  await expectNarrow(page, "too much at once");
});

async function expectNarrow(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(320);
}
