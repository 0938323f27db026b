import { expect, it } from "vitest";
import { createApiKey, rollApiKey } from "@/lib/auth/keys/manage-keys";
import { timeZoneOf } from "@/lib/format/dates";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { callerOf, fund, unbanked } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { readAuditPage } from "./audit-log";

it("the audit log shows amounts, times and stored values in words", async () => {
  const shop = await openShop();
  const caller = callerOf(shop.accountNumber);
  await fund(shop.accountNumber, 10_000_000n);
  const session = await openSession(shop, { total: "1249.50" });
  await pay(session, cards.approved);
  await requestRefund(caller, "sandbox", session.transactionId, { amount: 111_111n, reason: undefined });
  await createWithdrawal(caller, "sandbox", unbanked("1840.00"));
  const { data } = await createApiKey(caller, { name: "Till", environment: "sandbox", scopes: ["svc-user-all"] });
  await rollApiKey(caller, data.kid, 60);

  const disputed = await openSession(shop, { total: "1249.50" });
  await pay(disputed, cards.approved);
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  await openChargeback(owner, disputed.transactionId);

  const choice = { page: undefined, action: undefined };
  const entries = (await readAuditPage(shop.accountNumber, "test", choice, timeZoneOf("TT"))).data;
  const detailsOf = (what: string) => entries.find((entry) => entry.what === what)?.details ?? [];
  expect(detailsOf("Refund requested")).toEqual(
    expect.arrayContaining(["Environment: Test", "Amount: TTD\u00a01,111.11"]),
  );
  expect(detailsOf("Chargeback opened")).toContainEqual(expect.stringMatching(/^Amount: TTD\u00a01,\d{3}\.\d\d$/));
  expect(detailsOf("Withdrawal created")).toEqual(
    expect.arrayContaining(["Type: To a person without a bank account", "Amount: TTD\u00a01,840.00"]),
  );
  expect(detailsOf("API key rolled").at(-1)).toMatch(/^Old ends at: \d{1,2} \w+ \d{4}, \d\d:\d\d AST$/);
  const all = entries.flatMap(({ details }) => details).join("\n");
  expect(all).not.toMatch(/sandbox|sub_|\d{4,}\.\d\d|\d{4}-\d\d-\d\dT/);
});
