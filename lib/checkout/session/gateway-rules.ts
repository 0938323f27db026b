import { browserStepsMax, type Outcome } from "@/lib/gateway/port";
import { day, second } from "@/lib/kit/clock";
import { declineOf } from "@/lib/reference/decline-codes";
import {
  addressCode,
  approvedCode,
  gatewayCode,
  gatewayErrorCode,
  unauthenticatedCode,
} from "@/lib/reference/response-codes";
import type { TimelineStep } from "@/lib/timeline/steps";
import {
  after,
  dropped,
  endedBy,
  expiredStep,
  failed,
  finalised,
  isExpired,
  nextInquiryAt,
  noChange,
  uncharged,
} from "./session-endings";
import type { Decision, KnownAttempt, Situation } from "./session-model";

/** The part of the session's state machine that handles the gateway's answers. */

/** A charge may arrive at the gateway until this long after the call. Only later does the answer `not_found` count. */
const absenceBelievedAfterMs = 45 * second;
const givenUpAfterMs = day;
const notedInquiries = 20;

export function answer(situation: Situation, outcome: Outcome, by: "call" | "inquiry"): Decision {
  const { attempt } = situation;
  if (!attempt || attempt.state === "approved" || attempt.state === "refused") return noChange;
  const decision = isAwaited(situation) ? awaitedAnswer(situation, outcome, by) : lateAnswer(situation, outcome);
  const detail = { outcome: outcome.status, ...("code" in outcome ? { code: outcome.code } : {}) };
  const step: TimelineStep = { type: by === "call" ? "gateway_answered" : "inquired", detail };
  // Inquiries repeat until the gateway answers. The timeline records only the first inquiries and those that change
  // something.
  const isRoutine = decision.session === null && decision.steps.length === 0 && attempt.inquiries >= notedInquiries;
  if (by === "inquiry" && isRoutine) return decision;
  return { ...decision, steps: [step, ...decision.steps] };
}

/** Whether the session is waiting for the outcome of this attempt. */
function isAwaited({ state, attempt }: Situation): boolean {
  if (!attempt?.isCurrent || state === "hosted" || state === "finalised") return false;
  return attempt.state !== "declined" && attempt.state !== "dropped";
}

function awaitedAnswer(situation: Situation, outcome: Outcome, by: "call" | "inquiry"): Decision {
  // During a 3DS challenge no charge has been requested yet, so an unclear outcome changes nothing.
  if (situation.state === "challenged" && isOpen(outcome)) return noChange;
  switch (outcome.status) {
    case "approved":
      return approved(situation, outcome);
    case "declined":
      return declined(situation, outcome.code);
    case "error":
      return rejected(situation, outcome);
    case "challenge":
      return by === "call" ? challenged(situation) : unanswered(situation);
    case "not_found":
      return outcome.needsVoid ? requestVoidOfAbsent(situation) : absent(situation);
    case "unreachable":
    case "voided":
    case "refunded":
      return uncharged(situation, { state: "dropped", ...settled });
    case "unknown":
      return unknown(situation, by);
  }
}

function rejected(situation: Situation, { alertsOperator }: Extract<Outcome, { status: "error" }>): Decision {
  const decision = failed(situation, gatewayErrorCode, { state: "declined", code: gatewayErrorCode, ...settled });
  return alertsOperator ? { ...decision, steps: [{ type: "operator_alerted" }, ...decision.steps] } : decision;
}

/** Some declines are not the card's fault but the merchant account's, and only the operator can correct them. */
function declined(situation: Situation, code: string): Decision {
  const decision = failed(situation, code, { state: "declined", code, ...settled });
  return declineOf(code).alertsOperator
    ? { ...decision, steps: [{ type: "operator_alerted", detail: { code } }, ...decision.steps] }
    : decision;
}

/** The attempt needs no further inquiry and no void. */
const settled = { inquireAt: null, void: "none" } as const;

/** Whether the outcome leaves it unclear if the customer was charged. */
function isOpen({ status }: Outcome): boolean {
  return status === "unknown" || status === "not_found" || status === "challenge";
}

type Approval = Extract<Outcome, { status: "approved" }>;

