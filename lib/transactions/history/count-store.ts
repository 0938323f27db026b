import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/route/caller";
import { hour, later } from "@/lib/kit/clock";

/** Up to this many rows are counted live. Beyond it the older part is cached. */
const countedAnewMax = 10_000;
/** No transaction commits with a time older than this, so the count before it is final. */
const settledAfter = hour;

/**
 * The number of a merchant's transactions. Even an index takes long to count a million rows. So the count of the older
 * ones is cached, and only the newer ones are counted.
 */
export async function countHistory(owner: Owner): Promise<number> {
  const settledUntil = later(-settledAfter);
  const [row] = await query<{ kept: number; settled: number; fresh: number }>(sql`
    WITH kept AS (
      SELECT coalesce(max(until), '-infinity') AS until, coalesce(max(counted), 0) AS counted
      FROM history_count WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment})
    SELECT (SELECT counted FROM kept) AS kept, count(*)::int AS fresh,
           count(*) FILTER (WHERE accepted_at < ${settledUntil})::int AS settled
    FROM checkout_session
    WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment} AND accepted_at >= (SELECT until FROM kept)`);
  const { kept = 0, settled = 0, fresh = 0 } = row ?? {};
  if (settled > countedAnewMax) await keepCount(owner, settledUntil, kept + settled);
  return kept + fresh;
}

/** A count up to a later moment stays. */
async function keepCount({ accountNumber, environment }: Owner, until: Date, counted: number): Promise<void> {
  await query(sql`
    INSERT INTO history_count AS kept (account_number, environment, until, counted)
    VALUES (${accountNumber}, ${environment}::environment, ${until}::timestamptz, ${counted})
    ON CONFLICT (account_number, environment) DO UPDATE SET until = excluded.until, counted = excluded.counted
    WHERE kept.until < excluded.until`);
}
