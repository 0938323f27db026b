import { handOverOf } from "@/lib/checkout/redirect";
import { inTransaction } from "@/lib/db/client";
import type { Authentication, Outcome } from "@/lib/gateway/port";
import { log } from "@/lib/kit/log";
import { seal } from "@/lib/kit/secrets/crypto";
import { isStaleBalance, lockBalance } from "@/lib/ledger/store";
import type { TimelineStep } from "@/lib/timeline/steps";
import { timelineParts } from "@/lib/timeline/store";
import { attemptParts, columnsOfChange, type WritePart, writeParts, writeSession } from "./change-store";
import { type LockedSession, lockSession } from "./lock-store";
import { applyEffects, resultParts } from "./session-effects";
import type { Decision, SessionEvent } from "./session-model";
import type { SessionRow } from "./session-row-store";
import { decide } from "./session-rules";

export const challengeSeal = "challenge page";

/**
 * Applies an event to a session. In one transaction it locks the session's row, lets the rules decide, and writes the
 * decision and its timeline steps. It makes no external call. `about` is the id of the attempt that the event concerns,
 * if it is not the current attempt.
 */
export async function advanceSession(sessionId: string, event: SessionEvent, about?: string): Promise<Decision> {
  return (await advance(sessionId, event, { about })).decision;
}

/**
 * Like `advanceSession()`, for a request of the customer who gets the redirect in its answer. Records the hand-over of
 * the redirect together with the result. Returns the session with its result, or null if the session must be read
 * again.
 */
export async function advanceForCustomer(
  sessionId: string,
  event: SessionEvent,
  about: string,
): Promise<SessionRow | null> {
  return (await advance(sessionId, event, { about, isForCustomer: true })).final;
}

type Advance = { about?: string | undefined; isForCustomer?: boolean };

async function advance(sessionId: string, event: SessionEvent, { about, isForCustomer }: Advance) {
  const outcome = "outcome" in event ? event.outcome : undefined;
  const apply = (read: typeof lockSession) =>
    inTransaction(async () => {
      const locked = await read(sessionId, about);
      const decision = decide(locked.situation, event);
      return { decision, final: await writeDecision(locked, decision, { outcome, isForCustomer }) };
    });
  try {
    return await apply(lockSession);
  } catch (error) {
    if (!isStaleBalance(error)) throw error;
    return apply(lockWithBalance);
  }
}

/** Locks the merchant's balance too, so that its debt cannot change before the payment is credited. */
async function lockWithBalance(sessionId: string, about?: string): Promise<LockedSession> {
  const locked = await lockSession(sessionId, about);
  const { owed } = await lockBalance(locked.balanceKey);
  return { ...locked, owed };
}

type Written = { outcome?: Outcome | undefined; isForCustomer?: boolean | undefined };

/** Returns the session as written if the customer gets its redirect in this answer, otherwise null. */
export async function writeDecision(
  locked: LockedSession,
  decision: Decision,
  { outcome, isForCustomer }: Written = {},
): Promise<SessionRow | null> {
  const { session, attempt, steps } = decision;
  const { now } = locked.situation;
  const parts: WritePart[] = [];
  if (attempt && locked.attemptId) {
    parts.push(
      ...attemptParts(locked.attemptId, attempt, {
        now,
        ...learntFrom(locked.attemptId, outcome),
        ...(attempt.state && attempt.state !== "challenged" && { sealedChallenge: null }),
      }),
    );
  }
  const columns = session && columnsOfChange(locked, session);
  const handOver = isForCustomer && columns ? handOverOf({ ...locked.session, ...columns }) : null;
  const recorded = [...withAddressAnswer(steps, locked, outcome), ...(handOver ? [handOver] : [])];
  parts.push(...timelineParts(locked.id, now, recorded));
  const written = columns && { ...columns, ...(handOver && { handedOverAt: now }) };
  if (written) await writeSession(locked, written, [...parts, ...resultParts(locked, written, avsIn(outcome))]);
  else await writeParts(parts);
  await applyEffects(locked, decision);
  if (steps.some(({ type }) => type === "operator_alerted")) {
    const code = outcome?.status === "declined" ? outcome.code : undefined;
    log.error(
      { attempt: locked.attemptId, code },
      "the gateway does not process this charge as it should: look into it",
    );
  }
  return handOver && { ...locked.session, ...written };
}

const avsIn = (outcome: Outcome | undefined) => (outcome?.status === "approved" ? outcome.avs : null);

const answerSteps = ["gateway_answered", "inquired"];

/** Adds the AVS answer to the timeline step of an approval, if the session asked for AVS. */
function withAddressAnswer(steps: readonly TimelineStep[], { situation }: LockedSession, outcome?: Outcome) {
  if (!situation.avs || outcome?.status !== "approved") return steps;
  const { avs } = outcome;
  return steps.map((step) => (answerSteps.includes(step.type) ? { ...step, detail: { ...step.detail, avs } } : step));
}

function learntFrom(attemptId: string, outcome: Outcome | undefined) {
  if (outcome?.status === "approved") {
    const { reference, avs, firstChargeId } = outcome;
    return { reference, avs, ...(firstChargeId !== undefined && { firstChargeId }), ...authenticationOf(outcome) };
  }
  if (outcome?.status === "declined") return authenticationOf(outcome);
  if (outcome?.status === "challenge")
    return { sealedChallenge: new Uint8Array(seal(challengeSeal, attemptId, outcome.html)) };
  return {};
}

function authenticationOf({ authentication }: { authentication?: Authentication }) {
  if (!authentication) return {};
  const { status, eci, dsTransactionId, bankMessage, isConfirmed } = authentication;
  return { authenticationStatus: status, eci, dsTransactionId, bankMessage, isAuthenticationConfirmed: isConfirmed };
}
