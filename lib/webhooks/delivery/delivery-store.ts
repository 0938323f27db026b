import { db, query } from "@/lib/db/client";
import { second } from "@/lib/kit/clock";
import { type EventName, lanes } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";
import type { StoredEvent } from "@/lib/webhooks/body";

/** What the worker asks and writes while it delivers. */
export type DueDelivery = {
  id: string;
  tries: number;
  endpointId: string;
  url: string;
  sealedSecret: Uint8Array;
  sealedPreviousSecret: Uint8Array | null;
  /** JSON; second-signature.ts reads it. */
  secondSignature: unknown;
  event: StoredEvent;
  begunAt: Date;
};

type ClaimedRow = Omit<DueDelivery, "event"> & {
  eventId: string;
  event: EventName;
  accountNumber: string;
  environment: Environment;
  occurredAt: Date;
  data: Record<string, unknown>;
};

/** So many go to one endpoint at once; to one that struggles, one. */
const perEndpoint = 10;
const perAccount = 100;
/** For so many tries what came later about the same thing waits: then it would wait too long. */
const orderedTries = 2;
/** So many due deliveries of one endpoint and lane are looked at: some of them may have to wait for an earlier one. */
const lookedAt = 500;
const everyLane = [0, ...Object.values(lanes)].toSorted();
const slowMs = 5 * second;

/**
 * Takes deliveries that are due, of every endpoint and every account a few: whoever is slow, or has many, keeps nobody else waiting. While one
 * worker looks at an endpoint, others leave it out, so that the count of what is under way holds for all of them together.
 * Endpoints are found by leaping through the index, from one that has anything on its way to the next; those where none of it is due are
 * not locked. What stands before a delivery is asked one by one, and what is taken is listed first: whatever the database believes of how
 * many there are, it cannot choose a join that reads everything again and again.
 *
 * At each endpoint the lanes go in their order, so that money events do not wait for any number of `payment.created`. `first` is the earliest
 * delivery of the same subject that still has to go out before this one; a delivery with none is its own. Where `first` stands in a later lane it
 * is taken in this one's place: the order of a subject holds, and a `payment.created` is early if its `payment.success` is due.
 */
