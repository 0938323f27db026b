import { db, query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import { second } from "@/lib/kit/clock";
import type { DueDelivery } from "./claim-store";

const slowMs = 5 * second;

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
