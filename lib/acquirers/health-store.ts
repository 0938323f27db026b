import { db, query } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import { findAcquirer } from "@/lib/gateway/registry";
import { minute } from "@/lib/kit/clock";

/** `checkedAt` is the start of the check. `latencyMs` is null without an answer. */
type HealthReading = { isUp: boolean; checkedAt: Date; latencyMs: number | null };

/** A gateway of an acquirer that has one to check. */
export type LiveGateway = { acquirer: string; baseAddress: string };

/**
 * The gateways on which money depends: those of active terminals, and those of disabled ones with open work. Before its
 * first terminal, a gateway's silence is no reason for an alert.
 */
export async function findLiveGateways(): Promise<LiveGateway[]> {
  const found = await query<LiveGateway>(sql`
    SELECT DISTINCT acquirer, base_address FROM terminal t
    WHERE (position > 0 AND disabled_at IS NULL)
      OR EXISTS (SELECT FROM attempt a WHERE a.terminal_id = t.id AND a.inquire_at IS NOT NULL)
      OR EXISTS (SELECT FROM attempt a WHERE a.terminal_id = t.id AND a.void_at IS NOT NULL)
      OR EXISTS (SELECT FROM refund r JOIN attempt a ON a.id = r.attempt_id
                 WHERE a.terminal_id = t.id AND r.due_at IS NOT NULL)
      OR EXISTS (SELECT FROM platform_refund r JOIN attempt a ON a.id = r.attempt_id
                 WHERE a.terminal_id = t.id AND r.due_at IS NOT NULL)
    ORDER BY acquirer, base_address`);
  return found.filter(({ acquirer }) => findAcquirer(acquirer)?.operations);
}

/**
 * Records a check. Returns since when the gateway is in this state, which is `checkedAt` after a change. Returns null
 * without writing if another worker has recorded a newer check.
 */
export async function recordHealth(
  baseAddress: string,
  { isUp, checkedAt, latencyMs }: HealthReading,
): Promise<Date | null> {
  const [row] = await query<{ since: Date }>(sql`
    INSERT INTO gateway_breaker AS b (base_address, is_up, since, checked_at, latency_ms)
    VALUES (${baseAddress}, ${isUp}, ${checkedAt}, ${checkedAt}, ${latencyMs})
    ON CONFLICT (base_address) DO UPDATE SET is_up = excluded.is_up, checked_at = excluded.checked_at,
      latency_ms = excluded.latency_ms,
      since = CASE WHEN b.is_up = excluded.is_up THEN b.since ELSE excluded.since END
    WHERE b.checked_at IS NULL OR b.checked_at < excluded.checked_at
    RETURNING since`);
  return row?.since ?? null;
}

export type GatewayHealth = HealthReading & { since: Date };

/** The last check of a gateway, or null before the first one. */
export async function findHealth(baseAddress: string): Promise<GatewayHealth | null> {
  const row = await db().gatewayBreaker.findUnique({ where: { baseAddress } });
  const { isUp = null, since = null, checkedAt = null, latencyMs = null } = row ?? {};
  return isUp === null || !since || !checkedAt ? null : { isUp, since, checkedAt, latencyMs };
}

/** Live sessions follow the database's clock. */
const liveNow = sql`session_time(0, NULL)`;
const after = (milliseconds: number): Statement => sql`${liveNow} + ${milliseconds}::bigint * interval '1 millisecond'`;

/** Work about charges that a gateway took. */
const isAt = (baseAddress: string): Statement =>
  sql`terminal_id IN (SELECT id FROM terminal WHERE base_address = ${baseAddress})`;

/**
 * Makes all live inquiries of a gateway due now that are due later than in `dueAfterMs`, and returns their number. An
 * attempt with a call in flight is left alone, because the call reports its own outcome. Locked rows are skipped: a
 * transaction is working on them, and waiting for several locks could deadlock.
 */
export async function wakeInquiries(baseAddress: string, dueAfterMs: number): Promise<number> {
  const rows = await query(sql`
    UPDATE attempt SET inquire_at = ${liveNow}
    WHERE id IN (SELECT id FROM attempt
      WHERE environment = 'live' AND state NOT IN ('sent', 'answering')
        AND inquire_at IS NOT NULL AND inquire_at > ${after(dueAfterMs)} AND ${isAt(baseAddress)}
      FOR UPDATE SKIP LOCKED)
    RETURNING id`);
  return rows.length;
}

/**
 * The longest wait between voids that get no answer. A void that is due later waits on purpose, because the acquirer
 * has refused both the void and the refund of its charge.
 */
const voidWaitMaxMs = 5 * minute;

export async function wakeVoids(baseAddress: string, dueAfterMs: number): Promise<number> {
  const rows = await query(sql`
    UPDATE attempt SET void_at = ${liveNow}
    WHERE id IN (SELECT id FROM attempt
      WHERE environment = 'live' AND void_at IS NOT NULL
        AND void_at > ${after(dueAfterMs)} AND void_at <= ${after(voidWaitMaxMs)}
        AND ${isAt(baseAddress)}
      FOR UPDATE SKIP LOCKED)
    RETURNING id`);
  return rows.length;
}

const refundTables = { merchant: sql`refund`, platform: sql`platform_refund` };

/**
 * A sent refund without an inquiry is left alone: its first call is in flight, or its first inquiry is due within
 * seconds.
 */
export async function wakeRefunds(
  of: keyof typeof refundTables,
  baseAddress: string,
  dueAfterMs: number,
): Promise<number> {
  const table = refundTables[of];
  const rows = await query(sql`
    UPDATE ${table} SET due_at = ${liveNow}
    WHERE id IN (SELECT r.id FROM ${table} r JOIN attempt a ON a.id = r.attempt_id
      WHERE a.environment = 'live' AND a.${isAt(baseAddress)} AND (r.status = 'requested' OR r.inquiries > 0)
        AND r.due_at IS NOT NULL AND r.due_at > ${after(dueAfterMs)}
      FOR UPDATE OF r SKIP LOCKED)
    RETURNING id`);
  return rows.length;
}
