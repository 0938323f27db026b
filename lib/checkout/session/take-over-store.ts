import { query } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import type { AttemptPlace } from "@/lib/gateway/gateways";
import { second } from "@/lib/kit/clock";
import type { SessionRow } from "./session-row-store";
import { takeOverAfterMs } from "./session-rules";

const takeOverAfter = sql`${takeOverAfterMs / second} * interval '1 second'`;

/**
 * Whether the session `s` may lose its order or link to another session: its challenge is old enough, this happens for
 * the first time, and a request without a key or signature does not take from one that has it.
 */
export const isTakeable = (isTakerProven: Statement) => sql`(
  s.state = 'challenged' AND (${isTakerProven} OR NOT s.is_proven)
  AND EXISTS (SELECT FROM attempt a WHERE a.id = s.attempt_id
    AND a.called_at <= session_time(s.clock_offset_ms, s.clock_stopped_at) - ${takeOverAfter})
  AND NOT EXISTS (SELECT FROM checkout_session earlier WHERE earlier.taken_over_at IS NOT NULL
    AND earlier.account_number = s.account_number AND earlier.environment = s.environment
    AND earlier.order_id = s.order_id AND earlier.origin = s.origin)
  AND NOT EXISTS (SELECT FROM checkout_session earlier WHERE earlier.taken_over_at IS NOT NULL
    AND earlier.payment_link_id = s.payment_link_id))`;

/** Whether a payer of a link can take its use over from an unfinished challenge. Links are open to everyone. */
export async function isLinkTakeable(linkId: string): Promise<boolean> {
  const rows = await query(sql`
    SELECT s.id FROM checkout_session s
    WHERE s.payment_link_id = ${linkId} AND s.finalised_at IS NULL AND ${isTakeable(sql`false`)} LIMIT 1`);
  return rows.length > 0;
}

export type Challenge = AttemptPlace & { sessionId: string; attemptId: string };

/** Finds the oldest challenge that keeps this session from paying its order or link, and may be taken over. */
export async function findTakeable(session: SessionRow): Promise<Challenge | null> {
  const { id, accountNumber, environment, origin, orderId, total, currency, paymentLinkId, isProven } = session;
  const holds = paymentLinkId
    ? sql`s.payment_link_id = ${paymentLinkId} AND EXISTS (SELECT FROM payment_link l WHERE l.id = s.payment_link_id
        AND l.uses - coalesce(s.quantity, 1) + ${session.quantity ?? 1} <= l.uses_max)`
    : sql`s.account_number = ${accountNumber} AND s.environment = ${environment} AND s.origin = ${origin}
        AND s.order_id = ${orderId} AND s.total = ${total} AND s.currency = ${currency} AND s.holds_order`;
  const [found] = await query<Challenge>(sql`
    SELECT s.id AS session_id, s.attempt_id, s.environment, a.terminal_id
    FROM checkout_session s JOIN attempt a ON a.id = s.attempt_id
    WHERE ${holds} AND s.id <> ${id} AND s.finalised_at IS NULL AND ${isTakeable(sql`${isProven}::boolean`)}
    ORDER BY s.id LIMIT 1`);
  return found ?? null;
}