export async function claimDeliveries(now: Date, takenUntil: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await query<ClaimedRow>(
    "claim-deliveries",
    `WITH RECURSIVE busy (endpoint_id) AS (
       (SELECT endpoint_id FROM webhook_delivery WHERE due_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM webhook_delivery d
               WHERE d.due_at IS NOT NULL AND d.endpoint_id > busy.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
       FROM busy WHERE busy.endpoint_id IS NOT NULL),
     open AS MATERIALIZED (
       SELECT e.* FROM webhook_endpoint e JOIN busy ON busy.endpoint_id = e.id
       WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
         AND EXISTS (SELECT FROM webhook_delivery d
                     WHERE d.endpoint_id = e.id AND d.lane IN (${everyLane}) AND d.due_at <= $1::timestamptz)
       FOR NO KEY UPDATE OF e SKIP LOCKED),
     under_way AS (
       SELECT e.account_number, count(*) AS places
       FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id AND d.taken_until > $1::timestamptz
       WHERE e.account_number IN (SELECT account_number FROM open) GROUP BY e.account_number),
     next AS (
       SELECT d.id, open.account_number, row_number() OVER (PARTITION BY open.account_number ORDER BY d.lane, random()) AS place
       FROM open CROSS JOIN LATERAL (
         SELECT due.id, min(due.lane) AS lane FROM unnest(ARRAY[${everyLane}]) AS looked (lane) CROSS JOIN LATERAL (
           SELECT first.id, d.lane, d.due_at, d.sequence FROM (
             SELECT * FROM webhook_delivery
             WHERE endpoint_id = open.id AND lane = looked.lane AND due_at <= $1::timestamptz
               AND (taken_until IS NULL OR taken_until <= $1::timestamptz)
             ORDER BY due_at, sequence LIMIT ${lookedAt}) d
           CROSS JOIN LATERAL (
             SELECT o.id, o.lane, o.due_at, o.taken_until FROM webhook_delivery o
             WHERE o.endpoint_id = d.endpoint_id AND o.subject = d.subject AND o.due_at IS NOT NULL
               AND o.sequence <= d.sequence AND (o.tries < ${orderedTries} OR o.id = d.id)
             ORDER BY o.sequence LIMIT 1) first
           WHERE (first.id = d.id OR first.lane > d.lane)
             AND first.due_at <= $1::timestamptz AND (first.taken_until IS NULL OR first.taken_until <= $1::timestamptz)
           ORDER BY d.due_at, d.sequence LIMIT ${perEndpoint}) due
         GROUP BY due.id ORDER BY min(due.lane), min(due.due_at), min(due.sequence)
         LIMIT greatest(0, CASE WHEN open.struggling_since IS NULL THEN ${perEndpoint} ELSE 1 END
           - (SELECT count(*) FROM webhook_delivery taken WHERE taken.endpoint_id = open.id
              AND taken.due_at IS NOT NULL AND taken.taken_until > $1::timestamptz))) d),
     due AS (
       SELECT id FROM next LEFT JOIN under_way USING (account_number)
       WHERE place + coalesce(places, 0) <= ${perAccount} ORDER BY random() LIMIT $3)
     UPDATE webhook_delivery d SET taken_until = $2::timestamptz
     FROM webhook_endpoint e, webhook_event v
     WHERE d.id = ANY (ARRAY(SELECT id FROM due)) AND e.id = d.endpoint_id AND v.id = d.event_id
       -- Once more, of the row as it is now: another worker may have taken it while this one was looking.
       AND d.due_at <= $1::timestamptz AND (d.taken_until IS NULL OR d.taken_until <= $1::timestamptz)
     RETURNING d.id::text, d.tries, d.begun_at AS "begunAt", e.id AS "endpointId", e.url, e.sealed_secret AS "sealedSecret",
       CASE WHEN e.previous_secret_until > $1::timestamptz THEN e.sealed_previous_secret END AS "sealedPreviousSecret",
       e.second_signature AS "secondSignature",
       v.id AS "eventId", v.type AS event, v.account_number AS "accountNumber", v.environment::text, v.occurred_at AS "occurredAt", v.data`,
    [now.toISOString(), takenUntil.toISOString(), limit],
  );
  return rows.map(({ eventId, event, accountNumber, environment, occurredAt, data, ...delivery }) => ({
    ...delivery,
    event: { id: eventId, event, accountNumber, environment, occurredAt, data },
  }));
}

/** One try that was made. `dueAt` is when the next one is, where there is one. */
export type DeliveryAttempt = {
  delivery: DueDelivery;
  at: Date;
  endedAt: Date;
  headers: Record<string, string>;
  reply: { durationMs: number; status: number | null; response: string | null; error: string | null };
  isDelivered: boolean;
  dueAt: Date | null;
};

/** Locked until the transaction ends, and always before their deliveries. Who only adds deliveries is not kept waiting. */
export async function lockEndpoints(ids: readonly string[]): Promise<void> {
  await query(
    "lock-webhook-endpoints",
    "SELECT FROM webhook_endpoint WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE",
    [ids],
  );
}

/**
 * What was delivered is, whatever else became of it meanwhile. What failed is postponed, or given up, only while it is still wanted, and not
 * where it was asked for again since: then it is due anew. Tells which were given up.
 */
