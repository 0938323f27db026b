import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { expectDisplayWords } from "@/tests/support/browser/display-words";
import { expectNoOverflow } from "@/tests/support/browser/overflow";
import { payOrder, storeCardAt } from "@/tests/support/browser/paid-order";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** A merchant works with its payments and its money. */

test("the slash key leads to the search, which finds a payment by its order, and its timeline shows a refund in part", async ({
  page,
}) => {
  const merchant = await openMerchant();
  const { order, transactionId } = await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/test/team");
  const search = page.getByRole("combobox", { name: "Search payments, payers, links" });
  // The page may not listen yet.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type(order);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/dashboard/test/transactions/${transactionId}`);
  await page.goto(`/dashboard/test/transactions?search=${order}`);
  await expect(page.getByText("1 payment", { exact: true })).toBeVisible();
  await expectAccessible(page, "transactions in a wide window", { within: "main" });
  await page.getByRole("row").filter({ hasText: order }).getByRole("link").click();

  await expect(page.getByRole("heading", { name: /^TTD.12\.05$/ })).toBeVisible();
  await expect(page.getByText(transactionId, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Resend receipt" }).click();
  await expect(page.getByRole("status").getByText("Receipt sent to ada@example.com.")).toBeVisible();
  await page.getByRole("link", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund payment" });
  const amount = dialog.getByLabel("Amount");
  // The customer paid the fee, so the first sale's balance does not cover the whole refund.
  await expect(amount).toHaveValue("10.00");
  await expect(dialog.getByText(/^You can refund TTD.10\.00 now$/)).toBeVisible();
  await expect(dialog.getByText(/^That is your TTD balance\. Refund the other TTD.2\.05 when/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Refund TTD.10\.00$/ })).toBeVisible();
  await expect(dialog.getByText("Left to refund later")).toBeVisible();
  await expectAccessible(page, "refund dialog", { within: "dialog[open]" });
  await expectDisplayWords(page, "refund dialog");
  for (const [typed, problem] of [
    ["99.00", /^Enter TTD.12\.05 or less\.$/],
    ["11.00", /^Your TTD balance is TTD.10\.00\. Enter that much or less\.$/],
    ["1,00", "Enter an amount, such as 10.00."],
  ] as const) {
    await amount.fill(typed);
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(dialog.getByRole("link", { name: problem })).toBeVisible();
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
  await expectDisplayWords(page, "a payment that is partly refunded");
});

test("on a narrow phone, a merchant adds a bank account, cancels a withdrawal and makes a card link, which leads to the checkout until its card is stored, and a refused amount stays in the dialog that verifies the card", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const merchant = await openMerchant();
  await payOrder(merchant);
  await signInTo(page, merchant, "/dashboard/test/banks");
  await page.getByRole("link", { name: "Add local bank account" }).click();
  await expect(page.getByRole("dialog", { name: "Add local bank account" })).toBeVisible();
  await page.getByLabel("Bank", { exact: true }).selectOption("Republic Bank");
  await page.getByLabel("Account number").fill("350077714321");
  await page.getByLabel("Name on the account").fill("Ann Lee");
  await page.getByLabel("Your password").fill(merchant.password);
  await page.getByRole("button", { name: "Add local bank account" }).click();
  await expect(page.getByRole("status").getByText("Bank account added.")).toBeVisible();
  await expect(page.getByText("****4321").first()).toBeVisible();

  await page.goto("/dashboard/test/withdrawals/new");
  await page.getByLabel("Amount").fill("4.03");
  await page.getByLabel("Your password").fill(merchant.password);
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  const list = page.getByRole("table", { name: "Withdrawals" });
  await expect(page.getByRole("status").getByText(/^Withdrawal of TTD.4\.03 scheduled\.$/)).toBeVisible();
  await expect(list).toContainText(/TTD.4\.03/);
  await list.getByRole("link").click();
  await page.getByRole("button", { name: "Cancel withdrawal" }).click();
  await expectAccessible(page, "the question before a withdrawal ends", { within: "dialog[open]" });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel withdrawal" }).click();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expectNoOverflow(page, "a cancelled withdrawal");

  const links = "/dashboard/test/trusted-cards/links";
  await page.goto(`${links}?open=new`);
  await page.getByLabel("Customer", { exact: true }).fill("Ada Lovelace");
  await page.getByLabel("Where the customer goes afterwards").fill("https://shop.example/cards");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByTestId("revealed").getByRole("link");
  const address = (await link.getAttribute("href")) ?? "";
  await expectAccessible(page, "the link to store a card", { within: "dialog[open]" });
  await expectNoOverflow(page, "the link to store a card");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByRole("button", { name: "Copy the link for Ada Lovelace" })).toBeVisible();
  await expectNoOverflow(page, "the list of links");
  await test.step("the page of the link continues on its own, and with its button", async () => {
    await page.goto(address);
    await page.waitForURL(/\/checkout\//);
    await page.route("**/links.js", (route) => route.abort());
    await page.goto(address);
    await expectAccessible(page, "the page of the link");
    await expectNoOverflow(page, "the page of the link");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/checkout\//);
    await storeCardAt(page.url());
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "A card was stored with this link" })).toBeVisible();
  });
  await page.goto(links);
  await expect(page.getByText("Card stored", { exact: true })).toBeVisible();
  await expectAccessible(page, "the list of links", { within: "main" });
  await page.goto("/dashboard/test/trusted-cards");
  await page.getByRole("link", { name: "Visa ending 1111" }).click();
  await page.getByRole("link", { name: "Verify card" }).click();
  const verify = page.getByRole("dialog", { name: "Verify card" });
  await verify.getByLabel("Amount of the charge").fill("0.01");
  await verify.getByRole("button", { name: "Verify card" }).click();
  await expect(page.getByTestId("form-problem")).toBeVisible();
  await expectAccessible(page, "the dialog that verifies a card", { within: "dialog[open]" });
  await expectNoOverflow(page, "the dialog that verifies a card");
});
