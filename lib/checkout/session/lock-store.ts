import { query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/kit/errors";
import type { Minor } from "@/lib/kit/money";
import type { BalanceKey } from "@/lib/ledger/store";
import { gatewayCode } from "@/lib/reference/response-codes";
import type { AttemptState, KnownAttempt, Situation } from "./session-model";
import {
  type FlatSession,
  type SessionRow,
  sessionFields,
  sessionJoins,
  sessionJoinsWithKeys,
  toSession,
} from "./session-row-store";
import { findAttempt } from "./store";

export type LockedSession = {
  id: string;
  /** The session as it was read under the lock. */
  session: SessionRow;
  /** The attempt that the event concerns. */
  attemptId: string | null;
  /** The merchant's balance to which the payment is credited. */
  balanceKey: BalanceKey;
  /** The merchant's debt, read without a lock. */
  owed: Minor;
  /** The latest AVS answer in this session, or null. */
  avsAnswer: string | null;
  situation: Situation;
};

type AttemptRow = {
  id: string;
  state: AttemptState;
  calledAt: Date;
  requiresAuthentication: boolean;
  browserSteps: number;
  inquiries: number;
  voidTries: number;
  voidAt: Date | null;
  voidedAt: Date | null;
};

type LockedRow = FlatSession & {
  answeredCode: string | null;
  avsAnswer: string | null;
  owed: Minor;
  triedId: string | null;
  triedState: AttemptState;
  triedCalledAt: Date;
  triedRequiresAuthentication: boolean;
  triedBrowserSteps: number;
  triedInquiries: number;
  triedVoidTries: number;
  triedVoidAt: Date | null;
  triedVoidedAt: Date | null;
};

/**
 * The response code of the latest answer from the gateway or bank. Our own refusals do not count. The code GW does not
 * count either, because it marks an attempt that the gateway never answered.
 */
const answeredCode = sql`(SELECT code FROM attempt WHERE session_id = s.id AND state IN ('declined', 'approved', 'dropped')
  AND code IS NOT NULL AND code <> ${literal(gatewayCode)} ORDER BY started_at DESC, attempt.id DESC LIMIT 1)`;

const avsAnswer = sql`(SELECT avs FROM attempt WHERE session_id = s.id AND avs IS NOT NULL ORDER BY id DESC LIMIT 1)`;

/**
 * Locks the session until the transaction ends, and reads the time only once the lock is held. The attempt is locked
 * too: otherwise the statement would return the attempt as it was before the wait for the lock.
 */
export async function lockSession(id: string, about?: string): Promise<LockedSession> {
  const [row] = await query<LockedRow>(sql`
    WITH s AS MATERIALIZED (SELECT * FROM checkout_session WHERE id = ${id} FOR UPDATE),
    tried AS MATERIALIZED (
      SELECT id AS tried_id, state AS tried_state, called_at AS tried_called_at,
        requires_authentication AS tried_requires_authentication, browser_steps AS tried_browser_steps,
        inquiries AS tried_inquiries, void_tries AS tried_void_tries, void_at AS tried_void_at, voided_at AS tried_voided_at
      FROM attempt WHERE id = (SELECT coalesce(${about}, attempt_id) FROM s) FOR NO KEY UPDATE)
    SELECT ${sessionFields},
      CASE WHEN s.failures > 0 THEN ${answeredCode} END AS answered_code,
      CASE WHEN s.avs THEN ${avsAnswer} END AS avs_answer,
      coalesce((SELECT b.owed FROM merchant_balance b WHERE b.account_number = s.account_number
                AND b.environment = s.environment AND b.currency = s.currency), 0) AS owed,
      tried.*
    FROM s ${about ? sessionJoinsWithKeys : sessionJoins} LEFT JOIN tried ON true`);
  if (!row) throw notFound();
  const attemptId = about ?? row.attemptId;
  // The statement does not see an attempt that was inserted while it waited for the lock.
  const attempt = attemptOf(row) ?? (attemptId ? await findAttempt(attemptId) : null);
  const session = toSession(row);
  const { accountNumber, environment, currency } = session;
  return {
    id,
    session,
    attemptId,
    balanceKey: { accountNumber, environment, currency },
    owed: row.owed,
    avsAnswer: row.avsAnswer,
    situation: situationOf(row, attempt),
  };
}

function attemptOf(row: LockedRow): AttemptRow | null {
  if (row.triedId === null) return null;
  return {
    id: row.triedId,
    state: row.triedState,
    calledAt: row.triedCalledAt,
    requiresAuthentication: row.triedRequiresAuthentication,
    browserSteps: row.triedBrowserSteps,
    inquiries: row.triedInquiries,
    voidTries: row.triedVoidTries,
    voidAt: row.triedVoidAt,
    voidedAt: row.triedVoidedAt,
  };
}

function situationOf(row: LockedRow, attempt: AttemptRow | null): Situation {
  return {
    purpose: row.purpose,
    state: row.state,
    isSuccess: row.status === "success",
    isRefunded: row.refunded > 0n,
    now: row.now,
    expiresAt: row.expiresAt,
    failures: row.failures,
    isLeaving: row.isLeaving,
    avs: row.avs,
    answeredCode: row.answeredCode,
    isTakenOver: row.takenOverAt !== null && attempt !== null && attempt.calledAt <= row.takenOverAt,
    attempt: attempt && toKnownAttempt(attempt, row.attemptId),
  };
}

function toKnownAttempt(attempt: AttemptRow, currentId: string | null): KnownAttempt {
  return {
    state: attempt.state,
    isCurrent: attempt.id === currentId,
    calledAt: attempt.calledAt,
    requiresAuthentication: attempt.requiresAuthentication,
    browserSteps: attempt.browserSteps,
    inquiries: attempt.inquiries,
    voidAttempts: attempt.voidTries,
    isVoiding: attempt.voidAt !== null || attempt.voidedAt !== null,
    isVoidDue: attempt.voidAt !== null,
  };
}
