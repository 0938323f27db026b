import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { AttemptPlace } from "@/lib/gateway/gateways";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";

/**
 * The current time of a session, because each session has its own clock. The statements in this file use small partial
 * indexes and process live before sandbox.
 */
const sessionNow = sql`session_time(s.clock_offset_ms, s.clock_stopped_at)`;

const isOpen = sql`s.finalised_at IS NULL AND s.state <> 'finalising'`;

/** Almost all sessions follow the database's clock, so the index on `expires_at` finds them. */
export async function findExpired(limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(sql`
    SELECT id FROM (
      (SELECT s.id, s.environment, s.expires_at FROM checkout_session s
       WHERE ${isOpen} AND s.clock_offset_ms = 0 AND s.clock_stopped_at IS NULL
         AND s.expires_at <= date_trunc('milliseconds', now())
       ORDER BY s.environment, s.expires_at LIMIT ${limit})
      UNION ALL
      (SELECT s.id, s.environment, s.expires_at FROM checkout_session s
       WHERE ${isOpen} AND (s.clock_offset_ms <> 0 OR s.clock_stopped_at IS NOT NULL) AND s.expires_at <= ${sessionNow}
       ORDER BY s.expires_at LIMIT ${limit})) s
    ORDER BY environment, expires_at LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

export type DueAttempt = AttemptPlace & { id: string; sessionId: string };

const returning = sql`RETURNING a.id, a.session_id, a.environment, a.terminal_id`;

/** How long a worker holds a claimed attempt. If the worker dies, the attempt is due again when this lease ends. */
const lease = sql`interval '30 seconds'`;

/** Claims attempts that are due for an inquiry. Two workers never claim the same attempt. */
export function claimInquiries(limit: number): Promise<DueAttempt[]> {
  return query<DueAttempt>(sql`
    UPDATE attempt a SET inquire_at = due.now + ${lease}, inquiries = inquiries + 1
    FROM (SELECT a.id, ${sessionNow} AS now FROM attempt a JOIN checkout_session s ON s.id = a.session_id
          WHERE a.inquire_at IS NOT NULL AND a.inquire_at <= ${sessionNow}
          ORDER BY a.environment, a.inquire_at LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED) due
    WHERE a.id = due.id ${returning}`);
}

/** Claims charges that are due to be voided. */
export function claimVoids(limit: number): Promise<DueAttempt[]> {
  return query<DueAttempt>(sql`
    UPDATE attempt a SET void_at = due.now + ${lease}, void_tries = void_tries + 1
    FROM (SELECT a.id, ${sessionNow} AS now FROM attempt a JOIN checkout_session s ON s.id = a.session_id
          WHERE a.void_at IS NOT NULL AND a.void_at <= ${sessionNow}
          ORDER BY a.environment, a.void_at LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED) due
    WHERE a.id = due.id ${returning}`);
}

export type StuckAttempt = {
  transactionId: string;
  accountNumber: string;
  currency: Currency;
  amount: Minor;
  /** Whether the attempt waits for the outcome of the charge or for the confirmation of a void. */
  waitsFor: "answer" | "void";
  since: Date;
  tries: number;
  nextAt: Date;
};

const stuckAfter = sql`interval '5 minutes'`;
const stuckVoidTries = 3;

/** Attempts of all merchants that are still unsettled after five minutes, oldest first. */
export function findStuck(environment: Environment, limit: number): Promise<StuckAttempt[]> {
  return query<StuckAttempt>(sql`
    SELECT s.transaction_id, s.account_number, a.currency, a.amount, w.waits_for, a.called_at AS since, w.tries, w.next_at
    FROM (SELECT id, 'answer' AS waits_for, inquiries AS tries, inquire_at AS next_at FROM attempt
          WHERE inquire_at IS NOT NULL AND state IN ('sent', 'answering', 'unknown')
          UNION ALL
          SELECT id, 'void', void_tries, void_at FROM attempt WHERE void_at IS NOT NULL) w
      JOIN attempt a USING (id) JOIN checkout_session s ON s.id = a.session_id
    WHERE s.environment = ${environment} AND a.called_at < ${sessionNow} - ${stuckAfter}
      AND (w.waits_for = 'answer' OR w.tries >= ${stuckVoidTries} OR w.next_at < ${sessionNow} - ${stuckAfter})
    ORDER BY a.called_at LIMIT ${limit}`);
}
