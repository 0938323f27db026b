import { expect, test } from "@playwright/test";
import { newUlid } from "@/lib/kit/ids";
import { expectAccessible } from "@/tests/support/browser/accessible";
import { holdWithdrawal } from "@/tests/support/browser/filled-desk";
import { expectWholeTables } from "@/tests/support/browser/layout";
import { queryProduct } from "@/tests/support/browser/sandbox";
import { openMerchant, signInTo } from "@/tests/support/browser/signed-in";

/** The operator's desk. operator.http.test.ts tests its actions, and what it says about the acquirer. */

test("an operator verifies an account, and sees accessibly and in every window whether the live acquirer answers and which of its charges differ from ours", async ({
  page,
}) => {
  const [house, merchant] = [await openMerchant(), await openMerchant()];
  await queryProduct("UPDATE account SET is_operator = true WHERE account_number = $1", [house.accountNumber]);
  await queryProduct("UPDATE account SET verified_at = NULL, live_platforms = '{}' WHERE account_number = $1", [
    merchant.accountNumber,
  ]);
  const subject = "40511888-ad35-4bba-8dcb-214f493e185c";
  const ours = await holdWithdrawal(house, "live");
  const problem = "The gateway has an approved sale of TTD 7.50 that we do not have.";
  await queryProduct(
    `INSERT INTO settlement_report (base_address, merchant_id, day, checked, left_out, differences, created_at)
     VALUES ('https://gateway.example.com/api/', '99901005', current_date - 1, 0, 0, $1, now())`,
    [JSON.stringify([subject, ours].map((about) => ({ kind: "missing_here", subject: about, problem })))],
  );
  await reportHealth({ isUp: true, latency: 42 });
  // The last in the order, so that no other test pays there.
  const terminalId = newUlid();
  await queryProduct(
    `INSERT INTO terminal (id, platform, currency, base_address, merchant_id, position, created_at)
     VALUES ($1, 'TT', 'TTD', 'https://gateway.example.com/api/', '99901005', 99, now())`,
    [terminalId],
  );

  await signInTo(page, house, "/dashboard/live/operator");
  const account = page.getByRole("row", { name: merchant.accountNumber }).filter({ hasText: merchant.email });
  await account.getByRole("button", { name: "Verify" }).click();
  await expect(account.getByText("Verified", { exact: true })).toBeVisible();
  const acquirer = page.getByRole("region", { name: "Acquirer", exact: true });
  await expect(acquirer).toContainText("Up since");
  await expect(acquirer.getByRole("row", { name: "Approved" })).toBeVisible();
  const settlement = page.getByRole("region", { name: "Settlement", exact: true });
  await expect(settlement.getByRole("row", { name: subject })).toContainText(problem);
  const openCases = page.getByRole("region", { name: "Open cases", exact: true });
  await expect(openCases.getByRole("row", { name: subject })).toContainText(problem);
  await expect(openCases.getByRole("row", { name: ours })).toContainText("1,234,567.89");
  await expectWholeTables(page, "operator, live");
  await expectAccessible(page, "operator, live", { within: "main" });

  await reportHealth({ isUp: false, latency: null });
  await page.reload();
  await expect(acquirer).toContainText("Down since");
  await expectAccessible(page, "operator, acquirer down", { within: "[aria-labelledby=card-acquirer]" });
  await queryProduct("DELETE FROM terminal WHERE id = $1", [terminalId]);
  await queryProduct("DELETE FROM settlement_report", []);
  await queryProduct("DELETE FROM withdrawal WHERE transaction_id = $1", [ours]);
});

/** In the future, so that the worker's own checks of this address do not count. */
const reportHealth = (health: { isUp: boolean; latency: number | null }) =>
  queryProduct(
    `INSERT INTO gateway_breaker (base_address, is_up, since, checked_at, latency_ms)
     VALUES ('https://gateway.example.com/api/', $1, '2026-11-15T12:00:30Z', now() + interval '1 hour', $2)
     ON CONFLICT (base_address) DO UPDATE SET is_up = excluded.is_up, checked_at = excluded.checked_at,
       latency_ms = excluded.latency_ms`,
    [health.isUp, health.latency],
  );
