import { query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Visible } from "./endpoint-store";

/** At most this many of an endpoint's newest deliveries are counted, which limits the cost for busy accounts. */
const countedMax = 50_000;
/** The reasons of this many of the newest failed deliveries are named. */
const reasonsMax = 50;

type Choice = { since: Date; dayAgo: Date; visible: Visible };

/**
 * The deliveries of an endpoint since a time. Events have an index by time, and deliveries one by the sequence of their
 * event, so the query reads only the newer deliveries.
 */
const newest = ({ accountNumber, environment }: Owner, endpointId: string, { since, visible }: Choice) => sql`
  SELECT d.id, d.status, d.ended_at, d.begun_at, d.sequence FROM webhook_delivery d
  WHERE d.endpoint_id = (
      SELECT p.id FROM webhook_endpoint p
      WHERE p.id = ${endpointId} AND p.account_number = ${accountNumber} AND p.environment = ${environment})
    AND d.sequence >= (
      SELECT min(e.sequence) FROM webhook_event e
      WHERE e.account_number = ${accountNumber} AND e.environment = ${environment} AND e.occurred_at >= ${since})
    AND (${visible}::text[] IS NULL
      OR (SELECT v.type FROM webhook_event v WHERE v.id = d.event_id) = ANY (${visible}::text[]))
  ORDER BY d.sequence DESC LIMIT ${literal(countedMax)}`;

type Counts = { delivered: number; failed: number; failedInAll: number; failedSince: Date | null };

/** Counts what ended within a day, and everything that failed and was not resent. */
export async function countRecent(owner: Owner, endpointId: string, choice: Choice): Promise<Counts> {
  const [counts] = await query<Counts>(sql`
    SELECT count(*) FILTER (WHERE status = 'delivered' AND ended_at >= ${choice.dayAgo})::int AS delivered,
      count(*) FILTER (WHERE status = 'failed' AND coalesce(ended_at, begun_at) >= ${choice.dayAgo})::int AS failed,
      count(*) FILTER (WHERE status = 'failed')::int AS failed_in_all,
      min(coalesce(ended_at, begun_at)) FILTER (WHERE status = 'failed') AS failed_since
    FROM (${newest(owner, endpointId, choice)}) AS newest`);
  return counts ?? { delivered: 0, failed: 0, failedInAll: 0, failedSince: null };
}

export type FailureReason = { status: number | null; error: string | null };

/** The different answers to the last attempts of failed deliveries. */
export function findFailureReasons(owner: Owner, endpointId: string, choice: Choice): Promise<FailureReason[]> {
  return query<FailureReason>(sql`
    SELECT DISTINCT last.status, last.error
    FROM (SELECT id FROM (${newest(owner, endpointId, choice)}) AS newest WHERE status = 'failed'
          ORDER BY sequence DESC LIMIT ${literal(reasonsMax)}) AS failed
    CROSS JOIN LATERAL (SELECT t.status, t.error FROM webhook_try t WHERE t.delivery_id = failed.id
                        ORDER BY t.id DESC LIMIT 1) AS last
    ORDER BY last.status NULLS LAST, last.error`);
}
