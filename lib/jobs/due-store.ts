import { query } from "@/lib/db/client";
import { joinSql, literal, type Statement, sql } from "@/lib/db/sql";
import { busyEndpoints, everyLane, isFree } from "@/lib/webhooks/delivery/claim-store";

/** The queues whose work becomes due at a moment that a row holds. `jobs` are the exclusive jobs. */
export const queues = [
  "sessions",
  "inquiries",
  "voids",
  "refunds",
  "platform_refunds",
  "withdrawals",
  "mail",
  "deliveries",
  "jobs",
] as const;
export type Queue = (typeof queues)[number];

/** `waitMs` is the time until the first work of the queue is due. It is 0 or less if work is due now. */
export type QueueWait = { queue: Queue; waitMs: number };

/**
 * The earliest moment in a column that follows the clock of a session. The subquery makes PostgreSQL read one session
 * per row, even with stale statistics.
 */
const earliestOnClock = (table: Statement, column: Statement): Statement => sql`
  SELECT min((SELECT real_time(w.${column}, s.clock_offset_ms, s.clock_stopped_at)
              FROM checkout_session s WHERE s.id = w.session_id))
  FROM ${table} w WHERE w.${column} IS NOT NULL`;

/** Sessions with a moved clock are few and have an index of their own. The first of the others comes from an index. */
const earliestExpiry = sql`
  SELECT least(
    (SELECT expires_at FROM checkout_session
     WHERE finalised_at IS NULL AND state <> 'finalising' AND clock_offset_ms = 0 AND clock_stopped_at IS NULL
     ORDER BY expires_at LIMIT 1),
    (SELECT min(real_time(expires_at, clock_offset_ms, clock_stopped_at)) FROM checkout_session
     WHERE finalised_at IS NULL AND state <> 'finalising' AND (clock_offset_ms <> 0 OR clock_stopped_at IS NOT NULL)))`;

/**
 * The endpoints whose deliveries count. A struggling endpoint gets one delivery at a time, so its others stay due. The
 * worker looks at all endpoints. Metrics leave struggling ones out, because such a wait says nothing about the worker.
 */
type CountedEndpoints = "all" | "healthy";

/**
 * The first delivery that no worker holds, or the end of the first lease. Skips through the index, because an endpoint
 * may have many pending deliveries.
 */
const earliestDelivery = (at: Date, endpoints: CountedEndpoints): Statement => sql`
  WITH RECURSIVE ${busyEndpoints}
  SELECT min(least(
    (SELECT min(first.due_at) FROM unnest(ARRAY[${everyLane}]) AS looked (lane) CROSS JOIN LATERAL (
       SELECT d.due_at FROM webhook_delivery d
       WHERE d.endpoint_id = e.id AND d.lane = looked.lane AND d.due_at IS NOT NULL
         AND ${isFree(sql`d.taken_until`, at)}
       ORDER BY d.due_at LIMIT 1) first),
    (SELECT min(d.taken_until) FROM webhook_delivery d
     WHERE d.endpoint_id = e.id AND d.taken_until > ${at} AND d.due_at IS NOT NULL)))
  FROM busy JOIN webhook_endpoint e ON e.id = busy.endpoint_id
  WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL
    ${endpoints === "healthy" ? sql`AND e.struggling_since IS NULL` : sql``}`;

/**
 * One statement for all queues. Sessions and their work follow the database's clock, the others follow `at`, which is
 * the clock of this process. A queue without work has no row.
 */
export const selectWaits = (at: Date, endpoints: CountedEndpoints = "all"): Statement => {
  const earliest: Record<Queue, { moment: Statement; clock: Statement }> = {
    sessions: { moment: earliestExpiry, clock: databaseNow },
    inquiries: { moment: earliestOnClock(sql`attempt`, sql`inquire_at`), clock: databaseNow },
    voids: { moment: earliestOnClock(sql`attempt`, sql`void_at`), clock: databaseNow },
    refunds: { moment: earliestOnClock(sql`refund`, sql`due_at`), clock: databaseNow },
    platform_refunds: { moment: earliestOnClock(sql`platform_refund`, sql`due_at`), clock: databaseNow },
    withdrawals: { moment: sql`SELECT min(moves_at) FROM withdrawal WHERE moves_at IS NOT NULL`, clock: sql`${at}` },
    mail: { moment: sql`SELECT min(due_at) FROM mail WHERE due_at IS NOT NULL`, clock: sql`${at}` },
    deliveries: { moment: earliestDelivery(at, endpoints), clock: sql`${at}` },
    jobs: { moment: sql`SELECT min(greatest(due_at, taken_until)) FROM exclusive_job`, clock: sql`${at}` },
  };
  const rows = Object.entries(earliest).map(
    ([queue, { moment, clock }]) => sql`(${literal(queue)}, (${moment}), ${clock}::timestamptz)`,
  );
  return sql`
    SELECT queue, (extract(epoch FROM moment - clock) * 1000)::float8 AS wait_ms
    FROM (VALUES ${joinSql(rows)}) AS earliest (queue, moment, clock) WHERE moment IS NOT NULL`;
};

const databaseNow = sql`clock_timestamp()`;

/** Until this time, triggers do not notify the workers of due work (SQL function `notify_worker`). */
export async function switchOffNotifications(forMs: number): Promise<void> {
  await query(sql`
    SELECT setval('worker_awake_until', greatest(last_value, until)) AS until
    FROM worker_awake_until, CAST(extract(epoch FROM clock_timestamp()) * 1000 + ${forMs} AS bigint) AS until`);
}
