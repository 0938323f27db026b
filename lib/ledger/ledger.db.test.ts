import { beforeEach, describe, expect, it } from "vitest";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { openTestAccount } from "@/tests/support/http/accounts";
import { administer } from "@/tests/support/http/product";
import { checkLedger } from "./check-ledger";
import {
  debitForcibly,
  giveOpeningBalance,
  holdFunds,
  payHeld,
  paymentJournal,
  releaseHeld,
  takeMicroCharge,
} from "./post";
import type { Lines } from "./rules";
import { type BalanceKey, findBalances, insertJournal } from "./store";

let balanceKey: BalanceKey;
beforeEach(async () => {
  const { accountNumber } = await openTestAccount();
  balanceKey = { accountNumber, environment: "sandbox", currency: "TTD" };
});

async function balance() {
  const [row] = await findBalances(balanceKey.accountNumber);
  return row && { available: row.available, held: row.held, owed: row.owed };
}

const holdOf = (amount: bigint, subject = newUlid()) => ({ balanceKey, subject, amount, for: "withdrawal" }) as const;
const journalOf = (lines: Lines) =>
  insertJournal({ ...balanceKey, id: newUlid(), kind: "opening", subject: newUlid(), lines, createdAt: now() });
const creditPayment = (key: BalanceKey, transactionId: string, amounts: { debited: bigint; fee: bigint }) =>
  insertJournal(paymentJournal(key, transactionId, { ...amounts, owed: 0n }));
const asOperator = (statement: string) => administer(env().DATABASE_URL ?? "", statement);

describe("a merchant's balance", () => {
  it("follows a payment, a hold, its payout and its release", async () => {
    await creditPayment(balanceKey, "T-1", { debited: 1205n, fee: 205n });
    expect(await balance()).toEqual({ available: 1000n, held: 0n, owed: 0n });
    const [paid, released] = [holdOf(600n), holdOf(400n)];
    await holdFunds(paid);
    await holdFunds(released);
    expect(await balance()).toEqual({ available: 0n, held: 1000n, owed: 0n });
    await payHeld(paid);
    await releaseHeld(released);
    expect(await balance()).toEqual({ available: 400n, held: 0n, owed: 0n });
  });

  it("is separate for each environment and currency, and never contains micro-charges", async () => {
    await giveOpeningBalance(balanceKey, newUlid(), 100n);
    await giveOpeningBalance({ ...balanceKey, currency: "USD" }, newUlid(), 200n);
    await giveOpeningBalance({ ...balanceKey, environment: "live" }, newUlid(), 300n);
    await takeMicroCharge(balanceKey, newUlid(), 150n);
    const rows = await findBalances(balanceKey.accountNumber);
    expect(rows.map(({ environment, currency, available }) => [environment, currency, available])).toEqual(
      expect.arrayContaining([
        ["sandbox", "TTD", 100n],
        ["sandbox", "USD", 200n],
        ["live", "TTD", 300n],
      ]),
    );
  });

  it("becomes debt only by a forced debit, refuses holds in debt, and pays the debt first", async () => {
    await giveOpeningBalance(balanceKey, newUlid(), 100n);
    await debitForcibly(balanceKey, "chargeback-1", 250n);
    expect(await balance()).toEqual({ available: 0n, held: 0n, owed: -150n });
    await expect(holdFunds(holdOf(1n))).rejects.toThrow("Insufficient funds.");
    await giveOpeningBalance(balanceKey, newUlid(), 200n);
    expect(await balance()).toEqual({ available: 50n, held: 0n, owed: 0n });
  });

  it("is exact after 300 parallel holds when it covers only 100", async () => {
    await giveOpeningBalance(balanceKey, newUlid(), 100n);
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => holdFunds(holdOf(1n))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    expect(await balance()).toEqual({ available: 0n, held: 100n, owed: 0n });
  });
});

describe("the database", () => {
  it("refuses a journal that does not sum to zero or has no lines", async () => {
    await expect(journalOf({ available: 100n, adjustment: -99n })).rejects.toThrow("is not balanced");
    await expect(journalOf({})).rejects.toThrow("is not balanced");
    expect(await balance()).toBeUndefined();
  });

  it("refuses further lines of a journal unless they sum to zero too", async () => {
    const id = newUlid();
    const lines = { available: 100n, adjustment: -100n };
    await insertJournal({ ...balanceKey, id, kind: "opening", subject: newUlid(), lines, createdAt: now() });
    const more = query(sql`INSERT INTO ledger_line (journal_id, book, amount) VALUES (${id}, 'fees', 1)`);
    await expect(more).rejects.toThrow("is not balanced");
  });

  it.each<[string, Lines]>([
    ["available", { available: -1n, adjustment: 1n }],
    ["held", { held: -1n, adjustment: 1n }],
    ["owed above zero", { owed: 1n, adjustment: -1n }],
    ["owed beside something available", { owed: -1n, available: 1n }],
  ])("refuses a negative balance and a debt next to available money: %s", async (_what, lines) => {
    await expect(journalOf(lines)).rejects.toThrow("merchant_balance");
    expect(await balance()).toBeUndefined();
  });

  it("refuses to post the same movement twice", async () => {
    const posted = "ledger_journal_subject_kind_key";
    await creditPayment(balanceKey, "T-2", { debited: 110n, fee: 10n });
    await expect(creditPayment(balanceKey, "T-2", { debited: 110n, fee: 10n })).rejects.toThrow(posted);
    const hold = holdOf(50n);
    await holdFunds(hold);
    await holdFunds(holdOf(50n));
    await payHeld(hold);
    await expect(payHeld(hold)).rejects.toThrow(posted);
    expect(await balance()).toEqual({ available: 0n, held: 50n, owed: 0n });
  });

  it.each([
    "UPDATE ledger_line SET amount = amount + 1",
    "DELETE FROM ledger_line",
    "UPDATE ledger_journal SET subject = 'x'",
    "DELETE FROM ledger_journal",
    "TRUNCATE ledger_journal CASCADE",
    "TRUNCATE ledger_line",
  ])("refuses changes of posted rows: %s", async (statement) => {
    await giveOpeningBalance(balanceKey, newUlid(), 100n);
    await expect(asOperator(statement)).rejects.toThrow("append-only");
  });
});

it("the check finds a balance that is not the sum of its lines, and a journal that does not sum to zero", async () => {
  await giveOpeningBalance(balanceKey, newUlid(), 100n);
  expect(await checkLedger()).toEqual({ differences: [], unbalanced: [] });

  const { accountNumber } = balanceKey;
  await asOperator(`UPDATE merchant_balance SET available = 90 WHERE account_number = '${accountNumber}'`);
  const { id } = await db().ledgerJournal.findFirstOrThrow({ where: { accountNumber } });
  await asOperator(`SET session_replication_role = replica;
    INSERT INTO ledger_line (journal_id, book, amount) VALUES ('${id}', 'held', 5)`);
  const { differences, unbalanced } = await checkLedger();
  expect(unbalanced).toEqual([{ id }]);
  expect(differences.map(({ book, kept, summed }) => [book, Number(kept), Number(summed)])).toEqual([
    ["available", 90, 100],
    ["held", 0, 5],
  ]);

  // The test undoes its damage, because the whole ledger is checked after every test.
  await asOperator(`SET session_replication_role = replica;
    DELETE FROM ledger_line WHERE journal_id = '${id}' AND book = 'held';
    UPDATE merchant_balance SET available = 100 WHERE account_number = '${accountNumber}'`);
});
