import { beforeAll, describe, expect, inject, it } from "vitest";
import { type AvsAnswer, browserStepsMax, type Outcome } from "@/lib/gateway/port";
import { day, second } from "@/lib/kit/clock";
import { type SessionState, sessionStates } from "@/lib/reference/stored-values";
import { statusOfCode } from "@/lib/transactions/result";
import { failuresMax } from "./session-endings";
import type { AttemptState, Decision, SessionEvent, Situation } from "./session-model";
import { decide } from "./session-rules";

const now = new Date("2026-11-15T12:00:00Z");
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const attemptStates: AttemptState[] = [
  "sent",
  "challenged",
  "answering",
  "unknown",
  "approved",
  "declined",
  "dropped",
  "refused",
];
const avsAnswers: AvsAnswer[] = ["match", "street_and_zip_fail", "street_fail", "zip_fail", "unavailable"];
/** A decline that only the operator can correct. */
const misconfigured = "03";
const outcomes: Outcome[] = [
  ...avsAnswers.map((avs) => ({ status: "approved", reference: "R1", avs }) as const),
  { status: "approved", reference: "R1", avs: "match", isAuthenticated: true },
  { status: "approved", reference: "R1", avs: "match", unacceptable: "amount" },
  { status: "approved", reference: "R1", avs: "match", unacceptable: "authentication" },
  ...["05", "41", "51", "3D", "ZZ", misconfigured].map((code) => ({ status: "declined", code }) as const),
  { status: "challenge", html: "<!doctype html>" },
  { status: "unknown" },
  { status: "error", reason: "no" },
  { status: "not_found" },
  { status: "not_found", needsVoid: true },
  { status: "unreachable" },
  { status: "voided" },
  { status: "refunded" },
];
const events: SessionEvent[] = [
  { type: "submit" },
  { type: "challenge_returned", step: 1 },
  { type: "challenge_returned", step: browserStepsMax },
  { type: "challenge_cancelled" },
  { type: "challenge_taken_over" },
  { type: "leave" },
  { type: "expire" },
  { type: "card_unusable", code: "CG" },
  { type: "void_micro_charge", because: "verified" },
  ...outcomes.flatMap((outcome): SessionEvent[] => [
    { type: "answer", outcome, by: "call" },
    { type: "answer", outcome, by: "inquiry" },
    { type: "void_answer", outcome },
  ]),
];
const elapsed = [0, 45 * second - 1, 45 * second, day - 1, day];

type Case = { situation: Situation; event: SessionEvent };

/** Every combination of state, attempt, clock, counter limit and flag. */
function* everySituation(): Generator<Situation> {
  for (const state of sessionStates)
    for (const attempt of everyAttempt())
      for (const untilExpiry of [1, 0, -1])
        for (const isLeaving of [false, true])
          for (const failures of [0, failuresMax - 2, failuresMax - 1])
            for (const avs of [false, true])
              for (const isTakenOver of canBeTakenOver(state, attempt) ? [false, true] : [false])
                for (const ending of state === "finalised" ? endings : endings.slice(0, 1)) {
                  const times = { now, expiresAt: at(untilExpiry) };
                  const answeredCode = failures === 0 ? null : "51";
                  const flags = { isLeaving, isTakenOver, avs };
                  yield { ...ending, state, ...times, failures, answeredCode, ...flags, attempt };
                }
}

const canBeTakenOver = (state: SessionState, attempt: Situation["attempt"]): boolean =>
  state === "finalising" && attempt?.isCurrent === true && attempt.state === "unknown";

/**
 * The results of a session to test. The purpose of a session matters only after a success, so all other cases use
 * `payment`.
 */
const endings = [
  { purpose: "payment", isSuccess: false, isRefunded: false },
  { purpose: "payment", isSuccess: true, isRefunded: false },
  { purpose: "card_create", isSuccess: true, isRefunded: false },
  { purpose: "card_create", isSuccess: true, isRefunded: true },
] as const;

const voidings = [
  { isVoiding: false, isVoidDue: false },
  { isVoiding: true, isVoidDue: true },
  { isVoiding: true, isVoidDue: false },
];

function* everyAttempt(): Generator<Situation["attempt"]> {
  yield null;
  // Only unsettled attempts are tested with required authentication, because it matters only while the session waits
  // for an answer.
  for (const state of attemptStates)
    for (const isCurrent of [true, false])
      for (const voiding of voidings)
        for (const since of elapsed)
          for (const requiresAuthentication of since === 0 && !settled.includes(state) ? [false, true] : [false]) {
            // The number of the bank's pages matters only while another one may be shown.
            for (const browserSteps of since === 0 && !settled.includes(state) ? [1, browserStepsMax] : [1]) {
              const counters = { browserSteps, inquiries: 3, voidAttempts: 1 };
              yield { state, isCurrent, ...voiding, calledAt: at(-since), requiresAuthentication, ...counters };
            }
          }
}

