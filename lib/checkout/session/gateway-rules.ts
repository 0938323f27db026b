import type { Outcome } from "@/lib/gateway/port";
import { day, second } from "@/lib/kit/clock";
import {
  addressCode,
  approvedCode,
  gatewayCode,
  gatewayErrorCode,
  unauthenticatedCode,
} from "@/lib/reference/response-codes";
import {
  after,
  dropped,
  endedBy,
  expiredStep,
  failed,
  finalised,
  isExpired,
  nextLook,
  noChange,
} from "./session-endings";
import type { Decision, KnownAttempt, Situation, Step } from "./session-model";

/** What the gateway's answers mean for a session: the half of the state machine that money hangs on. */

/** Before this, a gateway that has not heard of a charge may still hear of it. */
const absenceBelievedAfterMs = 45 * second;
const givenUpAfterMs = day;
const notedInquiries = 20;

export function answer(situation: Situation, outcome: Outcome, by: "call" | "inquiry"): Decision {
  const { attempt } = situation;
  if (!attempt || attempt.state === "approved" || attempt.state === "refused") return noChange;
  const decision = isAwaited(situation) ? awaitedAnswer(situation, outcome, by) : lateAnswer(situation, outcome);
  const detail = { outcome: outcome.status, ...("code" in outcome ? { code: outcome.code } : {}) };
  const step: Step = { type: by === "call" ? "gateway_answered" : "inquired", detail };
  // The gateway is asked for as long as it takes; the timeline notes the first inquiries and those that change something.
  const isRoutine = decision.session === null && decision.steps.length === 0 && attempt.inquiries >= notedInquiries;
  if (by === "inquiry" && isRoutine) return decision;
  return { ...decision, steps: [step, ...decision.steps] };
}

/** Whether the session's fate hangs on this attempt. */
function isAwaited({ state, attempt }: Situation): boolean {
  if (!attempt?.isCurrent || state === "hosted" || state === "finalised") return false;
  return attempt.state !== "declined" && attempt.state !== "dropped";
}

function awaitedAnswer(situation: Situation, outcome: Outcome, by: "call" | "inquiry"): Decision {
  // While the customer is at the bank no money was asked for: that nobody knows of any is old news.
  if (situation.state === "challenged" && isOpen(outcome)) return noChange;
  switch (outcome.status) {
    case "approved":
      return approved(situation, outcome);
    case "declined":
      return failed(situation, outcome.code, { state: "declined", code: outcome.code, ...settled });
    case "error":
      return failed(situation, gatewayErrorCode, { state: "declined", code: gatewayErrorCode, ...settled });
    case "challenge":
      return by === "call" ? challenged(situation) : absent(situation);
    case "not_found":
      return absent(situation);
    case "voided":
    case "refunded":
      return failed(situation, gatewayCode, { state: "dropped", code: gatewayCode, ...settled });
    case "unknown":
      return unknown(situation, by);
  }
}

/** Nothing is left to ask for or to take back. */
const settled = { inquireAt: null, void: "none" } as const;

/** An answer that leaves open what becomes of the charge. */
function isOpen({ status }: Outcome): boolean {
  return status === "unknown" || status === "not_found" || status === "challenge";
}

type Approval = Extract<Outcome, { status: "approved" }>;

function approved(situation: Situation, approval: Approval): Decision {
  const { attempt, now } = situation;
  // What is being taken back can no longer be a success: the void may be done, and its answer on the way.
  if (attempt?.isVoiding) return { ...noChange, attempt: { inquireAt: after(now, waitBefore(attempt.inquiries)) } };
  const unacceptable = unacceptableIn(situation, approval);
  if (unacceptable) {
    const { code, because } = unacceptable;
    const taken = failed(situation, code, { state: "approved", code, inquireAt: null, void: now });
    return { ...taken, steps: [{ type: "void_requested", detail: { because } }, ...taken.steps] };
  }
  const decision = finalised(approvedCode);
  return { ...decision, attempt: { state: "approved", code: approvedCode, inquireAt: null } };
}

/** Why an approval is voided and counts as a decline, or null. */
function unacceptableIn({ avs, attempt }: Situation, approval: Approval) {
  if (attempt?.requiresAuthentication && !approval.isAuthenticated)
    return { code: unauthenticatedCode, because: "not authenticated" };
  return avs && approval.avs === "street_and_zip_fail" ? { code: addressCode, because: "address" } : null;
}

/** The bank wants to see the customer. Where there is nobody to show it to, it is never completed and no money moves. */
function challenged(situation: Situation): Decision {
  const { state, attempt, isLeaving } = situation;
  if (isLeaving) return { ...endedBy("left", situation), attempt: dropped(situation) };
  if (isExpired(situation)) {
    const { session, steps } = endedBy("expired", situation);
    return {
      session,
      attempt: dropped(situation),
      steps: state === "finalising" ? steps : [expiredStep, ...steps],
    };
  }
  if (state === "authorising" && attempt?.state === "sent") {
    const change = { state: "challenged", inquireAt: null } as const;
    return { session: { state: "challenged" }, attempt: change, steps: [{ type: "challenge_shown" }] };
  }
  // It asks again after it was answered, or so late that the customer was told to wait.
  const code = attempt?.state === "answering" ? unauthenticatedCode : gatewayCode;
  return failed(situation, code, { ...dropped(situation), code });
}

