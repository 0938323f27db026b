import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";

/**
 * Moves the clock of a sandbox session forward, and stops it or lets it run. The stored offset is the difference to the
 * database's clock. Returns null if nothing changes. A stopped clock runs again after one hour, so stopping it again
 * then is a change.
 */
export async function setClock(
  id: string,
  advanceMs: number,
  isStopped: boolean | null,
): Promise<{ now: Date; isStopped: boolean } | null> {
  const [row] = await query<{ now: Date; isStopped: boolean }>(sql`
    WITH moved AS MATERIALIZED (
      SELECT id, session_time(clock_offset_ms, clock_stopped_at) + ${advanceMs}::bigint * interval '1 millisecond' AS now,
             coalesce(${isStopped}::boolean, clock_stopped_at IS NOT NULL) AS is_stopped,
             ${advanceMs}::bigint <> 0 OR CASE WHEN ${isStopped}::boolean
               THEN clock_stopped_at IS DISTINCT FROM session_time(clock_offset_ms, clock_stopped_at)
               ELSE NOT ${isStopped}::boolean AND clock_stopped_at IS NOT NULL END AS is_changed
      FROM checkout_session WHERE id = ${id} FOR UPDATE)
    UPDATE checkout_session s SET
      clock_offset_ms = round(extract(epoch FROM moved.now - clock_timestamp()) * 1000)::bigint,
      clock_stopped_at = CASE WHEN moved.is_stopped THEN moved.now END
    FROM moved WHERE s.id = moved.id AND moved.is_changed RETURNING moved.now, moved.is_stopped`);
  return row ?? null;
}

export function findSimulation(id: string) {
  return db().checkoutSession.findUniqueOrThrow({ where: { id }, select: { simulation: true } });
}

export async function setSimulation(id: string, simulation: Prisma.InputJsonObject): Promise<void> {
  await db().checkoutSession.update({ where: { id }, data: { simulation } });
}
