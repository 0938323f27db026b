import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** The current time by the clock of the attempt's checkout session. */
export async function readAttemptTime(attemptId: string): Promise<Date> {
  const [row] = await query<{ now: Date }>(sql`
    SELECT session_time(s.clock_offset_ms, s.clock_stopped_at) AS now
    FROM attempt a JOIN checkout_session s ON s.id = a.session_id WHERE a.id = ${attemptId}`);
  if (!row) throw new Error("The attempt does not exist.");
  return row.now;
}
