import { query } from "@/lib/db/client";

/** The time of the session that an attempt belongs to. */
export async function readAttemptTime(attemptId: string): Promise<Date> {
  const [row] = await query<{ now: Date }>(
    "attempt-time",
    `SELECT session_time(s.clock_offset_ms, s.clock_stopped_at) AS now
     FROM attempt a JOIN checkout_session s ON s.id = a.session_id WHERE a.id = $1`,
    [attemptId],
  );
  if (!row) throw new Error("There is no such attempt.");
  return row.now;
}