function approved(situation: Situation, approval: Approval): Decision {
  const { attempt, now } = situation;
  // A charge that is being voided cannot succeed any more: the void may have happened already.
  if (attempt?.isVoiding) return { ...noChange, attempt: { inquireAt: after(now, waitBefore(attempt.inquiries)) } };
  const unacceptable = unacceptableIn(situation, approval);
  if (unacceptable) {
    const { code, because } = unacceptable;
    const decision = failed(situation, code, { state: "approved", code, inquireAt: null, void: now });
    const steps: TimelineStep[] = [{ type: "void_requested", detail: { because } }, ...decision.steps];
    return { ...decision, steps: because === "amount" ? [{ type: "operator_alerted" }, ...steps] : steps };
  }
  const decision = finalised(approvedCode);
  return { ...decision, attempt: { state: "approved", code: approvedCode, inquireAt: null } };
}

/** Returns why an approval must be voided and counted as a decline, or null if the approval is acceptable. */
function unacceptableIn({ avs, attempt }: Situation, approval: Approval) {
  if (approval.unacceptable === "amount") return { code: gatewayErrorCode, because: "amount" };
  if (approval.unacceptable === "authentication") return { code: unauthenticatedCode, because: "not authenticated" };
  if (attempt?.requiresAuthentication && !approval.isAuthenticated)
    return { code: unauthenticatedCode, because: "not authenticated" };
  return avs && approval.avs === "street_and_zip_fail" ? { code: addressCode, because: "address" } : null;
}

/**
 * Handles the bank's request for a 3DS challenge. If the customer has left or the session has expired, the challenge is
 * never completed and no money moves.
 */
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
  // A call may take longer than the payer's request. The page then shows "confirming" until the bank's page.
  const isWaiting =
    (state === "authorising" && (attempt?.state === "sent" || attempt?.state === "answering")) ||
    (state === "finalising" && attempt?.state === "unknown");
  // Processes of the previous release do not count the first page.
  const shown = attempt?.state === "answering" ? Math.max(1, attempt.browserSteps) : (attempt?.browserSteps ?? 0);
  const browserSteps = shown + 1;
  if (isWaiting && !attempt?.isVoiding && browserSteps <= browserStepsMax) {
    const change = { state: "challenged", browserSteps, inquireAt: null } as const;
    return { session: { state: "challenged" }, attempt: change, steps: [{ type: "challenge_shown" }] };
  }
  const code = browserSteps > browserStepsMax ? unauthenticatedCode : gatewayCode;
  return failed(situation, code, { ...dropped(situation), code });
}

/**
 * Handles the answer that the gateway does not know the charge. The attempt fails only once the charge can no longer
 * arrive at the gateway.
 */
function absent(situation: Situation): Decision {
  return isAbsenceBelievable(situation) ? uncharged(situation, dropped(situation)) : unknown(situation);
}

const isAbsenceBelievable = ({ attempt, now }: Situation): boolean =>
  attempt !== null && now.getTime() - attempt.calledAt.getTime() >= absenceBelievedAfterMs;

/**
 * Handles the absence of a charge at a gateway whose queries may lag. The gateway must void the charge first, and the
 * answer to the void ends the attempt.
 */
function requestVoidOfAbsent(situation: Situation): Decision {
  const decision = unknown(situation);
  if (!situation.attempt || situation.attempt.isVoiding) return decision;
  const requested: TimelineStep = { type: "void_requested", detail: { because: "not found" } };
  return {
    ...decision,
    attempt: { ...decision.attempt, void: situation.now },
    steps: [...decision.steps, requested],
  };
}

/**
 * Handles a charge whose challenge was never answered at the gateway, because the process that handled the return died.
 * The void makes sure that a paused process cannot complete the challenge after the attempt has failed.
 */
function unanswered(situation: Situation): Decision {
  return isAbsenceBelievable(situation) ? requestVoidOfAbsent(situation) : unknown(situation);
}

