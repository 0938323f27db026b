import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { holdWithdrawal } from "@/tests/support/browser/filled-desk";
import { expectWholeTables } from "@/tests/support/browser/layout";
import { payOrder } from "@/tests/support/browser/paid-order";
import { product, queryProduct } from "@/tests/support/browser/sandbox";
import { type Login, openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** An operator works on a merchant's account, and the merchant's audit log shows it. */

test("an operator verifies an account and decides a chargeback, and the account's own log shows both", async ({
  page,
  browser,
}) => {
  const [house, merchant] = [await openMerchant(), await openMerchant()];
  await queryProduct("UPDATE account SET is_operator = true WHERE account_number = $1", [house.accountNumber]);
  await queryProduct("UPDATE account SET verified_at = NULL, live_platforms = '{}' WHERE account_number = $1", [
    merchant.accountNumber,
  ]);
  const transactionId = await takeBackPayment(merchant);

  await signInTo(page, house, "/dashboard/test/operator");
  await expectAccessible(page, "operator");
  const account = page.getByRole("row", { name: merchant.accountNumber }).filter({ hasText: merchant.email });
  await account.getByRole("button", { name: "Verify" }).click();
  await expect(account.getByText("Verified", { exact: true })).toBeVisible();
  const chargeback = page.getByRole("row", { name: transactionId });
  await chargeback.getByRole("button", { name: "Merchant won" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Merchant won" }).click();
  await expect(chargeback).toBeHidden();
  await page.goto("/dashboard/test/audit");
  await expect(page.getByRole("row").filter({ hasText: "Signed in" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Chargeback won", exact: true })).toHaveCount(0);

  const theirs = await (await browser.newContext()).newPage();
  await signInTo(theirs, merchant, "/dashboard/test/audit");
  await expectAccessible(theirs, "audit");
  await expect(theirs.getByText(/^We have just checked entries 1 to \d+/)).toBeVisible();
  for (const what of ["Account verified", "Chargeback won"]) {
    const entry = theirs.getByRole("row").filter({ has: theirs.getByRole("rowheader", { name: what, exact: true }) });
    await expect(entry).toContainText("Operator of Tradewind");
  }
  await theirs.locator("summary", { hasText: "Change" }).click();
  await theirs.getByLabel("Change").filter({ visible: true }).selectOption("Chargeback won");
  await theirs.getByRole("button", { name: "Apply" }).filter({ visible: true }).click();
  await expect(theirs.getByRole("row")).toHaveCount(2);
  expect((await theirs.request.get("/dashboard/test/operator")).status()).toBe(404);
});

/** A payment with an open chargeback. */
async function takeBackPayment(merchant: Login): Promise<string> {
  const { transactionId: id } = await payOrder(merchant);
  const { access_token } = await post("/auth/tokens", { ...merchant, scopes: "svc-transactions-refund-request" });
  const event = { event: "payment.chargeback_opened" };
  await post(`/sandbox/transactions/${id}/events`, event, { authorization: `Bearer ${access_token}` });
  return id;
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${product().roomy}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect(response.ok, path).toBe(true);
  return response.json();
}

test("the operator's desk shows whether the live acquirer answers, accessibly", async ({ page }) => {
  const house = await openMerchant();
  await queryProduct("UPDATE account SET is_operator = true WHERE account_number = $1", [house.accountNumber]);
  const show = async (isUp: boolean) => {
    await queryProduct(
      `INSERT INTO acquirer_health (acquirer, is_up, since, checked_at, latency_ms)
       VALUES ('simulator', $1, '2026-11-15T12:00:30Z', now(), $2)
       ON CONFLICT (acquirer) DO UPDATE SET is_up = excluded.is_up, checked_at = now(), latency_ms = excluded.latency_ms`,
      [isUp, isUp ? 42 : null],
    );
    await page.goto("/dashboard/live/operator");
  };
  await signInTo(page, house, "/dashboard/live/operator");
  const section = page.getByRole("region", { name: "Acquirer", exact: true });
  await show(true);
  await expect(section).toContainText("Up since 15 November 2026, 12:00 UTC");
  await expect(section).toContainText("answered in 42 ms");
  await expect(section.getByRole("row", { name: "Approved" })).toBeVisible();
  await expectAccessible(page, "operator, acquirer up", { within: "[aria-labelledby=card-acquirer]" });
  await show(false);
  await expect(section).toContainText("Down since 15 November 2026, 12:00 UTC");
  await expectAccessible(page, "operator, acquirer down", { within: "[aria-labelledby=card-acquirer]" });
  await queryProduct("DELETE FROM acquirer_health", []);
});

test("the operator's desk shows the differences to the live acquirer's list, accessibly and in windows of every width", async ({
  page,
}) => {
  const house = await openMerchant();
  await queryProduct("UPDATE account SET is_operator = true WHERE account_number = $1", [house.accountNumber]);
  await signInTo(page, house, "/dashboard/live/operator");
  const section = page.getByRole("region", { name: "Settlement", exact: true });
  await expect(section).toContainText("None yet");
  await expect(section).toContainText("Nothing was compared yet.");
  await expect(section).not.toContainText("agree");
  const subject = "40511888-ad35-4bba-8dcb-214f493e185c";
  const ours = await holdWithdrawal(house, "live");
  const problem = "The gateway has an approved sale of TTD 7.50 that we do not have.";
  await queryProduct(
    `INSERT INTO settlement_report (base_address, merchant_id, day, checked, left_out, differences, created_at)
     VALUES ('https://gateway.ptranz.com/api/', '99901005', current_date - 1, 0, 0, $1, now())`,
    [JSON.stringify([subject, ours].map((about) => ({ kind: "missing_here", subject: about, problem })))],
  );
  await page.reload();
  await expect(section.getByRole("row", { name: subject })).toContainText(problem);
  const openCases = page.getByRole("region", { name: "Open cases", exact: true });
  await expect(openCases.getByRole("row", { name: subject })).toContainText(problem);
  await expect(openCases.getByRole("row", { name: ours })).toContainText("1,234,567.89");
  await expectWholeTables(page, "operator, live");
  await expectAccessible(page, "operator, settlement", { within: "[aria-labelledby=card-settlement]" });
  await queryProduct("DELETE FROM settlement_report", []);
  await queryProduct("DELETE FROM withdrawal WHERE transaction_id = $1", [ours]);
});