export async function writeAttempts(tried: readonly DeliveryAttempt[]): Promise<DeliveryAttempt[]> {
  const rows = tried.map(({ delivery, at, endedAt, headers, reply, isDelivered, dueAt }) => ({
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    tries: delivery.tries,
    at,
    duration_ms: reply.durationMs,
    url: delivery.url,
    request_headers: headers,
    status: reply.status,
    response: reply.response,
    error: reply.error,
    is_delivered: isDelivered,
    ended_at: endedAt,
    due_at: dueAt,
  }));
  const failed = await query<{ id: string }>(
    "write-webhook-tries",
    `WITH made AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS made (
         delivery_id uuid, endpoint_id text, tries int, at timestamptz, duration_ms int, url text, request_headers jsonb, status smallint,
         response text, error text, is_delivered boolean, ended_at timestamptz, due_at timestamptz)),
     kept AS (
       INSERT INTO webhook_try (delivery_id, at, duration_ms, url, request_headers, status, response, error)
       SELECT delivery_id, at, duration_ms, url, request_headers, made.status, response, error
       FROM made JOIN webhook_delivery d ON d.id = delivery_id),
     overruled AS (
       UPDATE webhook_delivery d SET taken_until = NULL
       FROM made WHERE d.id = delivery_id AND NOT is_delivered AND (d.status <> 'pending' OR d.tries <> made.tries)),
     moved AS (
       UPDATE webhook_delivery d SET
         status = (CASE WHEN is_delivered THEN 'delivered' WHEN made.due_at IS NULL THEN 'failed' ELSE 'pending' END)::delivery_status,
         due_at = made.due_at, taken_until = NULL, tries = d.tries + 1,
         ended_at = CASE WHEN made.due_at IS NULL THEN made.ended_at END
       FROM made WHERE d.id = delivery_id AND (is_delivered OR (d.status = 'pending' AND d.tries = made.tries))
       RETURNING d.id, d.status),
     heard AS (
       SELECT endpoint_id, bool_or(is_delivered) AS is_delivered, max(ended_at) AS at,
              bool_or(is_delivered AND duration_ms < ${slowMs}) AS is_well
       FROM made GROUP BY endpoint_id),
     noted AS (
       UPDATE webhook_endpoint e SET
         struggling_since = CASE WHEN is_well THEN NULL ELSE coalesce(e.struggling_since, heard.at) END,
         last_delivered_at = CASE WHEN is_delivered THEN heard.at ELSE e.last_delivered_at END
       FROM heard WHERE e.id = heard.endpoint_id AND (is_delivered OR e.struggling_since IS NULL))
     SELECT id FROM moved WHERE status = 'failed'`,
    [JSON.stringify(rows)],
  );
  const ids = new Set(failed.map(({ id }) => id));
  return tried.filter(({ delivery }) => ids.has(delivery.id));
}

/** Whether anything else reached the endpoint since this delivery was begun. */
export async function wasDeliveredSince({ endpointId, begunAt }: DueDelivery): Promise<boolean> {
  const where = { id: endpointId, lastDeliveredAt: { gte: begunAt } };
  return (await db().webhookEndpoint.count({ where })) > 0;
}

type Disabled = { id: string; url?: string };

/** What was still on its way is not lost: it can be asked for again once the endpoint is enabled. */
export async function disableEndpoint({ id, url }: Disabled, because: string | null, at: Date): Promise<boolean> {
  const { count } = await db().webhookEndpoint.updateMany({
    where: { id, ...(url && { url }), disabledAt: null, deletedAt: null },
    data: { disabledAt: at, disabledBecause: because, updatedAt: at },
  });
  if (count === 1) await giveUpPending(id, at);
  return count === 1;
}

/** What one statement does in a moment. */
const givenUpAtOnce = 5000;

/** Tells whether there may be more. */
export async function giveUpPending(endpointId: string, at: Date): Promise<boolean> {
  const rows = await query(
    "give-up-deliveries",
    `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, ended_at = $2::timestamptz
     WHERE id = ANY (ARRAY(SELECT id FROM webhook_delivery WHERE endpoint_id = $1 AND due_at IS NOT NULL LIMIT $3)) RETURNING id`,
    [endpointId, at.toISOString(), givenUpAtOnce],
  );
  return rows.length === givenUpAtOnce;
}

/** Endpoints that hear of nothing any more, but have deliveries on their way: many, or begun just as they were disabled. */
export async function findClosedWithPending(): Promise<string[]> {
  const isClosed = [{ disabledAt: { not: null } }, { deletedAt: { not: null } }];
  const rows = await db().webhookEndpoint.findMany({
    where: { OR: isClosed, deliveries: { some: { dueAt: { not: null } } } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
