import { db, query } from "@/lib/db/client";
import { type Statement, sql, writeTogether } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { StepType, TimelineStep } from "./steps";

export async function appendEvents(sessionId: string, at: Date, steps: readonly TimelineStep[]): Promise<void> {
  if (steps.length > 0) await query(writeTogether(timelineParts(sessionId, at, steps)));
}

/** The timeline's part of a statement, or nothing if there are no steps. */
export function timelineParts(sessionId: string, at: Date, steps: readonly TimelineStep[]): Statement[] {
  if (steps.length === 0) return [];
  const rows = JSON.stringify(steps.map(({ type, detail = {} }) => ({ type, detail })));
  return [
    sql`step AS (
      INSERT INTO session_event (session_id, at, type, detail)
      SELECT ${sessionId}, ${at}::timestamptz, type, detail
      FROM ROWS FROM (jsonb_to_recordset(${rows}::jsonb) AS (type text, detail jsonb)) WITH ORDINALITY AS given (type, detail, place)
      ORDER BY place)`,
  ];
}

/** The number of events of these types in a session, up to `max`. */
export async function countEvents(sessionId: string, types: readonly StepType[], max: number): Promise<number> {
  const [row] = await query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM session_event WHERE session_id = ${sessionId} AND type = ANY (${types}::text[]) LIMIT ${max}) AS counted`);
  return row?.count ?? 0;
}

/** The cards that were tried for a transaction, or null if the transaction does not exist. */
export async function findTriedCards({ accountNumber, environment }: Owner, transactionId: string) {
  const session = await db().checkoutSession.findFirst({
    where: { transactionId, accountNumber, environment },
    select: { attempts: { select: { startedAt: true, cardLast4: true, cardNetwork: true } } },
  });
  return session?.attempts ?? null;
}

/**
 * A line of a transaction's timeline: an event of the checkout session, or a webhook event. `place` is the id of a
 * session event or the `sequence` of a webhook event.
 */
export type TimelineLine = {
  at: Date;
  place: string;
  isWebhook: boolean;
  type: string;
  detail: unknown;
  total: number;
};

/**
 * One page of a transaction's timeline, by time. A webhook event is listed at the session event that caused it. The nth
 * webhook event with a cause belongs to the nth session event of that type. `causes` maps webhook types to session
 * event types where the names differ.
 */
export function findTimelinePage(
  { accountNumber, environment }: Owner,
  transactionId: string,
  causes: Readonly<Record<string, string>>,
  { offset, limit }: PageWindow,
): Promise<TimelineLine[]> {
  return query<TimelineLine>(sql`
    WITH own AS (
      SELECT e.id, e.at, e.type, e.detail, row_number() OVER (PARTITION BY e.type ORDER BY e.id) AS nth
      FROM checkout_session s JOIN session_event e ON e.session_id = s.id
      WHERE s.transaction_id = ${transactionId} AND s.account_number = ${accountNumber} AND s.environment = ${environment}),
    emitted AS (
      SELECT sequence, type, occurred_at, cause, row_number() OVER (PARTITION BY cause ORDER BY sequence) AS nth
      FROM webhook_event, coalesce(${JSON.stringify(causes)}::jsonb ->> type, replace(type, 'payment.', '')) AS cause
      WHERE subject = ${transactionId} AND account_number = ${accountNumber} AND environment = ${environment}),
    line AS (
      SELECT at, id AS place, false AS is_webhook, type, detail FROM own
      UNION ALL
      SELECT coalesce(own.at, emitted.occurred_at), emitted.sequence, true, emitted.type, NULL
      FROM emitted LEFT JOIN own ON own.type = emitted.cause AND own.nth = emitted.nth)
    SELECT at, place::text, is_webhook, type, detail, (count(*) OVER ())::int AS total
    FROM line ORDER BY line.at, is_webhook, line.place OFFSET ${offset} LIMIT ${limit}`);
}