/**
 * The allowed transitions between session states. A session repeats its state only to record that the customer wants to
 * leave.
 */
const allowed: Record<SessionState, SessionState[]> = {
  hosted: ["authorising", "finalised"],
  authorising: ["authorising", "challenged", "hosted", "finalising", "finalised"],
  challenged: ["authorising", "hosted", "finalising", "finalised"],
  finalising: ["finalising", "challenged", "hosted", "finalised"],
  finalised: [],
};

/** The possible states of the current attempt, by state of the session. */
const settled: AttemptState[] = ["approved", "declined", "dropped", "refused"];
const possible: Record<SessionState, AttemptState[]> = {
  hosted: settled,
  authorising: ["sent", "answering"],
  challenged: ["challenged"],
  finalising: ["sent", "answering", "unknown"],
  finalised: settled,
};

function isPossible({ state, isSuccess, isLeaving, attempt }: Situation): boolean {
  // `isLeaving` is set only while a gateway call is in flight. In other states, leaving ends the session at once.
  if (isLeaving && (state === "hosted" || state === "challenged")) return false;
  if (isSuccess && (state !== "finalised" || attempt?.state !== "approved")) return false;
  if (!attempt) return state === "hosted" || state === "finalised";
  if (attempt.isVoiding && !["approved", "unknown", "dropped", "declined"].includes(attempt.state)) return false;
  return (attempt.isCurrent ? possible[state] : settled).includes(attempt.state);
}

/** An invariant: returns whether a decision of the state machine is correct in the given case. */
type Rule = (given: Case, decision: Decision) => boolean;
const isAnswer = (event: SessionEvent, ...statuses: Outcome["status"][]) =>
  event.type === "answer" && statuses.includes(event.outcome.status);
const isRefusal = ({ status }: Outcome) => status === "error" || status === "declined";
const isOver = ({ now, expiresAt }: Situation) => now.getTime() >= expiresAt.getTime();
const counts = (decision: Decision, type: string) => decision.steps.filter((step) => step.type === type).length;

/**
 * Whether a gateway answer must change nothing: there is no attempt, or it was already approved, or it never reached
 * the gateway.
 */
const isClosed = ({ attempt }: Situation) => !attempt || attempt.state === "approved" || attempt.state === "refused";

const isUnacceptable = (event: SessionEvent) =>
  event.type === "answer" && event.outcome.status === "approved" && event.outcome.unacceptable !== undefined;

