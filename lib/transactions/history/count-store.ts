import { query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import { hour, later } from "@/lib/kit/clock";

/** So many are counted anew each time; from then on the older ones are remembered as a number. */
const countedAnewMax = 10_000;
/** No transaction appears with a time further back than this: who began it is long done. */
const settledAfter = hour;

/**
 * How many transactions a merchant has. An index answers, but even an index takes its time with a million: of the
 * old ones, which stay, the number is kept, and only those after them are counted.
 */
export async function countHistory(owner: Owner): Promise<number> {
  const settledUntil = later(-settledAfter);
  const [row] = await query<{ kept: number; settled: number; fresh: number }>(
    "count-history",
    `WITH kept AS (
       SELECT coalesce(max(until), '-infinity') AS until, coalesce(max(counted), 0) AS counted
       FROM history_count WHERE account_number = $1 AND environment = $2::environment)
     SELECT (SELECT counted FROM kept) AS kept, count(*)::int AS fresh,
            count(*) FILTER (WHERE accepted_at < $3::timestamptz)::int AS settled
     FROM checkout_session
     WHERE account_number = $1 AND environment = $2::environment AND accepted_at >= (SELECT until FROM kept)`,
    [owner.accountNumber, owner.environment, settledUntil.toISOString()],
  );
  const { kept = 0, settled = 0, fresh = 0 } = row ?? {};
  if (settled > countedAnewMax) await keepCount(owner, settledUntil, kept + settled);
  return kept + fresh;
}

/** Whoever counted up to a later moment knows better. */
async function keepCount({ accountNumber, environment }: Owner, until: Date, counted: number): Promise<void> {
  await query(
    "keep-count",
    `INSERT INTO history_count AS kept (account_number, environment, until, counted)
     VALUES ($1, $2::environment, $3::timestamptz, $4)
     ON CONFLICT (account_number, environment) DO UPDATE SET until = excluded.until, counted = excluded.counted
     WHERE kept.until < excluded.until`,
    [accountNumber, environment, until.toISOString(), counted],
  );
}
