import { db, query } from "@/lib/db/client";
import { literal, type Statement, sql, writeTogether } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import { approvedCode } from "@/lib/reference/response-codes";
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

/** The facts of a transaction that its timeline's words name, or null if the transaction does not exist. */
export async function findTimelineFacts({ accountNumber, environment }: Owner, transactionId: string) {
  return db().checkoutSession.findFirst({
    where: { transactionId, accountNumber, environment },
    select: {
      purpose: true,
      currency: true,
      origin: true,
      status: true,
      responseUrl: true,
      paymentLink: { select: { title: true } },
      quantity: true,
      email: true,
      attempts: { select: { startedAt: true, cardLast4: true, cardNetwork: true }, orderBy: { id: "asc" } },
      refunds: { select: { id: true, amount: true, reason: true } },
    },
  });
}

export type TimelineFacts = NonNullable<Awaited<ReturnType<typeof findTimelineFacts>>>;

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
  /** Webhook events that this step caused and whose deliveries all arrived. They have no line of their own. */
  delivered: string[] | null;
  total: number;
  /** The number of lines with the quiet ones. */
  inAll: number;
};

type TimelineChoice = PageWindow & {
  /** Maps webhook types to session event types where the names differ. */
  causes: Readonly<Record<string, string>>;
  /** Also lists the quiet lines: steps that another line implies, and webhooks without an open delivery. */
  isComplete: boolean;
};

/**
 * Steps that another line implies: what was sent to the gateway, the way to the bank's check, and a success. The
 * success has a line if a receipt was sent.
 */
const isQuiet = sql`(e.type IN ('gateway_called', 'challenge_shown')
  OR (e.type = 'gateway_answered' AND e.detail ->> 'outcome' = 'challenge')
  OR (e.type = 'finalised' AND e.detail ->> 'code' = ${literal(approvedCode)}
      AND (s.email IS NULL OR s.purpose = 'card_create')))`;

/**
 * One page of a transaction's timeline, newest first. A webhook event is listed at the session event that caused it.
 * The nth webhook event with a cause belongs to the nth session event of that type.
 */
export function findTimelinePage(
  { accountNumber, environment }: Owner,
  transactionId: string,
  { causes, isComplete, offset, limit }: TimelineChoice,
): Promise<TimelineLine[]> {
  return query<TimelineLine>(sql`
    WITH own AS (
      SELECT e.id, e.at, e.type, e.detail, ${isQuiet} AS is_quiet,
        row_number() OVER (PARTITION BY e.type ORDER BY e.id) AS nth
      FROM checkout_session s JOIN session_event e ON e.session_id = s.id
      WHERE s.transaction_id = ${transactionId} AND s.account_number = ${accountNumber} AND s.environment = ${environment}),
    emitted AS (
      SELECT w.sequence, w.type, w.occurred_at, cause, row_number() OVER (PARTITION BY cause ORDER BY w.sequence) AS nth,
        (SELECT bool_and(d.status = 'delivered') FROM webhook_delivery d WHERE d.event_id = w.id) AS is_delivered
      FROM webhook_event w, coalesce(${JSON.stringify(causes)}::jsonb ->> w.type, replace(w.type, 'payment.', '')) AS cause
      WHERE w.subject = ${transactionId} AND w.account_number = ${accountNumber} AND w.environment = ${environment}),
    attached AS MATERIALIZED (
      SELECT emitted.*, own.id AS step, coalesce(own.at, emitted.occurred_at) AS at
      FROM emitted LEFT JOIN own ON own.type = emitted.cause AND own.nth = emitted.nth),
    line AS (
      SELECT at, id AS place, false AS is_webhook, type, detail, is_quiet FROM own
      UNION ALL
      SELECT at, sequence, true, type, NULL, coalesce(is_delivered, true) FROM attached),
    page AS (
      SELECT *, count(*) OVER () AS total FROM line WHERE ${isComplete} OR NOT is_quiet
      ORDER BY at DESC, is_webhook DESC, place DESC OFFSET ${offset} LIMIT ${limit})
    SELECT at, place::text, is_webhook, type, detail, total::int, (SELECT count(*) FROM line)::int AS in_all,
      (SELECT array_agg(a.type ORDER BY a.sequence) FROM attached a
       WHERE a.step = page.place AND a.is_delivered AND NOT page.is_webhook AND NOT ${isComplete}) AS delivered
    FROM page ORDER BY page.at DESC, is_webhook DESC, page.place DESC`);
}

/** A step of a session, with the answer of the bank if it is one. */
export type PhaseStep = { at: Date; type: string; outcome: string | null };

const phaseStepsMax = 200;

/** The first steps of a session, oldest first. */
export function findPhaseSteps({ accountNumber, environment }: Owner, transactionId: string): Promise<PhaseStep[]> {
  return query<PhaseStep>(sql`
    SELECT e.at, e.type, e.detail ->> 'outcome' AS outcome
    FROM checkout_session s JOIN session_event e ON e.session_id = s.id
    WHERE s.transaction_id = ${transactionId} AND s.account_number = ${accountNumber} AND s.environment = ${environment}
    ORDER BY e.id LIMIT ${phaseStepsMax}`);
}