function unknown(situation: Situation, by: "call" | "inquiry" = "inquiry"): Decision {
  const { attempt, now } = situation;
  if (!attempt) return noChange;
  // Only an inquiry can give up on a charge, because its outcome is current. The outcome of a call may be as old as the
  // call.
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

const givenUp: TimelineStep[] = [
  { type: "operator_alerted" },
  { type: "void_requested", detail: { because: "no answer" } },
];

/**
 * The wait before the next inquiry or void. It is short at first, because the customer is waiting, and grows to five
 * minutes.
 */
function waitBefore(inquiries: number): number {
  return Math.min(300, Math.max(1, 1.5 ** inquiries)) * second;
}

/** Handles an answer to an attempt that the session no longer waits for. A late approval is voided. */
function lateAnswer({ attempt, now }: Situation, outcome: Outcome): Decision {
  if (!attempt) return noChange;
  if (outcome.status === "approved") {
    return {
      session: null,
      attempt: { state: "approved", inquireAt: null, void: now },
      steps: [{ type: "late_approval" }, { type: "void_requested", detail: { because: "late approval" } }],
    };
  }
  if (outcome.status === "not_found" && outcome.isReserved && !attempt.isVoiding) {
    const requested: TimelineStep = { type: "void_requested", detail: { because: "late approval" } };
    // If the void fails, a later inquiry asks for the next one.
    const inquireAt = nextInquiryAt(attempt.calledAt, now);
    return { session: null, attempt: { state: "dropped", inquireAt, void: now }, steps: [requested] };
  }
  if (attempt.state === "declined") return noChange;
  const inquireAt = isOpen(outcome) ? nextInquiryAt(attempt.calledAt, now) : null;
  if (outcome.status === "unknown" && inquireAt === null && !attempt.isVoiding) {
    return { session: null, attempt: { state: "dropped", inquireAt, void: now }, steps: givenUp };
  }
  const code = outcome.status === "declined" ? { code: outcome.code } : {};
  return { ...noChange, attempt: { state: "dropped", inquireAt, ...code } };
}

export function voidAnswer(situation: Situation, outcome: Outcome): Decision {
  const { attempt } = situation;
  // The void was cancelled in the meantime, so the gateway's answer to it changes nothing.
  if (!attempt?.isVoidDue) return noChange;
  if (outcome.status === "voided") return voided(situation, attempt);
  if (outcome.status === "not_found" && attempt.state !== "approved") {
    const decision = nothingToVoid(situation, attempt);
    // The bank holds the payer's money, and the gateway does not release it.
    return outcome.isReserved ? { ...decision, steps: [{ type: "operator_alerted" }, ...decision.steps] } : decision;
  }
  return voidAgain(situation, attempt, outcome);
}

function voided(situation: Situation, { state }: KnownAttempt): Decision {
  const step: TimelineStep = { type: "voided" };
  if (state !== "unknown" || !isAwaited(situation)) {
    return { session: null, attempt: { void: "done" }, steps: [step] };
  }
  const decision = uncharged(situation, { state: "dropped", inquireAt: null, void: "done" });
  return { ...decision, steps: [step, ...decision.steps] };
}

/** The gateway has no such charge. The charge may still arrive there, so inquiries continue. */
function nothingToVoid(situation: Situation, { state }: KnownAttempt): Decision {
  if (state !== "unknown" || !isAwaited(situation)) return { ...noChange, attempt: { void: "none" } };
  return uncharged(situation, { ...dropped(situation), void: "none" });
}

/** An operator is alerted after this many failed voids. */
const voidAttemptsBeforeAlert = 3;

/**
 * Retries a void with growing intervals. If the gateway refuses to void a charge with unknown outcome, the charge is
 * final at the gateway, and the next inquiry decides. If the gateway refuses to void an approval, the charge is settled
 * and must be refunded. A micro-charge is refunded from the suspense book, any other charge at the platform's expense.
 */
function voidAgain(situation: Situation, attempt: KnownAttempt, outcome: Outcome): Decision {
  const isRefused = outcome.status === "error" || outcome.status === "declined";
  if (isRefused && attempt.state === "unknown") return { ...noChange, attempt: { void: "none" } };
  if (isRefused && attempt.state === "approved") {
    const isMicroCharge = situation.isSuccess && attempt.isCurrent;
    const type = isMicroCharge ? "return_requested" : "platform_refund_requested";
    return { session: null, attempt: { void: "refund" }, steps: [{ type }] };
  }
  const next = after(situation.now, waitBefore(attempt.voidAttempts + 1));
  // We gave a dropped charge up without an approval. If the gateway refuses to void it, the charge
  // may have been approved late, and the next inquiry finds out.
  const again = isRefused && attempt.state === "dropped" ? { void: next, inquireAt: next } : { void: next };
  const steps: TimelineStep[] = attempt.voidAttempts === voidAttemptsBeforeAlert ? [{ type: "operator_alerted" }] : [];
  return { session: null, attempt: again, steps };
}
