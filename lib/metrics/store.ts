import { query } from "@/lib/db/client";
import { literal, type Statement, sql } from "@/lib/db/sql";
import { type QueueWait, selectWaits } from "@/lib/jobs/due-store";
import { day, later, minute, now, second } from "@/lib/kit/clock";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";

/** Statements of a scrape. Each reads small partial indexes or few rows, however large the tables are. */

/** Limits each statement of a scrape, because Prometheus gives up after ten seconds. */
export const scrapeTimeoutMs = 3 * second;

const scrape = <Row extends object>(statement: Statement): Promise<Row[]> => query<Row>(statement, scrapeTimeoutMs);

/** Fails if the database does not answer. */
export async function pingDatabase(): Promise<void> {
  await scrape(sql`SELECT 1 AS one`);
}

/** Queues are counted up to this number, so that a very long one does not slow the scrape down. */
export const countMax = 100_000;

/** How long the most overdue work of each queue waits. A queue without work is missing. */
export const readWaits = (): Promise<QueueWait[]> => scrape<QueueWait>(selectWaits(now(), "healthy"));

const countUpTo = (rows: Statement): Statement =>
  sql`(SELECT count(*)::int FROM (${rows} LIMIT ${literal(countMax)}) AS found)`;

export type Backlog = {
  overdueSessions: number;
  deliveries: number;
  mail: number;
  workers: number;
  heartbeatAt: Date | null;
};

/**
 * A worker that was not seen for this long has ended. An idle worker writes a heartbeat every ten to twenty seconds.
 */
const heartbeatAgeMaxMs = minute;

export async function readBacklog(): Promise<Backlog | undefined> {
  const [row] = await scrape<Backlog>(sql`
    SELECT
      ${countUpTo(sql`
        SELECT FROM checkout_session
        WHERE finalised_at IS NULL AND state <> 'finalising' AND clock_offset_ms = 0 AND clock_stopped_at IS NULL
          AND expires_at <= ${later(-second)}`)} AS overdue_sessions,
      ${countUpTo(sql`SELECT FROM webhook_delivery WHERE due_at IS NOT NULL`)} AS deliveries,
      ${countUpTo(sql`SELECT FROM mail WHERE due_at IS NOT NULL`)} AS mail,
      (SELECT count(*)::int FROM worker_heartbeat WHERE seen_at > ${later(-heartbeatAgeMaxMs)}) AS workers,
      (SELECT max(seen_at) FROM worker_heartbeat) AS heartbeat_at`);
  return row;
}

type BookDifferences = {
  /** Null before the first reconciliation. */
  reconciliation: number | null;
  reconciledAt: Date | null;
  settlement: number;
};

/** Most differences appear in one report only, so one report alone does not show that the books agree again. */
const reportsCounted = 7 * day;
/** Differences of older days of settlement are not open cases any more. */
const settlementWindowMs = 31 * day;

/**
 * Counts differences in the books. Several reports may name the same difference, which counts once. An unanswered
 * inquiry (`ask`) counts only in the last report, because the next report repeats it.
 */
export async function countDifferences(): Promise<BookDifferences | undefined> {
  const [row] = await scrape<BookDifferences>(sql`
    SELECT last.created_at AS reconciled_at,
      CASE WHEN last.id IS NOT NULL THEN (
        SELECT count(DISTINCT (found ->> 'subject', found ->> 'problem'))::int
        FROM reconciliation r CROSS JOIN LATERAL jsonb_array_elements(r.differences) AS found
        WHERE r.created_at > ${later(-reportsCounted)} AND (found -> 'ask' IS NULL OR r.id = last.id)) END AS reconciliation,
      (SELECT coalesce(sum(jsonb_array_length(differences)), 0)::int FROM settlement_report
       WHERE day >= ${later(-settlementWindowMs)}::timestamptz::date) AS settlement
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT id, created_at FROM reconciliation ORDER BY until DESC LIMIT 1) AS last ON true`);
  return row;
}

/** The sums of all merchants' books in one currency, in minor units. */
export type BookSums = {
  environment: Environment;
  currency: Currency;
  available: string;
  held: string;
  owed: string;
};

export function sumBooks(): Promise<BookSums[]> {
  return scrape<BookSums>(sql`
    SELECT environment, currency, sum(available)::text AS available, sum(held)::text AS held, sum(owed)::text AS owed
    FROM merchant_balance GROUP BY environment, currency`);
}

type TableSize = { table: string; bytes: number };

/** The size of each table with its indexes and TOAST. No row is read. Waits for a lock of a migration. */
export function measureTables(): Promise<TableSize[]> {
  return scrape<TableSize>(sql`
    SELECT relname AS "table", pg_total_relation_size(oid)::float8 AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`);
}
