import { query } from "@/lib/db/client";
import { joinSql, literal, type Statement, sql } from "@/lib/db/sql";
import { lanes } from "@/lib/reference/events";
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

type ClaimedRow = Omit<DueDelivery, "event"> & Omit<StoredEvent, "id"> & { eventId: string };

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
export const everyLane = joinSql([0, ...Object.values(lanes)].toSorted().map(literal));

/** Whether no worker holds the delivery whose `taken_until` is given. */
export const isFree = (takenUntil: Statement, now: Date): Statement =>
  sql`(${takenUntil} IS NULL OR ${takenUntil} <= ${now})`;

/**
 * Claims due deliveries, a few per endpoint and account, so that slow or busy receivers do not delay the others. Each
 * part below is one step, in this order. Earlier deliveries are looked up one by one, and the claimed ids are collected
 * in an array. Otherwise stale statistics could lead to a join that reads the table repeatedly.
 */
export async function claimDeliveries(now: Date, takenUntil: Date, limit: number): Promise<DueDelivery[]> {
  const rows = await query<ClaimedRow>(sql`
    WITH RECURSIVE ${busyEndpoints}, ${readyEndpoints(now)}, ${openEndpoints},
    ${underWay(now)}, ${nextDeliveries(now)}, ${chosenDeliveries(limit)}
    UPDATE webhook_delivery d SET taken_until = ${takenUntil}
    FROM webhook_endpoint e, webhook_event v
    WHERE d.id = ANY (ARRAY(SELECT id FROM due)) AND e.id = d.endpoint_id AND v.id = d.event_id
      -- Checked again on the current row, because another worker may have claimed it meanwhile.
      AND d.due_at <= ${now} AND ${isFree(sql`d.taken_until`, now)}
    RETURNING d.id, d.tries, d.begun_at, e.id AS endpoint_id, e.url, e.sealed_secret,
      CASE WHEN e.previous_secret_until > ${now} THEN e.sealed_previous_secret END AS sealed_previous_secret,
      e.second_signature,
      v.id AS event_id, v.type AS event, v.account_number, v.environment, v.occurred_at, v.data, v.traceparent`);
  return rows.map(({ eventId, event, accountNumber, environment, occurredAt, data, ...delivery }) => ({
    ...delivery,
    event: { id: eventId, event, accountNumber, environment, occurredAt, data },
  }));
}

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

/** Endpoints with a due delivery. Only these are locked. */
const readyEndpoints = (now: Date): Statement => sql`
  ready AS MATERIALIZED (
    SELECT e.* FROM webhook_endpoint e JOIN busy ON busy.endpoint_id = e.id
    WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
      AND EXISTS (SELECT FROM webhook_delivery d
                  WHERE d.endpoint_id = e.id AND d.lane IN (${everyLane}) AND d.due_at <= ${now}))`;

/**
 * While one worker claims deliveries of an endpoint, other workers skip that endpoint. So the limits hold across all
 * workers. The lock is advisory: a worker claims deliveries while it records others, which locks rows of endpoints.
 */
const openEndpoints = sql`
  open AS MATERIALIZED (
    SELECT * FROM ready WHERE pg_try_advisory_xact_lock(hashtextextended('webhook endpoint ' || id, 0)))`;

/** How many deliveries of each account workers hold now. */
const underWay = (now: Date): Statement => sql`
  under_way AS (
    SELECT e.account_number, count(*) AS places
    FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id AND d.taken_until > ${now}
    WHERE e.account_number IN (SELECT account_number FROM open) GROUP BY e.account_number)`;

/**
 * The next deliveries of each endpoint, lane by lane (lanes are priorities), so that money events do not wait for many
 * `payment.created`. `place` numbers the deliveries of an account.
 */
const nextDeliveries = (now: Date): Statement => sql`
  next AS (
    SELECT d.id, open.account_number, row_number() OVER (PARTITION BY open.account_number ORDER BY d.lane, random()) AS place
    FROM open CROSS JOIN LATERAL (
      SELECT due.id, min(due.lane) AS lane
      FROM unnest(ARRAY[${everyLane}]) AS looked (lane) CROSS JOIN LATERAL (${nextInLane(now)}) due
      GROUP BY due.id ORDER BY min(due.lane), min(due.due_at), min(due.sequence)
      LIMIT ${placesLeft(now)}) d)`;

/**
 * The next deliveries of one endpoint and lane. If `first` is in a later lane, it is claimed instead of `d`. This keeps
 * the order of events about a record: a due `payment.success` brings its `payment.created` forward.
 */
const nextInLane = (now: Date): Statement => sql`
  SELECT first.id, d.lane, d.due_at, d.sequence FROM (${dueInLane(now)}) d CROSS JOIN LATERAL (${firstOfRecord}) first
  WHERE (first.id = d.id OR first.lane > d.lane) AND first.due_at <= ${now} AND ${isFree(sql`first.taken_until`, now)}
  ORDER BY d.due_at, d.sequence LIMIT ${literal(perEndpoint)}`;

const dueInLane = (now: Date): Statement => sql`
  SELECT * FROM webhook_delivery
  WHERE endpoint_id = open.id AND lane = looked.lane AND due_at <= ${now} AND ${isFree(sql`taken_until`, now)}
  ORDER BY due_at, sequence LIMIT ${literal(lookedAt)}`;

/** The earliest pending delivery about the same record as `d`, or `d` itself. */
const firstOfRecord = sql`
  SELECT o.id, o.lane, o.due_at, o.taken_until FROM webhook_delivery o
  WHERE o.endpoint_id = d.endpoint_id AND o.subject = d.subject AND o.due_at IS NOT NULL
    AND o.sequence <= d.sequence AND (o.tries < ${literal(orderedTries)} OR o.id = d.id)
  ORDER BY o.sequence LIMIT 1`;

/** How many deliveries the endpoint can get now, besides those that workers hold. */
const placesLeft = (now: Date): Statement => sql`
  greatest(0, CASE WHEN open.struggling_since IS NULL THEN ${literal(perEndpoint)} ELSE 1 END
    - (SELECT count(*) FROM webhook_delivery taken WHERE taken.endpoint_id = open.id
       AND taken.due_at IS NOT NULL AND taken.taken_until > ${now}))`;

/** The deliveries within the limit of each account. The order is random, so that no account is always the last. */
const chosenDeliveries = (limit: number): Statement => sql`
  due AS (
    SELECT id FROM next LEFT JOIN under_way USING (account_number)
    WHERE place + coalesce(places, 0) <= ${literal(perAccount)} ORDER BY random() LIMIT ${limit})`;
