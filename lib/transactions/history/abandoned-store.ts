import { query, slowQuery } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import { cardExpiredCode, cardGoneCode, orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";

/**
 * SQL: the session ended and the customer never pressed Pay. Pay leaves no attempt, but one of these codes, where the
 * stored card had been deleted or had expired, or where another session held the order.
 */
export const isAbandoned = `(status = 'failed' AND attempt_id IS NULL
  AND code NOT IN ('${cardGoneCode}', '${cardExpiredCode}')
  AND (last_code IS NULL OR last_code NOT IN ('${orderBusyCode}', '${orderPaidCode}')))`;

export async function findAbandonedAmong(
  { accountNumber, environment }: Owner,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await query<{ transaction_id: string }>(
    "find-abandoned-among",
    `SELECT transaction_id FROM checkout_session
     WHERE transaction_id = ANY ($3::text[]) AND account_number = $1 AND environment = $2::environment AND ${isAbandoned}`,
    [accountNumber, environment, transactionIds],
  );
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}

/**
 * Sandbox sessions that nobody tried to pay, from before the moment, the oldest first. Whatever refers to one keeps it, as
 * does a stored card that was to be charged.
 */
export async function findAbandonedBefore(moment: Date, limit: number): Promise<string[]> {
  const rows = await slowQuery<{ id: string }>(
    `SELECT id FROM checkout_session s
     WHERE environment = 'sandbox' AND status = 'failed' AND attempt_id IS NULL AND accepted_at < $1::timestamptz
       AND purpose IN ('payment', 'card_create') AND ${isAbandoned}
       AND NOT EXISTS (SELECT FROM attempt a WHERE a.session_id = s.id)
       AND NOT EXISTS (SELECT FROM refund r WHERE r.session_id = s.id)
       AND NOT EXISTS (SELECT FROM chargeback c WHERE c.session_id = s.id)
       AND NOT EXISTS (SELECT FROM trusted_card t WHERE t.session_id = s.id)
       AND NOT EXISTS (SELECT FROM ledger_journal l WHERE l.subject = s.transaction_id)
     ORDER BY accepted_at LIMIT $2`,
    [moment.toISOString(), limit],
  );
  return rows.map(({ id }) => id);
}

/** How many events it deleted; a session may have more of them than one statement should lock. */
export async function deleteSomeEvents(sessionIds: readonly string[], limit: number): Promise<number> {
  const [row] = await query<{ deleted: number }>(
    "delete-session-events",
    `WITH gone AS (
       DELETE FROM session_event WHERE id IN (
         SELECT id FROM session_event WHERE session_id = ANY ($1::text[]) LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING 1)
     SELECT count(*)::int AS deleted FROM gone`,
    [sessionIds, limit],
  );
  return row?.deleted ?? 0;
}

/** Deletes sessions whose events are gone, and takes them out of the number that `countHistory` keeps. */
export async function deleteAbandonedSessions(ids: readonly string[]): Promise<void> {
  await query(
    "delete-abandoned-sessions",
    `WITH gone AS (
       DELETE FROM checkout_session WHERE id IN (
         SELECT id FROM checkout_session s
         WHERE id = ANY ($1::text[]) AND NOT EXISTS (SELECT FROM session_event e WHERE e.session_id = s.id)
         FOR UPDATE SKIP LOCKED)
       RETURNING account_number, environment, accepted_at),
     counted AS (
       SELECT account_number, environment, count(*)::int AS gone
       FROM gone JOIN history_count h USING (account_number, environment) WHERE gone.accepted_at < h.until
       GROUP BY account_number, environment)
     UPDATE history_count h SET counted = h.counted - counted.gone FROM counted
     WHERE h.account_number = counted.account_number AND h.environment = counted.environment`,
    [ids],
  );
}
