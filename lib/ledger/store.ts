import { db, query, slowQuery } from "@/lib/db/client";
import type { JournalKind } from "@/lib/db/generated/enums";
import { insertion, type Statement, sql, writeTogether } from "@/lib/db/sql";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import type { Balance, Lines } from "./rules";

export type { JournalKind };

/** Identifies a merchant's balance. Each account has one balance per environment and currency. */
export type BalanceKey = { accountNumber: string; environment: Environment; currency: Currency };

export type Journal = BalanceKey & { id: string; kind: JournalKind; subject: string; lines: Lines; createdAt: Date };

/** Locks the balance until the transaction ends, and creates it if it is missing. */
export async function lockBalance(balanceKey: BalanceKey): Promise<Balance> {
  const { accountNumber, environment, currency } = balanceKey;
  const [balance] = await query<Balance>(sql`
    SELECT available, held, owed FROM merchant_balance
    WHERE account_number = ${accountNumber} AND environment = ${environment} AND currency = ${currency} FOR UPDATE`);
  if (balance) return balance;
  await db().merchantBalance.createMany({ data: [{ accountNumber, environment, currency }], skipDuplicates: true });
  return lockBalance(balanceKey);
}

/** Inserts a journal with its lines in one statement. Triggers update the balance. */
export async function insertJournal(journal: Journal): Promise<void> {
  await query(writeTogether(journalParts(journal)));
}

/** The part of a statement that inserts a journal with its lines. */
export function journalParts({ lines, ...journal }: Journal): Statement[] {
  const moved = Object.entries(lines).filter(([, amount]) => amount !== 0n);
  const entries = JSON.stringify(moved.map(([book, amount]) => ({ book, amount: String(amount) })));
  return [
    sql`journal AS (INSERT INTO ledger_journal ${insertion(journal)} RETURNING id)`,
    sql`line AS (
      INSERT INTO ledger_line (journal_id, book, amount)
      SELECT journal.id, given.book, given.amount
      FROM journal, jsonb_to_recordset(${entries}::jsonb) AS given (book ledger_book, amount bigint))`,
  ];
}

/**
 * True if a credit was computed from a debt that has changed since. A check constraint then refuses the new balance:
 * a merchant in debt has nothing available, and a debt never becomes a credit.
 */
export const isStaleBalance = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "merchant_balance_owed_check";

export async function isPosted(kind: JournalKind, subject: string): Promise<boolean> {
  return (await db().ledgerJournal.count({ where: { kind, subject } })) > 0;
}

export function lockBalances(accountNumber: string): Promise<Balance[]> {
  return query<Balance>(sql`
    SELECT available, held, owed FROM merchant_balance WHERE account_number = ${accountNumber} FOR UPDATE`);
}

export function findBalances(accountNumber: string, environment?: Environment) {
  return db().merchantBalance.findMany({
    where: { accountNumber, ...(environment && { environment }) },
    orderBy: { currency: "asc" },
  });
}

/** Finds balances that differ from the sum of their ledger lines. */
export function findBalanceDifferences(): Promise<(BalanceKey & { book: string; kept: Minor; summed: Minor })[]> {
  return slowQuery(sql`
    WITH summed AS (
      SELECT j.account_number, j.environment, j.currency, l.book, sum(l.amount)::bigint AS amount
      FROM ledger_line l JOIN ledger_journal j ON j.id = l.journal_id
      WHERE l.book IN ('available', 'held', 'owed') GROUP BY 1, 2, 3, 4),
    kept AS (
      SELECT b.account_number, b.environment, b.currency, book.name::ledger_book AS book, book.amount
      FROM merchant_balance b,
        LATERAL (VALUES ('available', b.available), ('held', b.held), ('owed', b.owed)) AS book (name, amount))
    SELECT account_number, environment::text, currency, book::text,
           coalesce(kept.amount, 0) AS kept, coalesce(summed.amount, 0) AS summed
    FROM kept FULL JOIN summed USING (account_number, environment, currency, book)
    WHERE coalesce(kept.amount, 0) <> coalesce(summed.amount, 0)
    ORDER BY 1, 2, 3, 4`);
}

export type LateApprovals = {
  environment: Environment;
  currency: Currency;
  charges: number;
  charged: Minor;
  open: Minor;
};

/**
 * Sums up the late approvals that the platform refunds: the amount charged, and the part not yet returned to payers.
 */
export function findLateApprovals(): Promise<LateApprovals[]> {
  return slowQuery(sql`
    SELECT j.environment::text, j.currency, count(*) FILTER (WHERE j.kind = 'late_charge')::int AS charges,
           sum(l.amount) FILTER (WHERE j.kind = 'late_charge')::bigint AS charged, sum(l.amount)::bigint AS open
    FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id AND l.book = 'late_approvals'
    WHERE j.kind IN ('late_charge', 'late_charge_return') GROUP BY 1, 2 ORDER BY 1, 2`);
}

/** Finds journals whose lines do not sum to zero. Such journals exist only if the database triggers were disabled. */
export function findUnbalancedJournals(): Promise<{ id: string }[]> {
  return slowQuery(sql`
    SELECT j.id FROM ledger_journal j LEFT JOIN ledger_line l ON l.journal_id = j.id
    GROUP BY j.id HAVING coalesce(sum(l.amount), 1) <> 0`);
}