const rules: Record<string, Rule> = {
  "makes only allowed transitions": ({ situation }, { session }) =>
    session === null || allowed[situation.state].includes(session.state),

  "repeats its state only to record that the customer leaves": ({ situation, event }, { session }) =>
    session?.state !== situation.state || (event.type === "leave" && session.isLeaving === true),

  "never changes after it is finalised": ({ situation }, { session, steps }) =>
    situation.state !== "finalised" || (session === null && !steps.some(({ type }) => type === "finalised")),

  "has a result exactly when it is finalised, with one timeline step": (_, decision) => {
    const { session } = decision;
    const isFinal = session?.state === "finalised";
    return (session?.result !== undefined) === isFinal && counts(decision, "finalised") === (isFinal ? 1 : 0);
  },

  "has the status that belongs to its code": (_, { session }) =>
    !session?.result || session.result.status === statusOfCode(session.result.code),

  "has an ending exactly when the customer left or the time is over, and the timeline has it too": (
    { situation, event },
    decision,
  ) => {
    const { result } = decision.session ?? {};
    if (!result || result.status === "success") return result?.ending === undefined;
    if (situation.isLeaving) return result.ending === "left";
    if (event.type === "leave" && !isOver(situation)) return result.ending === "left" && counts(decision, "left") === 1;
    const isNoted = situation.state === "finalising" || counts(decision, "expired") === 1;
    return isOver(situation) ? result.ending === "expired" && isNoted : result.ending === undefined;
  },

  "ends with the latest answer of gateway or bank, if any, when it is left or expires": (
    { situation, event },
    { session },
  ) =>
    !session?.result?.ending ||
    isAnswer(event, "declined", "error", "approved") ||
    event.type === "challenge_cancelled" ||
    (situation.answeredCode === null
      ? ["AB", "EX", "GW", "3D"].includes(session.result.code)
      : [situation.answeredCode, "3D"].includes(session.result.code)),

  "succeeds only by an approval that is not being voided": ({ situation, event }, { session, attempt }) =>
    session?.result?.status !== "success" ||
    (isAnswer(event, "approved") &&
      !isUnacceptable(event) &&
      attempt?.state === "approved" &&
      attempt.void === undefined &&
      situation.attempt?.isVoiding === false),

  "never succeeds unauthenticated if the card testing guard requires authentication": (
    { situation, event },
    { session },
  ) =>
    session?.result?.status !== "success" ||
    situation.attempt?.requiresAuthentication === false ||
    (event.type === "answer" && event.outcome.status === "approved" && event.outcome.isAuthenticated === true),

  "turns every approval into a success or a void": ({ situation, event }, { session, attempt }) =>
    !isAnswer(event, "approved") ||
    isClosed(situation) ||
    session?.result?.status === "success" ||
    attempt?.void instanceof Date ||
    situation.attempt?.isVoiding === true,

  "never treats an unknown outcome as a failure": ({ event }, { session, attempt }) =>
    !(isAnswer(event, "unknown") || (event.type === "void_answer" && event.outcome.status === "unknown")) ||
    ((session === null || (session.state === "finalising" && !session.isFailure)) && attempt?.state !== "declined"),

  "believes that a charge does not exist only 45 s after the call": ({ situation, event }, { session, attempt }) =>
    !isAnswer(event, "not_found") ||
    !situation.attempt ||
    now.getTime() - situation.attempt.calledAt.getTime() >= 45 * second ||
    situation.attempt.state === "dropped" ||
    !situation.attempt.isCurrent ||
    situation.state === "hosted" ||
    situation.state === "finalised" ||
    (session?.isFailure === undefined && session?.result === undefined && attempt?.state !== "dropped"),

  "reports a charge that needs a void as failed only after the void": ({ event }, { session, attempt }) =>
    !(event.type === "answer" && event.outcome.status === "not_found" && event.outcome.needsVoid) ||
    (session?.isFailure === undefined && session?.result === undefined && attempt?.state !== "declined"),

  "calls the gateway only for an attempt or a challenge return in time": ({ situation, event }, { attempt }) =>
    !attempt?.isCalled ||
    (!isOver(situation) &&
      ((event.type === "submit" && situation.state === "hosted") ||
        (event.type === "challenge_returned" && situation.state === "challenged"))),

  "shows a challenge only before expiry, to a customer who has not left": ({ situation }, { session }) =>
    session?.state !== "challenged" ||
    (!isOver(situation) &&
      !situation.isLeaving &&
      ["sent", "answering", "unknown"].includes(situation.attempt?.state ?? "")),

  "sends no browser to more than three pages of the bank, and counts each": ({ situation }, { session, attempt }) =>
    session?.state === "challenged"
      ? attempt?.browserSteps === (situation.attempt?.browserSteps ?? 0) + 1 && attempt.browserSteps <= 3
      : attempt?.browserSteps === undefined,

  "takes only the return from the bank's latest page": ({ situation, event }, { session }) =>
    event.type !== "challenge_returned" || event.step === situation.attempt?.browserSteps || session === null,

  "schedules an inquiry or a void for every unsettled attempt": ({ situation }, { session, attempt }) =>
    !(attempt?.state === "sent" || attempt?.state === "answering" || attempt?.state === "unknown") ||
    (attempt.inquireAt instanceof Date &&
      attempt.inquireAt.getTime() > situation.now.getTime() &&
      session !== undefined),

  "never returns to the form after expiry, the last attempt or leaving": ({ situation }, { session }) =>
    session?.state !== "hosted" ||
    (!isOver(situation) &&
      !situation.isLeaving &&
      (session.isFailure === true
        ? situation.failures + 1 < failuresMax
        : situation.isTakenOver && session.lastCode === "TO")),

  "loses its order only during a challenge that is older than 60 s, and the charge is voided": (
    { situation, event },
    { session, attempt },
  ) =>
    !session?.isTakenOver ||
    (event.type === "challenge_taken_over" &&
      situation.state === "challenged" &&
      now.getTime() - (situation.attempt?.calledAt.getTime() ?? 0) >= 60 * second &&
      attempt?.void instanceof Date),

  "leads only to possible situations": ({ situation, event }, { session, attempt }) => {
    if (event.type === "submit" && session?.state === "authorising") return attempt?.state === "sent";
    const known = situation.attempt && { ...situation.attempt, ...(attempt?.state && { state: attempt.state }) };
    return isPossible({
      ...situation,
      isSuccess: session?.result?.status === "success",
      state: session?.state ?? situation.state,
      attempt: known,
    });
  },

  "forgets no charge with an unknown outcome": ({ situation, event }, { attempt }) =>
    !isAnswer(event, "unknown") ||
    isClosed(situation) ||
    situation.attempt?.state === "declined" ||
    situation.attempt?.state === "challenged" ||
    situation.attempt?.isVoiding === true ||
    attempt?.inquireAt instanceof Date ||
    attempt?.void instanceof Date,

  "alerts the operator once and then voids the charge, unless the merchant account is misconfigured": (
    { situation, event },
    decision,
  ) =>
    counts(decision, "operator_alerted") === 0 ||
    (event.type === "answer" && event.outcome.status === "declined" && event.outcome.code === misconfigured) ||
    (situation.attempt?.isVoiding === false && decision.attempt?.void instanceof Date),

  "ignores the answer to a cancelled void": ({ situation, event }, decision) =>
    event.type !== "void_answer" ||
    situation.attempt?.isVoidDue === true ||
    (decision.session === null && decision.attempt === null && decision.steps.length === 0),

  "repeats a void until the charge is gone or an inquiry decides": ({ situation, event }, { attempt }) =>
    event.type !== "void_answer" ||
    !situation.attempt?.isVoidDue ||
    (event.outcome.status === "voided"
      ? attempt?.void === "done"
      : (event.outcome.status === "not_found" && situation.attempt.state !== "approved") ||
          (isRefusal(event.outcome) && situation.attempt.state === "unknown")
        ? attempt?.void === "none"
        : isRefusal(event.outcome) && situation.attempt.state === "approved"
          ? attempt?.void === "refund"
          : attempt?.void instanceof Date && attempt.void.getTime() > now.getTime()),

  "inquires about a dropped charge whose void is refused": ({ situation, event }, { attempt }) =>
    event.type !== "void_answer" ||
    !situation.attempt?.isVoidDue ||
    situation.attempt.state !== "dropped" ||
    !isRefusal(event.outcome) ||
    attempt?.inquireAt instanceof Date,

  "voids a success only if it is a micro-charge, and only once": ({ situation, event }, { attempt }) =>
    event.type !== "void_micro_charge" ||
    attempt?.void instanceof Date ===
      (situation.purpose === "card_create" &&
        situation.isSuccess &&
        !situation.isRefunded &&
        situation.attempt?.isCurrent === true &&
        !situation.attempt.isVoiding),

  "counts at most one failure, and only with an attempt": ({ situation, event }, { session }) =>
    !session?.isFailure ||
    event.type === "challenge_cancelled" ||
    ((event.type === "answer" || event.type === "void_answer") && situation.attempt?.isCurrent === true),

  "is not changed by the answer to an attempt that is not current": ({ situation, event }, { session }) =>
    !(event.type === "answer" || event.type === "void_answer") || situation.attempt?.isCurrent === true
      ? true
      : session === null,
};

