import { db, query, slowQuery } from "@/lib/db/client";
import type { JournalKind } from "@/lib/db/generated/enums";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import type { Balance, Lines } from "./rules";

export type { JournalKind };

/** Whose money, in which environment and currency: what a balance is kept for. */
export type BalanceKey = { accountNumber: string; environment: Environment; currency: Currency };

type Journal = BalanceKey & { id: string; kind: JournalKind; subject: string; lines: Lines; createdAt: Date };

/** Locked until the transaction ends: whoever comes next sees what this one leaves. */
export async function lockBalance(balanceKey: BalanceKey): Promise<Balance> {
  const { accountNumber, environment, currency } = balanceKey;
  const [row] = await query<Balance>(
    "lock-balance",
    `SELECT available, held, owed FROM merchant_balance
     WHERE account_number = $1 AND environment = $2::environment AND currency = $3 FOR UPDATE`,
    [accountNumber, environment, currency],
  );
  if (row) return toBalance(row);
  await db().merchantBalance.createMany({ data: [{ accountNumber, environment, currency }], skipDuplicates: true });
  return lockBalance(balanceKey);
}

/** A journal with its lines, in one statement. Triggers move the balance along. */
export async function insertJournal({ lines, ...journal }: Journal): Promise<void> {
  const { id, accountNumber, environment, currency, kind, subject, createdAt } = journal;
  const entries = Object.entries(lines).filter(([, amount]) => amount !== 0n);
  await query(
    "insert-journal",
    `WITH journal AS (
       INSERT INTO ledger_journal (id, account_number, environment, currency, kind, subject, created_at)
       VALUES ($1, $2, $3::environment, $4, $5::journal_kind, $6, $7::timestamptz) RETURNING id)
     INSERT INTO ledger_line (journal_id, book, amount)
     SELECT journal.id, line.book, line.amount
     FROM journal, jsonb_to_recordset($8::jsonb) AS line (book ledger_book, amount bigint)`,
    [
      id,
      accountNumber,
      environment,
      currency,
      kind,
      subject,
      createdAt.toISOString(),
      JSON.stringify(entries.map(([book, amount]) => ({ book, amount: String(amount) }))),
    ],
  );
}

export async function isPosted(kind: JournalKind, subject: string): Promise<boolean> {
  return (await db().ledgerJournal.count({ where: { kind, subject } })) > 0;
}

export async function lockBalances(accountNumber: string): Promise<Balance[]> {
  const rows = await query<Balance>(
    "lock-balances",
    "SELECT available, held, owed FROM merchant_balance WHERE account_number = $1 FOR UPDATE",
    [accountNumber],
  );
  return rows.map(toBalance);
}

/** As numbers they come from Prisma, as text from the pool. */
const toBalance = ({ available, held, owed }: Balance): Balance => ({
  available: BigInt(available),
  held: BigInt(held),
  owed: BigInt(owed),
});

export function findBalances(accountNumber: string, environment?: Environment) {
  return db().merchantBalance.findMany({
    where: { accountNumber, ...(environment && { environment }) },
    orderBy: { currency: "asc" },
  });
}

/** Balances that are not the sum of their lines. */
export function findBalanceDifferences(): Promise<(BalanceKey & { book: string; kept: string; summed: string })[]> {
  return slowQuery(
    `WITH summed AS (
       SELECT j.account_number, j.environment, j.currency, l.book, sum(l.amount)::bigint AS amount
       FROM ledger_line l JOIN ledger_journal j ON j.id = l.journal_id
       WHERE l.book IN ('available', 'held', 'owed') GROUP BY 1, 2, 3, 4),
     kept AS (
       SELECT b.account_number, b.environment, b.currency, book.name::ledger_book AS book, book.amount
       FROM merchant_balance b,
         LATERAL (VALUES ('available', b.available), ('held', b.held), ('owed', b.owed)) AS book (name, amount))
     SELECT account_number AS "accountNumber", environment::text, currency, book::text,
            coalesce(kept.amount, 0) AS kept, coalesce(summed.amount, 0) AS summed
     FROM kept FULL JOIN summed USING (account_number, environment, currency, book)
     WHERE coalesce(kept.amount, 0) <> coalesce(summed.amount, 0)
     ORDER BY 1, 2, 3, 4`,
    [],
  );
}

export type LateApprovals = {
  environment: Environment;
  currency: Currency;
  charges: number;
  charged: string;
  open: string;
};

/** Late approvals that the platform refunds, in minor units: charged in all, and not returned to the payer yet. */
export function findLateApprovals(): Promise<LateApprovals[]> {
  return slowQuery(
    `SELECT j.environment::text, j.currency, count(*) FILTER (WHERE j.kind = 'late_charge')::int AS charges,
            sum(l.amount) FILTER (WHERE j.kind = 'late_charge') AS charged, sum(l.amount) AS open
     FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id AND l.book = 'late_approvals'
     WHERE j.kind IN ('late_charge', 'late_charge_return') GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
  );
}

/** Journals whose lines do not sum to zero: none, unless somebody switched the triggers off. */
export function findUnbalancedJournals(): Promise<{ id: string }[]> {
  return slowQuery(
    `SELECT j.id FROM ledger_journal j LEFT JOIN ledger_line l ON l.journal_id = j.id
     GROUP BY j.id HAVING coalesce(sum(l.amount), 1) <> 0`,
    [],
  );
}
