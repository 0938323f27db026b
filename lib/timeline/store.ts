import { db, query } from "@/lib/db/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { StepType, TimelineStep } from "./steps";

export async function appendEvents(sessionId: string, at: Date, steps: readonly TimelineStep[]): Promise<void> {
  if (steps.length === 0) return;
  await db().sessionEvent.createMany({
    data: steps.map(({ type, detail = {} }) => ({ sessionId, at, type, detail })),
  });
}

/** How many events of these types a session has, up to `max`. */
export async function countEvents(sessionId: string, types: readonly StepType[], max: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    "count-session-events",
    `SELECT count(*)::int AS count FROM (
       SELECT FROM session_event WHERE session_id = $1 AND type = ANY ($2::text[]) LIMIT $3) AS counted`,
    [sessionId, types, max],
  );
  return row?.count ?? 0;
}

/** The cards that were tried in a transaction's session, or null where there is no such session. */
export async function findTriedCards({ accountNumber, environment }: Owner, transactionId: string) {
  const session = await db().checkoutSession.findFirst({
    where: { transactionId, accountNumber, environment },
    select: { attempts: { select: { startedAt: true, cardLast4: true, cardNetwork: true } } },
  });
  return session?.attempts ?? null;
}

/** An event of the session, or a webhook event about the transaction, whose `sequence` is then its place. */
export type TimelineLine = {
  at: Date;
  place: string;
  isWebhook: boolean;
  type: string;
  detail: unknown;
  total: number;
};

/**
 * One page of everything about a transaction, in order of time. A webhook stands at the event that caused it: the nth webhook
 * with a cause belongs to the nth event of that type. `causes` names the causes that the webhook's own name does not tell.
 */
export function findTimelinePage(
  { accountNumber, environment }: Owner,
  transactionId: string,
  causes: Readonly<Record<string, string>>,
  { offset, limit }: PageWindow,
): Promise<TimelineLine[]> {
  return query<TimelineLine>(
    "find-timeline-page",
    `WITH own AS (
       SELECT e.id, e.at, e.type, e.detail, row_number() OVER (PARTITION BY e.type ORDER BY e.id) AS nth
       FROM checkout_session s JOIN session_event e ON e.session_id = s.id
       WHERE s.transaction_id = $1 AND s.account_number = $2 AND s.environment = $3::environment),
     told AS (
       SELECT sequence, type, occurred_at, cause, row_number() OVER (PARTITION BY cause ORDER BY sequence) AS nth
       FROM webhook_event, coalesce($4::jsonb ->> type, replace(type, 'payment.', '')) AS cause
       WHERE subject = $1 AND account_number = $2 AND environment = $3::environment),
     line AS (
       SELECT at, id AS place, false AS "isWebhook", type, detail FROM own
       UNION ALL
       SELECT coalesce(own.at, told.occurred_at), told.sequence, true, told.type, NULL
       FROM told LEFT JOIN own ON own.type = told.cause AND own.nth = told.nth)
     SELECT at, place::text, "isWebhook", type, detail, (count(*) OVER ())::int AS total
     FROM line ORDER BY line.at, "isWebhook", line.place OFFSET $5 LIMIT $6`,
    [transactionId, accountNumber, environment, JSON.stringify(causes), offset, limit],
  );
}
