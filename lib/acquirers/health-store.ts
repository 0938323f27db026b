import { db, query } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import { minute } from "@/lib/kit/clock";

/** `checkedAt` is the start of the check. `latencyMs` is null without an answer. */
type HealthReading = { isUp: boolean; checkedAt: Date; latencyMs: number | null };

/**
 * Records a check. Returns since when the acquirer is in this state, which is `checkedAt` after a change. Returns null
 * without writing if another worker has recorded a newer check.
 */
export async function recordHealth(
  acquirer: string,
  { isUp, checkedAt, latencyMs }: HealthReading,
): Promise<Date | null> {
  const [row] = await query<{ since: Date }>(sql`
    INSERT INTO acquirer_health AS h (acquirer, is_up, since, checked_at, latency_ms)
    VALUES (${acquirer}, ${isUp}, ${checkedAt}, ${checkedAt}, ${latencyMs})
    ON CONFLICT (acquirer) DO UPDATE SET is_up = excluded.is_up, checked_at = excluded.checked_at,
      latency_ms = excluded.latency_ms,
      since = CASE WHEN h.is_up = excluded.is_up THEN h.since ELSE excluded.since END
    WHERE h.checked_at < excluded.checked_at
    RETURNING since`);
  return row?.since ?? null;
}

export function findHealth(acquirer: string) {
  return db().acquirerHealth.findUnique({ where: { acquirer } });
}

/** Live sessions follow the database's clock. */
const liveNow = sql`session_time(0, NULL)`;
const after = (milliseconds: number): Statement => sql`${liveNow} + ${milliseconds}::bigint * interval '1 millisecond'`;

/**
 * Makes all live inquiries due now that are due later than in `dueAfterMs`, and returns their number. An attempt with a
 * call in flight is left alone, because the call reports its own outcome. Locked rows are skipped: a transaction is
 * working on them, and waiting for several locks could deadlock.
 */
export async function wakeInquiries(dueAfterMs: number): Promise<number> {
  const rows = await query(sql`
    UPDATE attempt SET inquire_at = ${liveNow}
    WHERE id IN (SELECT id FROM attempt
      WHERE environment = 'live' AND state NOT IN ('sent', 'answering')
        AND inquire_at IS NOT NULL AND inquire_at > ${after(dueAfterMs)}
      FOR UPDATE SKIP LOCKED)
    RETURNING id`);
  return rows.length;
}

/**
 * The longest wait between voids that get no answer. A void that is due later waits on purpose, because the acquirer
 * has refused both the void and the refund of its charge.
 */
const voidWaitMaxMs = 5 * minute;

export async function wakeVoids(dueAfterMs: number): Promise<number> {
  const rows = await query(sql`
    UPDATE attempt SET void_at = ${liveNow}
    WHERE id IN (SELECT id FROM attempt
      WHERE environment = 'live' AND void_at IS NOT NULL
        AND void_at > ${after(dueAfterMs)} AND void_at <= ${after(voidWaitMaxMs)}
      FOR UPDATE SKIP LOCKED)
    RETURNING id`);
  return rows.length;
}

const refundTables = { merchant: sql`refund`, platform: sql`platform_refund` };

/**
 * A sent refund without an inquiry is left alone: its first call is in flight, or its first inquiry is due within
 * seconds.
 */
export async function wakeRefunds(of: keyof typeof refundTables, dueAfterMs: number): Promise<number> {
  const table = refundTables[of];
  const rows = await query(sql`
    UPDATE ${table} SET due_at = ${liveNow}
    WHERE id IN (SELECT r.id FROM ${table} r JOIN checkout_session s ON s.id = r.session_id
      WHERE s.environment = 'live' AND (r.status = 'requested' OR r.inquiries > 0)
        AND r.due_at IS NOT NULL AND r.due_at > ${after(dueAfterMs)}
      FOR UPDATE OF r SKIP LOCKED)
    RETURNING id`);
  return rows.length;
}
