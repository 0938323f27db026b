import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { firstUlidAt } from "@/lib/kit/ids";

/** The outcomes of live attempts that are counted. A voided charge counts as voided, whatever it was before. */
export const attemptOutcomes = ["approved", "declined", "unknown", "voided", "dropped", "refused", "open"] as const;
type AttemptOutcome = (typeof attemptOutcomes)[number];
type OutcomeCounts = Record<AttemptOutcome, number>;

/** Counts the live attempts that began after `since`, by outcome. The cost follows the number of attempts. */
export async function countOutcomes(since: Date, timeoutMs?: number): Promise<OutcomeCounts> {
  const rows = await query<{ outcome: AttemptOutcome; attempts: number }>(
    sql`
    SELECT CASE WHEN voided_at IS NOT NULL THEN 'voided'
                WHEN state IN ('sent', 'challenged', 'answering') THEN 'open'
                ELSE state::text END AS outcome, count(*)::int AS attempts
    FROM attempt WHERE environment = 'live' AND id >= ${firstUlidAt(since)} GROUP BY 1`,
    timeoutMs,
  );
  const counts = new Map(rows.map(({ outcome, attempts }) => [outcome, attempts]));
  return Object.fromEntries(attemptOutcomes.map((outcome) => [outcome, counts.get(outcome) ?? 0])) as OutcomeCounts;
}

/** The median and the 95th percentile of a call's duration in seconds, or null without a call. */
type CallTimes = { median: number | null; p95: number | null };

/**
 * The durations of the two calls of a charge, for charges that began after `since`. The first call starts 3DS, the
 * second moves money. A call that is not over does not count. The cost follows the number of charges.
 */
export async function measureCalls(since: Date, timeoutMs?: number): Promise<{ first: CallTimes; payment: CallTimes }> {
  type Row = Record<"firstMedian" | "firstP95" | "paymentMedian" | "paymentP95", number | null>;
  const [row] = await query<Row>(
    sql`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY sale) AS first_median,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY sale) AS first_p95,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY payment) AS payment_median,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY payment) AS payment_p95
    FROM (SELECT extract(epoch FROM sale_ended_at - sale_sent_at)::float8 AS sale,
            extract(epoch FROM payment_ended_at - payment_sent_at)::float8 AS payment
          FROM powertranz_charge WHERE attempt_id >= ${firstUlidAt(since)}) AS calls`,
    timeoutMs,
  );
  return {
    first: { median: row?.firstMedian ?? null, p95: row?.firstP95 ?? null },
    payment: { median: row?.paymentMedian ?? null, p95: row?.paymentP95 ?? null },
  };
}

/** The times of the payment call per hour, and of all hours together, for charges that began after `since`. */
export async function measureCallsByHour(
  since: Date,
): Promise<{ all: CallTimes; hours: (CallTimes & { from: Date })[] }> {
  const rows = await query<CallTimes & { from: Date | null }>(sql`
    SELECT "from", percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) AS p95
    FROM (SELECT date_bin('1 hour', payment_sent_at, ${since}::timestamptz) AS "from",
            extract(epoch FROM payment_ended_at - payment_sent_at)::float8 AS seconds
          FROM powertranz_charge WHERE attempt_id >= ${firstUlidAt(since)} AND payment_ended_at IS NOT NULL) AS calls
    GROUP BY ROLLUP ("from")`);
  const all = rows.find(({ from }) => from === null);
  return {
    all: { median: all?.median ?? null, p95: all?.p95 ?? null },
    hours: rows.flatMap(({ from, ...times }) => (from ? [{ from, ...times }] : [])),
  };
}

/** Counts live attempts of any age that wait for an outcome or for a void. */
export async function countOpenWork(timeoutMs?: number): Promise<{ unknown: number; voids: number }> {
  const [row] = await query<{ unknown: number; voids: number }>(
    sql`
    SELECT (SELECT count(*)::int FROM attempt
            WHERE environment = 'live' AND inquire_at IS NOT NULL AND state = 'unknown') AS unknown,
      (SELECT count(*)::int FROM attempt WHERE environment = 'live' AND void_at IS NOT NULL) AS voids`,
    timeoutMs,
  );
  return row ?? { unknown: 0, voids: 0 };
}
