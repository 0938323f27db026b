import { inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { hour, later } from "@/lib/kit/clock";

/** Up to this many transactions are counted at each request. Beyond it, the count of the older ones is cached. */
const countedAnewMax = 10_000;
/** No row is committed with a time further back than this, so the count of older rows is final. */
const settledAfter = hour;

/**
 * Returns the number of a merchant's transactions. Counting a million rows takes long even with an index. So the count
 * of older transactions is cached, and only newer ones are counted.
 */
export async function countHistory(owner: Owner): Promise<number> {
  const settledUntil = later(-settledAfter);
  // LATERAL keeps PostgreSQL from starting parallel workers, which take longer than the count itself. It cannot know
  // how few rows are newer than `until`.
  const [row] = await query<{ kept: number; settled: number; fresh: number }>(sql`
    WITH kept AS MATERIALIZED (
      SELECT coalesce(max(until), '-infinity') AS until, coalesce(max(counted), 0) AS counted
      FROM history_count WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment})
    SELECT kept.counted AS kept, newer.fresh, newer.settled
    FROM kept CROSS JOIN LATERAL (
      SELECT count(*)::int AS fresh, count(*) FILTER (WHERE accepted_at < ${settledUntil})::int AS settled
      FROM checkout_session
      WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment}
        AND accepted_at >= kept.until) newer`);
  const { kept = 0, settled = 0, fresh = 0 } = row ?? {};
  if (settled > countedAnewMax) await keepCount(owner, settledUntil);
  return kept + fresh;
}

/** Serialises the writers of cached counts until the transaction ends: a purge, and a longer count. */
export async function lockHistoryCount(): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(hashtextextended('history_count', 0))`);
}

/**
 * Caches the count of transactions before `until`, unless the cached count already covers a longer time. Counts again
 * under the lock, because a purge may have deleted rows since the first count.
 */
async function keepCount({ accountNumber, environment }: Owner, until: Date): Promise<void> {
  await inTransaction(async () => {
    await lockHistoryCount();
    await query(sql`
      WITH kept AS MATERIALIZED (
        SELECT coalesce(max(until), '-infinity') AS until, coalesce(max(counted), 0) AS counted
        FROM history_count WHERE account_number = ${accountNumber} AND environment = ${environment})
      INSERT INTO history_count (account_number, environment, until, counted)
      SELECT ${accountNumber}, ${environment}::environment, ${until}::timestamptz, kept.counted + newer.settled
      FROM kept CROSS JOIN LATERAL (
        SELECT count(*)::int AS settled FROM checkout_session
        WHERE account_number = ${accountNumber} AND environment = ${environment}
          AND accepted_at >= kept.until AND accepted_at < ${until}) newer
      WHERE kept.until < ${until}
      ON CONFLICT (account_number, environment) DO UPDATE SET until = excluded.until, counted = excluded.counted`);
  });
}
