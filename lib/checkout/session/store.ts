import { db, query } from "@/lib/db/client";
import { groupCalls } from "@/lib/db/group-calls";
import { anyOf, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { notFound } from "@/lib/kit/errors";
import type { TimelineStep } from "@/lib/timeline/steps";
import { type FlatSession, type SessionRow, sessionFields, sessionJoins, toSession } from "./session-row-store";
import { readCheckoutToken } from "./session-token";

/** Reads a session with its merchant, its cards and its current time, in one statement. */
export const findSession = groupCalls(async (ids: readonly string[]): Promise<(SessionRow | null)[]> => {
  const rows = await query<FlatSession>(sql`
    SELECT ${sessionFields} FROM checkout_session s ${sessionJoins} WHERE s.id = ${anyOf(ids)}`);
  return ids.map((id) => {
    const row = rows.find((found) => found.id === id);
    return row ? toSession(row) : null;
  });
});

export async function findSessionOrThrow(id: string): Promise<SessionRow> {
  const session = await findSession(id);
  if (!session) throw notFound();
  return session;
}

/** Finds the session of a checkout token. */
export async function findByToken(token: string): Promise<SessionRow | null> {
  const id = readCheckoutToken(token);
  return id ? findSession(id) : null;
}

export async function findByTokenOrThrow(token: string): Promise<SessionRow> {
  const session = await findByToken(token);
  if (!session) throw notFound();
  return session;
}

/** Finds a session by the transaction id that the merchant knows. Sessions of other merchants are not found. */
export async function findSessionOf(owner: Owner, transactionId: string) {
  const row = await db().checkoutSession.findFirst({ where: { ...owner, transactionId }, select: { id: true } });
  return row && findSession(row.id);
}

/**
 * Finds a sandbox session of any merchant. The public page that verifies sandbox redirects knows only the transaction
 * id.
 */
export async function findSandboxSession(transactionId: string) {
  const where = { environment: "sandbox", transactionId } as const;
  const row = await db().checkoutSession.findFirst({ where, select: { id: true } });
  return row && findSession(row.id);
}

/**
 * Reads the current time of a session. It is the database's time, but sandbox sessions can move or stop their clock.
 */
export async function readSessionTime(sessionId: string): Promise<Date> {
  const [row] = await query<{ now: Date }>(sql`
    SELECT session_time(clock_offset_ms, clock_stopped_at) AS now FROM checkout_session WHERE id = ${sessionId}`);
  if (!row) throw new Error("The session does not exist.");
  return row.now;
}

export function findAttempt(id: string) {
  return db().attempt.findUnique({ where: { id } });
}

export async function findSealedChallenge(attemptId: string): Promise<Uint8Array | null> {
  const row = await db().attempt.findUnique({ where: { id: attemptId }, select: { sealedChallenge: true } });
  return row?.sealedChallenge ?? null;
}

/**
 * Sets a timestamp of the session and appends the step to its timeline. Does nothing if the timestamp is already set.
 */
export async function noteOnce(
  id: string,
  column: "openedAt" | "handedOverAt",
  at: Date,
  step: TimelineStep,
): Promise<void> {
  const changed = column === "openedAt" ? sql`opened_at` : sql`handed_over_at`;
  await query(sql`
    WITH noted AS (
      UPDATE checkout_session SET ${changed} = ${at} WHERE id = ${id} AND ${changed} IS NULL RETURNING id)
    INSERT INTO session_event (session_id, at, type, detail)
    SELECT id, ${at}::timestamptz, ${step.type}, ${JSON.stringify(step.detail ?? {})}::jsonb FROM noted`);
}

/**
 * Extends a session by its own length: once, in the last minute, before the payer presses Pay, and only if the merchant
 * allows it. An attempt that starts at the same time wins or waits, because both update the session's row.
 */
export async function extendOnce(id: string): Promise<void> {
  const now = sql`session_time(s.clock_offset_ms, s.clock_stopped_at)`;
  await query(sql`
    WITH extended AS (
      UPDATE checkout_session s SET expires_at = s.expires_at + (s.expires_at - s.accepted_at), extended_at = ${now}
      FROM merchant_settings m
      WHERE s.id = ${id} AND s.state = 'hosted' AND s.extended_at IS NULL
        AND m.account_number = s.account_number AND m.allows_more_time
        AND s.expires_at > ${now} AND s.expires_at <= ${now} + interval '1 minute'
      RETURNING s.id, s.extended_at)
    INSERT INTO session_event (session_id, at, type, detail)
    SELECT id, extended_at, 'time_extended', '{}'::jsonb FROM extended`);
}

type Order = Pick<SessionRow, "accountNumber" | "environment" | "origin" | "orderId" | "total" | "currency">;

/** Whether any session is paying the same total of this order. */
export async function isOrderBusy(session: Order): Promise<boolean> {
  const { accountNumber, environment, origin, orderId, total, currency } = session;
  const where = { accountNumber, environment, origin, orderId, total, currency, holdsOrder: true, finalisedAt: null };
  return (await db().checkoutSession.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Whether another session has already paid the same total of the order. Its payment counts if it blocks the order. It
 * also counts if it was completed after this session was opened and was not refunded in full. If the merchant accepts
 * paid orders again, only the second rule applies, and it distinguishes two tabs of one order from a repeated order.
 * The ids of timeline steps give the order of events, because sandbox clocks differ.
 */
export async function isOrderPaid(session: Pick<SessionRow, "id"> & Order): Promise<boolean> {
  const { id, accountNumber, environment, origin, orderId, total, currency } = session;
  const rows = await query<{ id: string }>(sql`
    SELECT other.id FROM checkout_session other
    WHERE other.account_number = ${accountNumber} AND other.environment = ${environment}
      AND other.origin = ${origin} AND other.order_id = ${orderId}
      AND other.total = ${total} AND other.currency = ${currency}
      AND other.id <> ${id} AND other.status = 'success'
      AND (other.holds_order
        OR ((other.refunded < other.total + other.customer_fee
            OR EXISTS (SELECT FROM refund r WHERE r.session_id = other.id AND r.ended_at IS NULL))
          AND EXISTS (SELECT FROM session_event ending
                      WHERE ending.session_id = other.id AND ending.type = 'finalised' AND ending.id >
                        (SELECT min(opening.id) FROM session_event opening WHERE opening.session_id = ${id}))))
    LIMIT 1`);
  return rows.length > 0;
}
