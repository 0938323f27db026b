import { recentSuccessMs } from "@/lib/auth/sign-in/sign-in-attempts";
import { query } from "@/lib/db/client";
import { rawSql, type Statement, sql } from "@/lib/db/sql";
import { later } from "@/lib/kit/clock";

/** Rows of a table that are kept although their period has ended. */
const exceptions: Readonly<Record<string, () => Statement>> = {
  // A pending delivery still needs its event. A subquery with LIMIT keeps the plan stable with stale statistics.
  webhook_event: () => sql`
    AND (SELECT true FROM webhook_delivery d WHERE d.event_id = t.id AND d.due_at IS NOT NULL LIMIT 1) IS NULL`,
  // The next comparison starts where the last report ended.
  reconciliation: () => sql`AND until < (SELECT max(until) FROM reconciliation)`,
  // The newest network of an account stays known, so that a grant after a long pause is still compared with one.
  known_network: () => sql`
    AND (EXISTS (SELECT FROM known_network o WHERE o.account_number = t.account_number AND o.last_used_at > t.last_used_at)
      OR EXISTS (SELECT FROM account a WHERE a.account_number = t.account_number AND a.deleted_at IS NOT NULL))`,
  // A recent success is known longer than a failure.
  sign_in_try: () => sql`AND (last_success_at IS NULL OR last_success_at < ${later(-recentSuccessMs)})`,
};

const expired = (table: string, since: string, before: Date | string): Statement =>
  sql`FROM ${rawSql(table)} t WHERE ${rawSql(since)} < ${before} ${exceptions[table]?.() ?? sql``}`;

/**
 * Deletes at most `limit` expired rows, oldest first, so that the statement is short and locks few rows. It skips rows
 * that another transaction holds. Returns the number of deleted rows.
 */
export async function deleteExpired(table: string, since: string, before: Date | string, limit: number) {
  const rows = await query(sql`
    DELETE FROM ${rawSql(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid ${expired(table, since, before)} ORDER BY ${rawSql(since)} LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED))
    RETURNING 1 AS one`);
  return rows.length;
}

/** The column `since` of the oldest expired row, or null if there is none. */
export async function findOldestExpired(table: string, since: string, before: Date | string) {
  const [row] = await query<{ since: Date | string }>(sql`
    SELECT ${rawSql(since)} AS since ${expired(table, since, before)} ORDER BY ${rawSql(since)} LIMIT 1`);
  return row?.since ?? null;
}

/** `overdueSince`: when the oldest row that is still there should have been deleted. */
export type TableSweep = { table: string; deleted: number; overdueSince: Date | null };

export async function recordSweeps(sweeps: readonly TableSweep[], at: Date): Promise<void> {
  await query(sql`
    INSERT INTO retention_sweep AS s (table_name, deleted, overdue_since, swept_at)
    SELECT "table", deleted, "overdueSince", ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(sweeps)}::jsonb) AS swept ("table" text, deleted bigint, "overdueSince" timestamptz)
    ON CONFLICT (table_name) DO UPDATE SET
      deleted = s.deleted + excluded.deleted, overdue_since = excluded.overdue_since, swept_at = excluded.swept_at`);
}

export function listSweeps() {
  return query<TableSweep & { deleted: bigint; sweptAt: Date }>(sql`
    SELECT table_name AS "table", deleted, overdue_since, swept_at FROM retention_sweep ORDER BY table_name`);
}
