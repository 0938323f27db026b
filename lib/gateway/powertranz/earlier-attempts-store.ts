import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * Gives live attempts of earlier releases the terminal of their charge, and returns their number. Attempts that another
 * transaction holds are left for the next call.
 */
export async function fillAttempts(limit: number): Promise<number> {
  const rows = await query(sql`
    UPDATE attempt a SET terminal_id = found.terminal_id
    FROM (SELECT a.id, c.terminal_id FROM attempt a JOIN powertranz_charge c ON c.attempt_id = a.id
          WHERE a.environment = 'live' AND a.terminal_id IS NULL AND a.state NOT IN ('refused', 'declined', 'dropped')
          ORDER BY a.id LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED) found
    WHERE a.id = found.id RETURNING a.id`);
  return rows.length;
}
