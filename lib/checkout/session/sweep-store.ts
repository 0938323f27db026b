import { query } from "@/lib/db/client";
import type { Environment, Platform } from "@/lib/reference/platforms";

/** What is due, by each session's own clock, live before sandbox. Few rows stand in the partial indexes these read. */
const sessionNow = "session_time(s.clock_offset_ms, s.clock_stopped_at)";

export async function findExpired(limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "find-expired",
    `SELECT s.id FROM checkout_session s
     WHERE s.finalised_at IS NULL AND s.state <> 'finalising' AND s.expires_at <= ${sessionNow}
     ORDER BY s.environment, s.expires_at LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

export type DueAttempt = { id: string; session_id: string; environment: Environment; platform: Platform };

const returning = "RETURNING a.id, a.session_id, a.environment::text AS environment, a.platform::text AS platform";

/** Until then nobody else takes it; should whoever took it die, it is due again. */
const lease = "30 seconds";

/** Takes attempts whose fate is to be asked for. Two workers never take the same one. */
export function claimInquiries(limit: number): Promise<DueAttempt[]> {
  return query<DueAttempt>(
    "claim-inquiries",
    `UPDATE attempt a SET inquire_at = due.now + interval '${lease}', inquiries = inquiries + 1
     FROM (SELECT a.id, ${sessionNow} AS now FROM attempt a JOIN checkout_session s ON s.id = a.session_id
           WHERE a.inquire_at IS NOT NULL AND a.inquire_at <= ${sessionNow}
           ORDER BY a.environment, a.inquire_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED) due
     WHERE a.id = due.id ${returning}`,
    [limit],
  );
}

/** Takes charges that are to be taken back. */
export function claimVoids(limit: number): Promise<DueAttempt[]> {
  return query<DueAttempt>(
    "claim-voids",
    `UPDATE attempt a SET void_at = due.now + interval '${lease}', void_tries = void_tries + 1
     FROM (SELECT a.id, ${sessionNow} AS now FROM attempt a JOIN checkout_session s ON s.id = a.session_id
           WHERE a.void_at IS NOT NULL AND a.void_at <= ${sessionNow}
           ORDER BY a.environment, a.void_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED) due
     WHERE a.id = due.id ${returning}`,
    [limit],
  );
}

export type StuckAttempt = {
  transaction_id: string;
  account_number: string;
  /** The gateway is asked what became of it, or told to take it back. */
  waits_for: "answer" | "void";
  since: Date;
  tries: number;
  next_at: Date;
};

const stuckAfter = "5 minutes";
const stuckVoidTries = 3;

/** Whoever's they are, the oldest first: what the worker still goes on with, though it should long be over. */
export function findStuck(environment: Environment, limit: number): Promise<StuckAttempt[]> {
  return query<StuckAttempt>(
    "find-stuck",
    `SELECT s.transaction_id, s.account_number, w.waits_for, a.called_at AS since, w.tries, w.next_at
     FROM (SELECT id, 'answer' AS waits_for, inquiries AS tries, inquire_at AS next_at FROM attempt
           WHERE inquire_at IS NOT NULL AND state IN ('sent', 'answering', 'unknown')
           UNION ALL
           SELECT id, 'void', void_tries, void_at FROM attempt WHERE void_at IS NOT NULL) w
       JOIN attempt a USING (id) JOIN checkout_session s ON s.id = a.session_id
     WHERE s.environment = $1::environment AND a.called_at < ${sessionNow} - interval '${stuckAfter}'
       AND (w.waits_for = 'answer' OR w.tries >= ${stuckVoidTries} OR w.next_at < ${sessionNow} - interval '${stuckAfter}')
     ORDER BY a.called_at LIMIT $2`,
    [environment, limit],
  );
}
