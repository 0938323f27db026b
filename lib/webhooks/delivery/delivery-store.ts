import { db, query } from "@/lib/db/client";
import { joinSql, literal, sql } from "@/lib/db/sql";
import { second } from "@/lib/kit/clock";
import { type EventName, lanes } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";
import type { StoredEvent } from "@/lib/webhooks/body";

/** A due delivery that the worker has claimed, with its endpoint and event. */
export type DueDelivery = {
  id: string;
  tries: number;
  endpointId: string;
  url: string;
  sealedSecret: Uint8Array;
  sealedPreviousSecret: Uint8Array | null;
  /** The endpoint's second signature as stored JSON, which `readSecondSignature()` parses. */
  secondSignature: unknown;
  event: StoredEvent;
  begunAt: Date;
  /** The span that caused the event, if it was traced. */
  traceparent: string | null;
};

type ClaimedRow = Omit<DueDelivery, "event"> & {
  eventId: string;
  event: EventName;
  accountNumber: string;
  environment: Environment;
  occurredAt: Date;
  data: Record<string, unknown>;
};

/** The maximum of parallel deliveries to one endpoint. An endpoint that fails or is slow gets one at a time. */
const perEndpoint = 10;
const perAccount = 100;
/** Later events about the same record wait until the earlier event is delivered or has had this many attempts. */
const orderedTries = 2;
/**
 * The number of due deliveries considered per endpoint and lane. More than are sent, because some have to wait for an
 * earlier event about the same record.
 */
const lookedAt = 500;
const everyLane = joinSql([0, ...Object.values(lanes)].toSorted().map(literal));
const slowMs = 5 * second;

/**
 * A recursive CTE: the endpoints with pending deliveries, found by skipping through the index of pending deliveries.
 * The order names all its columns, because PostgreSQL may choose an index with delivered ones, which are many, too.
 */
export const busyEndpoints = sql`
  busy (endpoint_id) AS (
    (SELECT endpoint_id FROM webhook_delivery WHERE due_at IS NOT NULL
     ORDER BY endpoint_id, lane, due_at, sequence LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_delivery d
            WHERE d.due_at IS NOT NULL AND d.endpoint_id > busy.endpoint_id
            ORDER BY d.endpoint_id, d.lane, d.due_at, d.sequence LIMIT 1)
    FROM busy WHERE busy.endpoint_id IS NOT NULL)`;

/**
 * Claims due deliveries, a few per endpoint and account, so that slow or busy receivers do not delay the others. While
 * one worker claims deliveries of an endpoint, other workers skip that endpoint. So the limits hold across all workers.
 * That lock is advisory: a worker claims deliveries while it records others, which locks rows of endpoints.
 *
 * The statement locks only endpoints with a due delivery. It looks up earlier deliveries one by one and collects the
 * claimed ids in an array. Otherwise stale statistics could lead to a join that reads the table repeatedly.
 *
 * Each endpoint is served lane by lane (lanes are priorities), so that money events do not wait for many
 * `payment.created`. `first` is the earliest pending delivery about the same record, or the delivery itself. If `first`
 * is in a later lane, it is claimed instead. This keeps the order of events about a record: a due `payment.success`
 * brings its `payment.created` forward.
 */
