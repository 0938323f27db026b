import { beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import { deleteAccount } from "@/lib/accounts/manage-account";
import * as operating from "@/lib/accounts/operate-accounts";
import { addBank, removeBank, updateBank } from "@/lib/bank-accounts/bank-accounts";
import { inTransaction, query } from "@/lib/db/client";
import { rawSql, sql } from "@/lib/db/sql";
import { changePhone } from "@/lib/profile/change-phone";
import { applyChargebackOperation } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { triggerEvent } from "@/lib/transactions/sandbox/trigger-event";
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { cancelWithdrawal } from "@/lib/withdrawals/cancel-withdrawal";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { holdWithdrawal, releaseWithdrawal, sendBatch } from "@/lib/withdrawals/operate-withdrawals";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { update } from "@/tests/support/http/sub-accounts";
import { callerOf, fund, localBank, testFamily, unbanked } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { recordBy } from "./record";
import { type Chain, entriesOf, hexOf, matchesNotedDigest, verifyChains, verifyStretch } from "./verify-chain";

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const chainOf = async (accountNumber: string): Promise<Chain | undefined> =>
  (await all(verifyChains(accountNumber)))[0];
const written = async (accountNumber: string) =>
  (await all(entriesOf(accountNumber))).map(({ actor, action }) => `${action} by ${actor}`);
const text = async (accountNumber: string) => JSON.stringify(await all(entriesOf(accountNumber)));

describe("the audit chain of an account", () => {
  it("records every change by the account's own credentials, without secrets", async () => {
    const shop = await openShop();
    const { accountNumber } = shop;
    const caller = callerOf(accountNumber);
    await fund(accountNumber, 100_000n);
    const session = await openSession(shop);
    await pay(session, cards.approved);
    const before = (await written(accountNumber)).length;

    await changePhone(caller, "+18686221234");
    await addBank(caller, "local", localBank);
    await updateBank(caller, "local", { name_in_bank: "Somebody Else" });
    await removeBank(caller, "local");
    const hook = { url: "https://hooks.shop.example/in?key=hush", events: ["*"], environment: "sandbox" } as const;
    const { id, secret } = (await createWebhook(caller, "sandbox", { ...hook, events: ["*"] })).data;
    await updateWebhook(caller, id, { enabled: false, url: undefined, events: undefined });
    await rotateSecret(caller, id);
    await deleteWebhook(caller, id);
    await requestRefund(caller, "sandbox", session.transactionId, { amount: 100n });
    const { data } = await createWithdrawal(caller, "sandbox", unbanked("1.00"));
    await cancelWithdrawal(caller, "sandbox", data.transaction_id);
    await triggerEvent(caller, session.transactionId, { event: "payment.fraud_confirmed" });

    expect((await written(accountNumber)).slice(before)).toEqual(
      [
        "phone.changed",
        "bank.added",
        "bank.changed",
        "bank.removed",
        "webhook.created",
        "webhook.changed",
        "webhook.rotated",
        "webhook.deleted",
        "refund.requested",
        "withdrawal.created",
        "withdrawal.cancelled",
        "fraud.confirmed",
      ].map((action) => `${action} by token ${testFamily}`),
    );
    const log = await text(accountNumber);
    for (const hidden of [secret, "hush", localBank.bank_account]) expect(log).not.toContain(hidden);
  });

  it("records every change by the operator, without secrets", async () => {
    const shop = await openShop();
    const { accountNumber } = shop;
    const find = () => operating.findAccountOrThrow(accountNumber);
    const session = await openSession(shop);
    await pay(session, cards.approved);
    await fund(accountNumber, 10_000n, "live");
    const { data } = await createWithdrawal(callerOf(accountNumber), "live", unbanked("1.00"));
    const { data: next } = await createWithdrawal(callerOf(accountNumber), "live", unbanked("2.00"));
    const before = (await written(accountNumber)).length;

    await operating.verifyAccount(await find());
    await operating.enableLive(await find(), "JM");
    await operating.unlockAccount(await find());
    await operating.changeOperator(await find(), { isOperator: true });
    const { hashKey } = await operating.revealMerchantSecrets(await find(), "live");
    await applyChargebackOperation("open", session.transactionId);
    await applyChargebackOperation("won", session.transactionId, { actor: "operator member 1" });
    await holdWithdrawal(data.transaction_id);
    await releaseWithdrawal(next.transaction_id);
    await sendBatch("01JBATCH", { environment: "live" });

    expect((await written(accountNumber)).slice(before)).toEqual([
      "account.verified by operator",
      "account.live_enabled by operator",
      "account.unlocked by operator",
      "account.operator_changed by operator",
      "hash_key.revealed by operator",
      "chargeback.opened by operator",
      "chargeback.won by operator member 1",
      "withdrawal.moved by operator",
      "withdrawal.moved by operator",
      "withdrawal.moved by operator",
    ]);
    expect(await text(accountNumber)).not.toContain(hashKey);
  });

  it("records changes of a sub-account in the chains of the sub-account and its parent", async () => {
    const { accountNumber: parent } = await openTestAccount();
    const caller = callerOf(parent);
    const names = { first_name: "A", last_name: "B" };
    const { data } = await createAccount(caller, { ...names, email: uniqueEmail(), password: "a-password-1" });
    const child = data.account_number;
    await update(caller, child, { ...names, password: "another-password-2" });
    await deleteAccount(caller, child);
    const changes = ["account.created", "account.changed", "account.deleted"];
    expect(await written(child)).toEqual(
      changes.map((change) => `${change} by token ${testFamily} of account ${parent}`),
    );
    expect((await written(parent)).slice(-3)).toEqual(changes.map((change) => `${change} by token ${testFamily}`));
    expect(await text(child)).not.toContain("another-password-2");
  });
});

it("a change that fails leaves no entry", async () => {
  const { accountNumber } = await openTestAccount();
  await expect(createWithdrawal(callerOf(accountNumber), "sandbox", unbanked("1.00"))).rejects.toThrow("Insufficient");
  expect(await written(accountNumber)).toEqual(["account.created by operator"]);
});

it("concurrent changes do not deadlock, and the chain verifies", async () => {
  const shop = await openShop();
  const caller = callerOf(shop.accountNumber);
  await fund(shop.accountNumber, 1_000_000n);
  const sessions = await Promise.all(Array.from({ length: 5 }, () => openSession(shop)));
  for (const session of sessions) await pay(session, cards.approved);
  const before = (await chainOf(shop.accountNumber))?.entries ?? 0;
  await Promise.all([
    ...sessions.map(({ transactionId }) => requestRefund(caller, "sandbox", transactionId, {})),
    ...Array.from({ length: 12 }, () => createWithdrawal(caller, "sandbox", unbanked("1.00"))),
    ...Array.from({ length: 3 }, () => changePhone(caller, "+18686221234")),
  ]);
  expect(await chainOf(shop.accountNumber)).toMatchObject({ entries: before + 20, broken: null });
});

describe("a chain", () => {
  let accountNumber: string;
  beforeAll(async () => {
    ({ accountNumber } = await openTestAccount());
    for (const platform of ["TT", "JM", "BB", "GD"]) {
      await recordBy("operator", accountNumber, "account.live_enabled", { subject: "one", detail: { platform } });
    }
  });

  const at = (sequence: number) => `WHERE account_number = '${accountNumber}' AND sequence = ${sequence}`;
  const copy = (from: number, to: number) =>
    `INSERT INTO audit_entry SELECT account_number, ${to}, at, actor, action, subject, detail, digest FROM audit_entry ${at(from)}`;
  const swap = () => [
    `UPDATE audit_entry SET sequence = 99 ${at(2)}`,
    `UPDATE audit_entry SET sequence = 2 ${at(3)}`,
    `UPDATE audit_entry SET sequence = 3 ${at(99)}`,
  ];

  it.each(["UPDATE audit_entry SET actor = 'me'", "DELETE FROM audit_entry", "TRUNCATE audit_entry"])(
    "cannot be changed by %s",
    (statement) => expect(query(rawSql(statement))).rejects.toThrow("append-only"),
  );

  it.each<[string, () => string[], Chain["broken"], Chain["broken"]]>([
    ["changed", () => [`UPDATE audit_entry SET detail = '{"platform": "GY"}' ${at(3)}`], digestAt(3), digestAt(3)],
    ["given another actor", () => [`UPDATE audit_entry SET actor = 'token' ${at(3)}`], digestAt(3), digestAt(3)],
    [
      "removed",
      () => [`DELETE FROM audit_entry ${at(3)}`],
      { sequence: 3, because: "gap" },
      { sequence: 3, because: "gap" },
    ],
    [
      "removed at its beginning",
      () => [`DELETE FROM audit_entry ${at(1)}`],
      { sequence: 1, because: "gap" },
      digestAt(2),
    ],
    ["moved", swap, digestAt(2), digestAt(2)],
    ["inserted", () => [copy(5, 6)], digestAt(6), digestAt(6)],
  ])("shows where an entry was %s after the triggers were disabled", async (_, tamper, whole, stretch) => {
    // The error at the end rolls the transaction back, so that each case starts with the original audit chain.
    const undo = new Error("undo");
    const tampered = inTransaction(async () => {
      await query(sql`ALTER TABLE audit_entry DISABLE TRIGGER USER`);
      for (const statement of tamper()) await query(rawSql(statement));
      expect((await chainOf(accountNumber))?.broken).toEqual(whole);
      expect((await verifyStretch(accountNumber, 2, 6)).broken).toEqual(stretch);
      throw undo;
    });
    await expect(tampered).rejects.toBe(undo);
    expect((await chainOf(accountNumber))?.broken).toBeNull();
  });

  it("whose end was cut off verifies, but differs from the digest that was noted elsewhere", async () => {
    const head = await chainOf(accountNumber);
    const digestPrefix = hexOf(head?.digest ?? new Uint8Array()).slice(0, 12);
    expect(head?.sequence).toBe(5);
    expect(await matchesNotedDigest({ accountNumber, sequence: 5, digestPrefix })).toBe(true);
    expect(await matchesNotedDigest({ accountNumber, sequence: 4, digestPrefix })).toBe(false);
    expect(await matchesNotedDigest({ accountNumber, sequence: 6, digestPrefix })).toBe(false);
  });
});

function digestAt(sequence: number): Chain["broken"] {
  return { sequence, because: "digest" };
}
