import { inTransaction } from "@/lib/db/client";
import type { Authentication, Outcome } from "@/lib/gateway/port";
import { log } from "@/lib/kit/log";
import { seal } from "@/lib/kit/secrets/crypto";
import type { TimelineStep } from "@/lib/timeline/steps";
import { appendEvents } from "@/lib/timeline/store";
import { applyEffects } from "./session-effects";
import type { Decision, SessionEvent } from "./session-model";
import { decide } from "./session-rules";
import { type LockedSession, lockSession, updateAttempt, updateSession } from "./store";

export const challengeSeal = "challenge page";

/**
 * Applies an event to a session. In one transaction it locks the session's row, lets the rules decide, and writes the
 * decision and its timeline steps. It makes no external call. `about` is the id of the attempt that the event concerns,
 * if it is not the current attempt.
 */
export async function advanceSession(sessionId: string, event: SessionEvent, about?: string): Promise<Decision> {
  return inTransaction(async () => {
    const locked = await lockSession(sessionId, about);
    const decision = decide(locked.situation, event);
    await writeDecision(locked, decision, "outcome" in event ? event.outcome : undefined);
    return decision;
  });
}

export async function writeDecision(locked: LockedSession, decision: Decision, outcome?: Outcome): Promise<void> {
  const { session, attempt, steps } = decision;
  const { now } = locked.situation;
  if (attempt && locked.attemptId) {
    await updateAttempt(locked.attemptId, attempt, {
      now,
      ...learntFrom(locked.attemptId, outcome),
      ...(attempt.state && attempt.state !== "challenged" && { sealedChallenge: null }),
    });
  }
  if (session) await updateSession(locked, session);
  await applyEffects(locked, decision);
  await appendEvents(locked.id, now, withAddressAnswer(steps, locked, outcome));
  if (steps.some(({ type }) => type === "operator_alerted")) {
    const code = outcome?.status === "declined" ? outcome.code : undefined;
    log.error(
      { attempt: locked.attemptId, code },
      "the gateway does not process this charge as it should: look into it",
    );
  }
}

const answerSteps = ["gateway_answered", "inquired"];

/** Adds the AVS answer to the timeline step of an approval, if the session asked for AVS. */
function withAddressAnswer(steps: readonly TimelineStep[], { situation }: LockedSession, outcome?: Outcome) {
  if (!situation.avs || outcome?.status !== "approved") return steps;
  const { avs } = outcome;
  return steps.map((step) => (answerSteps.includes(step.type) ? { ...step, detail: { ...step.detail, avs } } : step));
}

function learntFrom(attemptId: string, outcome: Outcome | undefined) {
  if (outcome?.status === "approved")
    return { reference: outcome.reference, avs: outcome.avs, ...authenticationOf(outcome) };
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
