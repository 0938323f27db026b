import { query } from "@/lib/db/client";
import { joinSql, sql } from "@/lib/db/sql";
import { allOperations } from "@/lib/gateway/registry";
import { hadTerminal } from "@/lib/gateway/terminals/terminal-store";

/** The median and the 95th percentile of a call's duration in seconds, or null without a call. */
type CallTimes = { median: number | null; p95: number | null };

/** The calls of all acquirers, for charges that began after `since`. The cost follows the number of charges. */
const callsSince = (since: Date) =>
  joinSql(
    allOperations.map((operations) => operations.callTimes(since)),
    " UNION ALL ",
  );

/** The first call starts 3DS, the second moves money. A call that is not over does not count. */
export async function measureCalls(since: Date, timeoutMs?: number): Promise<{ first: CallTimes; payment: CallTimes }> {
  type Row = Record<"firstMedian" | "firstP95" | "paymentMedian" | "paymentP95", number | null>;
  const [row] = await query<Row>(
    sql`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY first_seconds) AS first_median,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY first_seconds) AS first_p95,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY payment_seconds) AS payment_median,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY payment_seconds) AS payment_p95
    FROM (${callsSince(since)}) AS calls`,
    timeoutMs,
  );
  return {
    first: { median: row?.firstMedian ?? null, p95: row?.firstP95 ?? null },
    payment: { median: row?.paymentMedian ?? null, p95: row?.paymentP95 ?? null },
  };
}

/**
 * How long banks took with live payments since a moment, per hour and in all hours together. Null if no terminal took
 * them.
 */
export const readAnswerTimes = async (since: Date) => ((await hadTerminal()) ? measureByHour(since) : null);

async function measureByHour(since: Date): Promise<{ all: CallTimes; hours: (CallTimes & { from: Date })[] }> {
  const rows = await query<CallTimes & { from: Date | null }>(sql`
    SELECT "from", percentile_cont(0.5) WITHIN GROUP (ORDER BY payment_seconds) AS median,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY payment_seconds) AS p95
    FROM (SELECT date_bin('1 hour', payment_sent_at, ${since}::timestamptz) AS "from", payment_seconds
          FROM (${callsSince(since)}) AS calls WHERE payment_seconds IS NOT NULL) AS calls
    GROUP BY ROLLUP ("from")`);
  const all = rows.find(({ from }) => from === null);
  return {
    all: { median: all?.median ?? null, p95: all?.p95 ?? null },
    hours: rows.flatMap(({ from, ...times }) => (from ? [{ from, ...times }] : [])),
  };
}
