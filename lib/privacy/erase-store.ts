import { query } from "@/lib/db/client";
import { assignments, sql } from "@/lib/db/sql";
import { customerDetailsOf } from "@/lib/reference/customer-details";
import { isOpenPayment } from "./payer-store";

/** Call the functions of this file for short lists of ids, because each of them is one statement. */

export type ErasedSession = { id: string; transactionId: string };

/**
 * Locks the sessions, and returns those that can be erased: a refund or a chargeback may have opened one again. Two
 * statements, because a statement that waited for a lock does not see the refund that was committed meanwhile.
 */
export async function lockErasable(ids: readonly string[]): Promise<ErasedSession[]> {
  await query(sql`SELECT FROM checkout_session WHERE id = ANY (${ids}::text[]) ORDER BY id FOR UPDATE`);
  return query(sql`
    SELECT s.id, s.transaction_id FROM checkout_session s WHERE s.id = ANY (${ids}::text[]) AND NOT ${isOpenPayment}`);
}

/**
 * Erases personal data of final payments and of what belongs to them. Amounts, fees, ids, dates, results, order ids and
 * the masked card stay. `data`, and the query and fragment of the return address, come from the shop and may contain
 * anything.
 */
export async function eraseSessions(sessions: readonly ErasedSession[]): Promise<void> {
  const ids = sessions.map(({ id }) => id);
  await query(sql`
    UPDATE attempt SET bank_message = NULL, sealed_challenge = NULL
    WHERE session_id = ANY (${ids}::text[]) AND (bank_message IS NOT NULL OR sealed_challenge IS NOT NULL)`);
  await query(sql`UPDATE refund SET reason = NULL WHERE session_id = ANY (${ids}::text[]) AND reason IS NOT NULL`);
  const cards = await query<{ uuid: string }>(sql`
    UPDATE trusted_card SET first_name = '', last_name = NULL WHERE session_id = ANY (${ids}::text[])
    RETURNING uuid::text`);
  await query(sql`
    UPDATE checkout_session SET ${assignments(customerDetailsOf({}))}, data = NULL,
      response_url = regexp_replace(response_url, '[?#].*$', '')
    WHERE id = ANY (${ids}::text[])`);
  // The label of a card link usually names the customer, and its address may.
  await query(sql`
    DELETE FROM card_link WHERE id IN (SELECT link_id FROM card_link_session WHERE session_id = ANY (${ids}::text[]))`);
  const subjects = [...sessions.map(({ transactionId }) => transactionId), ...cards.map(({ uuid }) => uuid)];
  const events = await query<{ id: string }>(
    sql`SELECT id FROM webhook_event WHERE subject = ANY (${subjects}::text[])`,
  );
  await eraseEvents(events.map(({ id }) => id));
}

/** Erases personal data in events, and the answers of receivers, which may repeat an event. */
export async function eraseEvents(ids: readonly string[]): Promise<void> {
  await query(sql`
    UPDATE webhook_event SET data = data || (
      SELECT coalesce(jsonb_object_agg(key, CASE WHEN key = 'first_name' THEN '""'::jsonb ELSE 'null'::jsonb END), '{}')
      FROM jsonb_object_keys(data) AS key
      WHERE key IN ('customer_name', 'customer_email', 'customer_phone', 'customer_address', 'data', 'first_name', 'last_name'))
    WHERE id = ANY (${ids}::text[])`);
  await query(sql`
    UPDATE webhook_try SET response = NULL FROM webhook_delivery d
    WHERE d.id = delivery_id AND d.event_id = ANY (${ids}::text[]) AND response IS NOT NULL`);
}

export async function deleteMails(ids: readonly string[]): Promise<void> {
  await query(sql`DELETE FROM mail WHERE id = ANY (${ids}::text[])`);
}

export async function eraseRequests(ids: readonly bigint[]): Promise<void> {
  await query(sql`
    UPDATE request_log SET path = '(erased)', message = NULL WHERE id = ANY (${ids}::bigint[])`);
}
