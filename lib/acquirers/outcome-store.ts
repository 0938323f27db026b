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

/** Counts the live attempts that began after `since` and were sent, by gateway. The cost follows their number. */
export function countAttemptsByGateway(since: Date): Promise<{ baseAddress: string; attempts: number }[]> {
  return query(sql`
    SELECT t.base_address, count(*)::int AS attempts FROM attempt a JOIN terminal t ON t.id = a.terminal_id
    WHERE a.environment = 'live' AND a.state <> 'refused' AND a.id >= ${firstUlidAt(since)} GROUP BY 1`);
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