/** The gateway does not know of a charge, or of the end of a challenge: believed once it can no longer come. */
function absent(situation: Situation): Decision {
  const { attempt, now } = situation;
  const elapsed = attempt ? now.getTime() - attempt.calledAt.getTime() : 0;
  if (elapsed < absenceBelievedAfterMs) return unknown(situation);
  return failed(situation, gatewayCode, { ...dropped(situation), code: gatewayCode });
}

function unknown(situation: Situation, by: "call" | "inquiry" = "inquiry"): Decision {
  const { attempt, now } = situation;
  if (!attempt) return noChange;
  // Only an inquiry gives up: the answer to a call may be as old as the call.
  const isGivenUp =
    by === "inquiry" && !attempt.isVoiding && now.getTime() - attempt.calledAt.getTime() >= givenUpAfterMs;
  return {
    session: situation.state === "finalising" ? null : { state: "finalising" },
    attempt: {
      state: "unknown",
      inquireAt: after(now, waitBefore(attempt.inquiries)),
      ...(isGivenUp && { void: now }),
    },
    steps: isGivenUp ? givenUp : [],
  };
}

const givenUp: Step[] = [{ type: "operator_alerted" }, { type: "void_requested", detail: { because: "no answer" } }];

/** Seconds at first, because a customer waits; then minutes. */
function waitBefore(inquiries: number): number {
  return Math.min(300, Math.max(1, 1.5 ** inquiries)) * second;
}

/** An answer nobody waits for any more. If it is money, it goes back. */
function lateAnswer({ attempt, now }: Situation, outcome: Outcome): Decision {
  if (!attempt) return noChange;
  if (outcome.status === "approved") {
    return {
      session: null,
      attempt: { state: "approved", inquireAt: null, void: now },
      steps: [{ type: "late_approval" }, { type: "void_requested", detail: { because: "late approval" } }],
    };
  }
  if (attempt.state === "declined") return noChange;
  const inquireAt = isOpen(outcome) ? nextLook(attempt.calledAt, now) : null;
  if (outcome.status === "unknown" && inquireAt === null && !attempt.isVoiding) {
    return { session: null, attempt: { state: "dropped", inquireAt, void: now }, steps: givenUp };
  }
  const code = outcome.status === "declined" ? { code: outcome.code } : {};
  return { ...noChange, attempt: { state: "dropped", inquireAt, ...code } };
}

export function voidAnswer(situation: Situation, outcome: Outcome): Decision {
  const { attempt } = situation;
  // Where nobody wants it back any more, an answer that comes late changes nothing.
  if (!attempt?.isVoidDue) return noChange;
  const isGone = outcome.status === "voided" || (attempt.state !== "approved" && outcome.status === "not_found");
  if (!isGone) return voidAgain(situation, attempt, outcome);
  const voided: Step = { type: "voided" };
  if (attempt.state === "unknown" && isAwaited(situation)) {
    const decision = failed(situation, gatewayCode, {
      state: "dropped",
      code: gatewayCode,
      inquireAt: null,
      void: "done",
    });
    return { ...decision, steps: [voided, ...decision.steps] };
  }
  return { session: null, attempt: { void: "done" }, steps: [voided] };
}

/** After so many, somebody has to look into it. */
const voidTriesBeforeAlert = 3;

/**
 * Tried again, ever less often. Where the gateway refuses to void what we only gave up on, the charge
 * is final there: then the next inquiry says what it is, and that is taken. Where it refuses to void an approval, the
 * charge is settled: it is refunded, a micro-charge from suspense and every other one at the platform's expense.
 */
function voidAgain(situation: Situation, attempt: KnownAttempt, outcome: Outcome): Decision {
  const isRefused = outcome.status === "error" || outcome.status === "declined";
  if (isRefused && attempt.state === "unknown") return { ...noChange, attempt: { void: "none" } };
  if (isRefused && attempt.state === "approved") {
    const isMicroCharge = situation.isSuccess && attempt.isCurrent;
    const type = isMicroCharge ? "return_requested" : "platform_refund_requested";
    return { session: null, attempt: { void: "refund" }, steps: [{ type }] };
  }
  const next = after(situation.now, waitBefore(attempt.voidTries + 1));
  // A dropped charge that cannot be voided may have been made after all: then the inquiry finds a late approval.
  const again = isRefused && attempt.state === "dropped" ? { void: next, inquireAt: next } : { void: next };
  const steps: Step[] = attempt.voidTries === voidTriesBeforeAlert ? [{ type: "operator_alerted" }] : [];
  return { session: null, attempt: again, steps };
}
