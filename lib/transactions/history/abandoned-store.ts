import { inTransaction, query, slowQuery } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Environment } from "@/lib/reference/platforms";
import {
  cardExpiredCode,
  cardGoneCode,
  linkHeldCode,
  orderBusyCode,
  orderPaidCode,
} from "@/lib/reference/response-codes";
import type { OutcomeFacts } from "@/lib/transactions/result";
import { lockHistoryCount } from "./count-store";

/**
 * A session is abandoned if it ended and the customer never pressed Pay. These codes exclude sessions whose customer
 * pressed Pay without starting an attempt: the stored card was deleted or expired, or another session held the order.
 */
export const isAbandoned = sql`(status = 'failed' AND attempt_id IS NULL
  AND code NOT IN (${literal(cardGoneCode)}, ${literal(cardExpiredCode)})
  AND (last_code IS NULL OR last_code NOT IN (
    ${literal(orderBusyCode)}, ${literal(orderPaidCode)}, ${literal(linkHeldCode)})))`;

export function findOutcomeFacts(
  { accountNumber, environment }: Owner,
  transactionIds: readonly string[],
): Promise<(OutcomeFacts & { transactionId: string; linkTitle: string | null })[]> {
  return query(sql`
    SELECT transaction_id, status, state = 'finalising' AS is_confirming, code, ${isAbandoned} AS is_abandoned,
      (SELECT title FROM payment_link WHERE id = payment_link_id) AS link_title
    FROM checkout_session
    WHERE transaction_id = ANY (${transactionIds}::text[]) AND account_number = ${accountNumber}
      AND environment = ${environment}`);
}

/**
 * Finds failed sessions without an attempt that are older than `moment`, oldest first. The payer never pressed Pay, or
 * the order or the stored card could not be charged. A row that another row refers to is left out.
 */
export function findSessionsWithoutAttempt(environment: Environment, moment: Date, limit: number) {
  return slowQuery<{ id: string; acceptedAt: Date }>(sql`
    SELECT id, accepted_at FROM checkout_session s
    WHERE environment = ${literal(environment)} AND status = 'failed' AND attempt_id IS NULL AND accepted_at < ${moment}
      AND NOT EXISTS (SELECT FROM attempt a WHERE a.session_id = s.id)
      AND NOT EXISTS (SELECT FROM refund r WHERE r.session_id = s.id)
      AND NOT EXISTS (SELECT FROM chargeback c WHERE c.session_id = s.id)
      AND NOT EXISTS (SELECT FROM trusted_card t WHERE t.session_id = s.id)
      AND NOT EXISTS (SELECT FROM ledger_journal l WHERE l.subject = s.transaction_id)
    ORDER BY accepted_at LIMIT ${limit}`);
}

/** Deletes at most `limit` timeline events, so that the statement locks few rows. Returns their number. */
export async function deleteSomeEvents(sessionIds: readonly string[], limit: number): Promise<number> {
  const [row] = await query<{ deleted: number }>(sql`
    WITH gone AS (
      DELETE FROM session_event WHERE id IN (
        SELECT id FROM session_event WHERE session_id = ANY (${sessionIds}::text[]) LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING 1)
    SELECT count(*)::int AS deleted FROM gone`);
  return row?.deleted ?? 0;
}

/**
 * Deletes sessions that have no events left, and subtracts them from the cached count of `countHistory()`. Returns
 * their number.
 */
export async function deleteAbandonedSessions(ids: readonly string[]): Promise<number> {
  return inTransaction(async () => {
    await lockHistoryCount();
    return deleteAndSubtract(ids);
  });
}

async function deleteAndSubtract(ids: readonly string[]): Promise<number> {
  const [row] = await query<{ deleted: number }>(sql`
    WITH gone AS (
      DELETE FROM checkout_session WHERE id IN (
        SELECT id FROM checkout_session s
        WHERE id = ANY (${ids}::text[]) AND NOT EXISTS (SELECT FROM session_event e WHERE e.session_id = s.id)
        FOR UPDATE SKIP LOCKED)
      RETURNING account_number, environment, accepted_at),
    counted AS (
      SELECT account_number, environment, count(*)::int AS gone
      FROM gone JOIN history_count h USING (account_number, environment) WHERE gone.accepted_at < h.until
      GROUP BY account_number, environment),
    lowered AS (
      UPDATE history_count h SET counted = h.counted - counted.gone FROM counted
      WHERE h.account_number = counted.account_number AND h.environment = counted.environment)
    SELECT count(*)::int AS deleted FROM gone`);
  return row?.deleted ?? 0;
}
