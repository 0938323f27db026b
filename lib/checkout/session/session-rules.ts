import { callTimeoutMs } from "@/lib/gateway/call";
import { second } from "@/lib/kit/clock";
import { unauthenticatedCode } from "@/lib/reference/response-codes";
import type { TimelineStep } from "@/lib/timeline/steps";
import { answer, voidAnswer } from "./gateway-rules";
import { after, dropped, endedBy, expiredStep, failed, finalised, isExpired, noChange } from "./session-endings";
import type { Decision, SessionEvent, Situation } from "./session-model";

/**
 * The state machine of a session and its attempts. Its functions are pure and return a decision for every event in
 * every state, possibly `noChange`. The caller holds the lock on the session's row, so the state cannot change before
 * the decision is written.
 */

/** The first inquiry follows shortly after the timeout of a gateway call, in case the process dies during the call. */
const callLostAfterMs = callTimeoutMs + 5 * second;

/**
 * Another session of the order may take over a bank's check that has no answer after this time since the gateway was
 * called. `take-over-store.ts` limits how often and by whom.
 */
export const takeOverAfterMs = 60 * second;

export function decide(situation: Situation, event: SessionEvent): Decision {
  switch (event.type) {
    case "submit":
      return submit(situation);
    case "answer":
      return answer(situation, event.outcome, event.by);
    case "void_answer":
      return voidAnswer(situation, event.outcome);
    case "challenge_returned":
      return challengeReturned(situation, event.step);
    case "challenge_cancelled":
      return challengeCancelled(situation);
    case "challenge_taken_over":
      return challengeTakenOver(situation);
    case "leave":
      return leave(situation);
    case "card_unusable":
      return cardUnusable(situation, event.code);
    case "void_micro_charge":
      return voidMicroCharge(situation, event.because);
    case "expire":
      return expire(situation);
  }
}

function submit(situation: Situation): Decision {
  if (situation.state !== "hosted") return noChange;
  if (isExpired(situation)) return expire(situation);
  return {
    session: { state: "authorising" },
    attempt: { state: "sent", isCalled: true, inquireAt: after(situation.now, callLostAfterMs) },
    steps: [{ type: "try_started" }, { type: "gateway_called", detail: { call: "authorise" } }],
  };
}

/** Each page of the bank has its own return address, so a late or repeated return is not taken for the next one. */
function challengeReturned(situation: Situation, step: number): Decision {
  if (situation.state !== "challenged" || !situation.attempt?.isCurrent) return noChange;
  // Processes of the previous release do not count the pages.
  if (step !== Math.max(1, situation.attempt.browserSteps)) return noChange;
  if (isExpired(situation)) return expire(situation);
  return {
    session: { state: "authorising" },
    attempt: { state: "answering", isCalled: true, inquireAt: after(situation.now, callLostAfterMs) },
    steps: [{ type: "challenge_answered" }, { type: "gateway_called", detail: { call: "complete" } }],
  };
}

function challengeCancelled(situation: Situation): Decision {
  if (situation.state !== "challenged") return noChange;
  if (isExpired(situation)) return expire(situation);
  const decision = failed(situation, unauthenticatedCode, { ...dropped(situation), code: unauthenticatedCode });
  return { ...decision, steps: [{ type: "challenge_cancelled" }, ...decision.steps] };
}

/**
 * Ends a challenge in favour of another session of the same order. The charge is voided first, and the session holds
 * the order until then, so the two sessions can never both charge.
 */
function challengeTakenOver(situation: Situation): Decision {
  const { state, attempt, now } = situation;
  if (state !== "challenged" || !attempt?.isCurrent) return noChange;
  if (isExpired(situation)) return expire(situation);
  if (now.getTime() - attempt.calledAt.getTime() < takeOverAfterMs) return noChange;
  return {
    session: { state: "finalising", isTakenOver: true },
    attempt: { state: "unknown", inquireAt: after(now, callLostAfterMs), void: now },
    steps: [{ type: "challenge_taken_over" }, { type: "void_requested", detail: { because: "taken over" } }],
  };
}

function leave(situation: Situation): Decision {
  const left: TimelineStep = { type: "left" };
  switch (situation.state) {
    case "hosted":
    case "challenged": {
      if (isExpired(situation)) return expire(situation);
      const decision = endedBy("left", situation);
      const attempt = situation.state === "challenged" ? dropped(situation) : null;
      return { ...decision, attempt, steps: [left, ...decision.steps] };
    }
    case "authorising":
    case "finalising":
      if (situation.isLeaving) return noChange;
      return { session: { state: situation.state, isLeaving: true }, attempt: null, steps: [left] };
    case "finalised":
      return noChange;
  }
}

/** Ends the session if its stored card cannot be charged, because the session cannot charge another card. */
function cardUnusable(situation: Situation, code: string): Decision {
  if (situation.state !== "hosted") return noChange;
  return isExpired(situation) ? expire(situation) : finalised(code);
}

/** Voids the micro-charge of a stored card. No other successful charge is ever voided. */
function voidMicroCharge({ purpose, isSuccess, isRefunded, attempt, now }: Situation, because: string): Decision {
  const isVoidable = isSuccess && !isRefunded && attempt?.isCurrent && !attempt.isVoiding;
  if (purpose !== "card_create" || !isVoidable) return noChange;
  return { session: null, attempt: { void: now }, steps: [{ type: "void_requested", detail: { because } }] };
}

function expire(situation: Situation): Decision {
  if (!isExpired(situation)) return noChange;
  switch (situation.state) {
    case "hosted":
    case "challenged": {
      const decision = endedBy("expired", situation);
      const attempt = situation.state === "challenged" ? dropped(situation) : null;
      return { ...decision, attempt, steps: [expiredStep, ...decision.steps] };
    }
    case "authorising":
      return { session: { state: "finalising" }, attempt: null, steps: [expiredStep] };
    case "finalising":
    case "finalised":
      return noChange;
  }
}
