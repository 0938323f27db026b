import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { hour, later, now } from "@/lib/kit/clock";

/** Records that a worker makes progress, and forgets workers that were killed. */
export async function writeHeartbeat(worker: { id: string; startedAt: Date }): Promise<void> {
  await query(sql`
    WITH gone AS (DELETE FROM worker_heartbeat WHERE seen_at < ${later(-hour)})
    INSERT INTO worker_heartbeat (id, started_at, seen_at) VALUES (${worker.id}, ${worker.startedAt}, ${now()})
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`);
}

export async function deleteHeartbeat(id: string): Promise<void> {
  await query(sql`DELETE FROM worker_heartbeat WHERE id = ${id}`);
}