export async function claimDeliveries(now: Date, takenUntil: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await query<ClaimedRow>(sql`
    WITH RECURSIVE ${busyEndpoints},
    ready AS MATERIALIZED (
      SELECT e.* FROM webhook_endpoint e JOIN busy ON busy.endpoint_id = e.id
      WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
        AND EXISTS (SELECT FROM webhook_delivery d
                    WHERE d.endpoint_id = e.id AND d.lane IN (${everyLane}) AND d.due_at <= ${now})),
    open AS MATERIALIZED (
      SELECT * FROM ready WHERE pg_try_advisory_xact_lock(hashtextextended('webhook endpoint ' || id, 0))),
    under_way AS (
      SELECT e.account_number, count(*) AS places
      FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id AND d.taken_until > ${now}
      WHERE e.account_number IN (SELECT account_number FROM open) GROUP BY e.account_number),
    next AS (
      SELECT d.id, open.account_number, row_number() OVER (PARTITION BY open.account_number ORDER BY d.lane, random()) AS place
      FROM open CROSS JOIN LATERAL (
        SELECT due.id, min(due.lane) AS lane FROM unnest(ARRAY[${everyLane}]) AS looked (lane) CROSS JOIN LATERAL (
          SELECT first.id, d.lane, d.due_at, d.sequence FROM (
            SELECT * FROM webhook_delivery
            WHERE endpoint_id = open.id AND lane = looked.lane AND due_at <= ${now}
              AND (taken_until IS NULL OR taken_until <= ${now})
            ORDER BY due_at, sequence LIMIT ${literal(lookedAt)}) d
          CROSS JOIN LATERAL (
            SELECT o.id, o.lane, o.due_at, o.taken_until FROM webhook_delivery o
            WHERE o.endpoint_id = d.endpoint_id AND o.subject = d.subject AND o.due_at IS NOT NULL
              AND o.sequence <= d.sequence AND (o.tries < ${literal(orderedTries)} OR o.id = d.id)
            ORDER BY o.sequence LIMIT 1) first
          WHERE (first.id = d.id OR first.lane > d.lane)
            AND first.due_at <= ${now} AND (first.taken_until IS NULL OR first.taken_until <= ${now})
          ORDER BY d.due_at, d.sequence LIMIT ${literal(perEndpoint)}) due
        GROUP BY due.id ORDER BY min(due.lane), min(due.due_at), min(due.sequence)
        LIMIT greatest(0, CASE WHEN open.struggling_since IS NULL THEN ${literal(perEndpoint)} ELSE 1 END
          - (SELECT count(*) FROM webhook_delivery taken WHERE taken.endpoint_id = open.id
             AND taken.due_at IS NOT NULL AND taken.taken_until > ${now}))) d),
    due AS (
      SELECT id FROM next LEFT JOIN under_way USING (account_number)
      WHERE place + coalesce(places, 0) <= ${literal(perAccount)} ORDER BY random() LIMIT ${limit})
    UPDATE webhook_delivery d SET taken_until = ${takenUntil}
    FROM webhook_endpoint e, webhook_event v
    WHERE d.id = ANY (ARRAY(SELECT id FROM due)) AND e.id = d.endpoint_id AND v.id = d.event_id
      -- Checked again on the current row, because another worker may have claimed it meanwhile.
      AND d.due_at <= ${now} AND (d.taken_until IS NULL OR d.taken_until <= ${now})
    RETURNING d.id, d.tries, d.begun_at, e.id AS endpoint_id, e.url, e.sealed_secret,
      CASE WHEN e.previous_secret_until > ${now} THEN e.sealed_previous_secret END AS sealed_previous_secret,
      e.second_signature,
      v.id AS event_id, v.type AS event, v.account_number, v.environment, v.occurred_at, v.data, v.traceparent`);
  return rows.map(({ eventId, event, accountNumber, environment, occurredAt, data, ...delivery }) => ({
    ...delivery,
    event: { id: eventId, event, accountNumber, environment, occurredAt, data },
  }));
}

/** A finished attempt. `dueAt` is the time of the next attempt, if there is one. */
export type DeliveryAttempt = {
  delivery: DueDelivery;
  at: Date;
  endedAt: Date;
  headers: Record<string, string>;
  reply: { durationMs: number; status: number | null; response: string | null; error: string | null };
  isDelivered: boolean;
  dueAt: Date | null;
};

