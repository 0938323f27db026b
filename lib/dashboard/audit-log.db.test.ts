import { expect, it } from "vitest";
import { recordBy } from "@/lib/audit/record";
import { createApiKey, revokeApiKey, rollApiKey } from "@/lib/auth/keys/manage-keys";
import { db } from "@/lib/db/client";
import { timeZoneOf } from "@/lib/format/dates";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { createWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
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
  expect(all, "an id that means nothing to people").not.toMatch(/[0-9A-HJKMNP-TV-Z]{26}/);
});

it("names people, keys and endpoints, also after they are gone, and shows no id of them", async () => {
  const { accountNumber } = await openShop();
  const caller = callerOf(accountNumber);
  const key = { environment: "sandbox" as const, scopes: [], cidrs: undefined, expires_at: undefined };
  const { data } = await createApiKey(caller, { ...key, name: "Till" });
  const rolled = await rollApiKey(caller, data.kid, 60);
  await revokeApiKey(caller, rolled.data.kid);
  const url = "https://shop.example/hooks?secret=1";
  const webhook = await createWebhook(caller, "sandbox", { url, events: ["*"] });
  const member = { id: newUlid(), accountNumber, role: "support", email: "bo@example.com", name: "Bo Lee" } as const;
  await db().member.create({ data: { ...member, passwordHash: "none", createdAt: now(), removedAt: now() } });
  await recordBy(`member ${member.id}`, accountNumber, "member.removed", {
    subject: member.id,
    detail: { revoked_keys: [data.kid] },
  });

  const choice = { page: undefined, action: undefined };
  const entries = (await readAuditPage(accountNumber, "test", choice, timeZoneOf("TT"))).data;
  const entry = (what: string) => entries.find((one) => one.what === what);
  expect(entry("Member removed")).toMatchObject({
    who: "Bo Lee, bo@example.com (Support)",
    subject: "Bo Lee",
    details: ["Revoked keys: Till"],
  });
  expect(entry("API key revoked")).toMatchObject({ subject: "Till", isSubjectNamed: true });
  expect(entry("API key rolled")?.details).toContain("Old key: Till");
  expect(entry("Webhook endpoint added")).toMatchObject({ subject: "shop.example/hooks" });
  const shown = JSON.stringify(entries.map(({ who, subject, details }) => ({ who, subject, details })));
  for (const id of [data.kid, rolled.data.kid, webhook.data.id, member.id]) expect(shown).not.toContain(id);
});