/**
 * Returns the first counterexample of each invariant. One pass without `expect` checks all cases, because an `expect`
 * per case would take minutes.
 */
function firstBreaches(): Map<string, string> {
  const breaches = new Map<string, string>();
  const note = (name: string, given: Case, decision?: Decision) => {
    if (!breaches.has(name)) breaches.set(name, JSON.stringify({ ...given, decision }, null, 1));
  };
  let cases = 0;
  for (const situation of everySituation()) {
    const isReal = isPossible(situation);
    for (const event of events) {
      if (!isReal && ++cases % impossibleStep !== 0) continue;
      const given = { situation, event };
      try {
        const decision = decide(situation, event);
        if (!isReal) continue;
        for (const [name, rule] of entries) if (!rule(given, decision)) note(name, given, decision);
      } catch {
        note(total, given);
      }
    }
  }
  return breaches;
}
const entries = Object.entries(rules);
/** An ordinary run tries each event in every possible situation, and some events in each impossible one. */
const impossibleStep = inject("isDeep") ? 1 : 101;
const total = "has an answer, also where the record itself would be wrong";

describe("for every event in every state, a session", () => {
  let breaches = new Map<string, string>();
  beforeAll(() => {
    breaches = firstBreaches();
  });

  it.each([total, ...Object.keys(rules)])("%s", (name) => {
    expect(breaches.get(name)).toBeUndefined();
  });
});