/**
 * Records attempts. A successful attempt always marks its delivery as delivered. A failed attempt postpones or ends its
 * delivery only if the delivery is still pending and was not resent meanwhile. Returns the attempts that ended their
 * delivery as failed.
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
  const ids = rows.map(({ delivery_id }) => delivery_id);
  const endpointIds = [...new Set(rows.map(({ endpoint_id }) => endpoint_id))];
  const failed = await query<{ id: string }>(sql`
    WITH locked AS MATERIALIZED (
      SELECT id FROM webhook_endpoint WHERE id = ANY (${endpointIds}::text[]) ORDER BY id FOR NO KEY UPDATE),
    made AS MATERIALIZED (
      SELECT made.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made (
        delivery_id uuid, endpoint_id text, tries int, at timestamptz, duration_ms int, url text, request_headers jsonb, status smallint,
        response text, error text, is_delivered boolean, ended_at timestamptz, due_at timestamptz)
      WHERE (SELECT count(*) FROM locked) > 0),
    overruled AS (
      UPDATE webhook_delivery d SET taken_until = NULL
      FROM made WHERE d.id = ANY (${ids}::uuid[]) AND d.id = delivery_id
        AND NOT is_delivered AND (d.status <> 'pending' OR d.tries <> made.tries)
      RETURNING d.id),
    moved AS (
      UPDATE webhook_delivery d SET
        status = (CASE WHEN is_delivered THEN 'delivered' WHEN made.due_at IS NULL THEN 'failed' ELSE 'pending' END)::delivery_status,
        due_at = made.due_at, taken_until = NULL, tries = d.tries + 1,
        ended_at = CASE WHEN made.due_at IS NULL THEN made.ended_at END
      FROM made WHERE d.id = ANY (${ids}::uuid[]) AND d.id = delivery_id
        AND (is_delivered OR (d.status = 'pending' AND d.tries = made.tries))
      RETURNING d.id, d.status),
    kept AS (
      INSERT INTO webhook_try (delivery_id, at, duration_ms, url, request_headers, status, response, error)
      SELECT delivery_id, at, duration_ms, url, request_headers, status, response, error
      FROM made WHERE delivery_id IN (SELECT id FROM moved UNION ALL SELECT id FROM overruled)),
    outcome AS (
      SELECT endpoint_id, bool_or(is_delivered) AS is_delivered, max(ended_at) AS at,
             bool_or(is_delivered AND duration_ms < ${literal(slowMs)}) AS is_well
      FROM made GROUP BY endpoint_id),
    noted AS (
      UPDATE webhook_endpoint e SET
        struggling_since = CASE WHEN is_well THEN NULL ELSE coalesce(e.struggling_since, outcome.at) END,
        last_delivered_at = CASE WHEN is_delivered THEN outcome.at ELSE e.last_delivered_at END
      FROM outcome WHERE e.id = outcome.endpoint_id AND (is_delivered OR e.struggling_since IS NULL))
    SELECT id FROM moved WHERE status = 'failed'`);
  const failedIds = new Set(failed.map(({ id }) => id));
  return tried.filter(({ delivery }) => failedIds.has(delivery.id));
}

/** Whether the endpoint has accepted any delivery since the given delivery began. */
export async function wasDeliveredSince({ endpointId, begunAt }: DueDelivery): Promise<boolean> {
  const where = { id: endpointId, lastDeliveredAt: { gte: begunAt } };
  return (await db().webhookEndpoint.count({ where })) > 0;
}

type Disabled = { id: string; url?: string };

/** Also fails the endpoint's pending deliveries. They can be resent once the endpoint is enabled again. */
export async function disableEndpoint({ id, url }: Disabled, because: string | null, at: Date): Promise<boolean> {
  const { count } = await db().webhookEndpoint.updateMany({
    where: { id, ...(url && { url }), disabledAt: null, deletedAt: null },
    data: { disabledAt: at, disabledBecause: because, updatedAt: at },
  });
  if (count === 1) await giveUpPending(id, at);
  return count === 1;
}

/** The number of deliveries that one statement marks as failed, so that each statement stays short. */
const givenUpAtOnce = 5000;

/** Marks pending deliveries of an endpoint as failed. Returns true if more may be pending. */
export async function giveUpPending(endpointId: string, at: Date): Promise<boolean> {
  const rows = await query(sql`
    UPDATE webhook_delivery SET status = 'failed', due_at = NULL, ended_at = ${at}
    WHERE id = ANY (ARRAY(SELECT id FROM webhook_delivery WHERE endpoint_id = ${endpointId} AND due_at IS NOT NULL LIMIT ${givenUpAtOnce})) RETURNING id`);
  return rows.length === givenUpAtOnce;
}

/**
 * Disabled or deleted endpoints that still have pending deliveries: too many for one statement, or just added by a
 * concurrent transaction.
 */
export async function findClosedWithPending(): Promise<string[]> {
  const isClosed = [{ disabledAt: { not: null } }, { deletedAt: { not: null } }];
  const rows = await db().webhookEndpoint.findMany({
    where: { OR: isClosed, deliveries: { some: { dueAt: { not: null } } } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
