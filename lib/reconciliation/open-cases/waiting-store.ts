import { query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { Environment } from "@/lib/reference/platforms";

/** Money that waits for the acquirer or for the operator, for the metrics and the operator's desk. */

/** At most so many rows of a kind are counted. */
const countMax = 100_000;

export type WaitingKind = "unknown_attempt" | "refund" | "platform_refund" | "withdrawal" | "chargeback";

/** The work of one kind in one environment: its number, and since when the oldest waits. */
export type Waiting = { kind: WaitingKind; environment: Environment; number: number; since: Date };

/**
 * Attempts without an outcome, refunds that the acquirer has not confirmed, withdrawals for the next bank file, and
 * chargebacks without a decision.
 */
export function readWaiting(timeoutMs?: number): Promise<Waiting[]> {
  return query<Waiting>(
    sql`
    SELECT 'unknown_attempt' AS kind, environment, count(*)::int AS number, min(called_at) AS since
    FROM attempt WHERE inquire_at IS NOT NULL AND state = 'unknown' GROUP BY environment
    UNION ALL
    SELECT 'refund', environment, count(*)::int, min(requested_at) FROM (
      SELECT requested_at, (SELECT s.environment FROM checkout_session s WHERE s.id = r.session_id) AS environment
      FROM refund r WHERE due_at IS NOT NULL LIMIT ${literal(countMax)}) AS open GROUP BY environment
    UNION ALL
    SELECT 'platform_refund', environment, count(*)::int, min(requested_at) FROM (
      SELECT requested_at, (SELECT s.environment FROM checkout_session s WHERE s.id = r.session_id) AS environment
      FROM platform_refund r WHERE due_at IS NOT NULL LIMIT ${literal(countMax)}) AS open GROUP BY environment
    UNION ALL
    SELECT 'withdrawal', environment, count(*)::int, min(created_at)
    FROM withdrawal WHERE status = ANY (ARRAY[0, 4]) GROUP BY environment
    UNION ALL
    SELECT 'chargeback', environment, count(*)::int, min(opened_at) FROM (
      SELECT opened_at, (SELECT s.environment FROM checkout_session s WHERE s.id = c.session_id) AS environment
      FROM chargeback c WHERE status = 'open' LIMIT ${literal(countMax)}) AS open GROUP BY environment`,
    timeoutMs,
  );
}
