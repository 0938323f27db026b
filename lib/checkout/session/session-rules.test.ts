import { describe, expect, it } from "vitest";
import type { AvsAnswer, Outcome } from "@/lib/gateway/port";
import { day, hour, second } from "@/lib/kit/clock";
import type { SessionState } from "@/lib/reference/stored-values";
import type { AttemptState, SessionEvent, Situation } from "./session-model";
import { decide } from "./session-rules";

const now = new Date("2026-11-15T12:00:00Z");
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const step = (type: string) => expect.objectContaining({ type });
const attemptIn = (state: AttemptState, calledAt: Date = now): NonNullable<Situation["attempt"]> => ({
  state,
  isCurrent: true,
  isVoiding: false,
  isVoidDue: false,
  calledAt,
  requiresAuthentication: false,
  browserSteps: 0,
  inquiries: 0,
  voidAttempts: 0,
});
const needsAuthentication = (state: AttemptState) => ({ ...attemptIn(state), requiresAuthentication: true });
const voiding = { isVoiding: true, isVoidDue: true };
const situationIn = (state: SessionState, more: Partial<Situation> = {}): Situation => ({
  purpose: "payment",
  isSuccess: false,
  isRefunded: false,
  state,
  now,
  expiresAt: at(100 * second),
  failures: 0,
  isLeaving: false,
  avs: false,
  answeredCode: null,
  isTakenOver: false,
  attempt: null,
  ...more,
});
const called = (more: Partial<Situation> = {}) => situationIn("authorising", { attempt: attemptIn("sent"), ...more });
const waiting = (more: Partial<Situation> = {}) =>
  situationIn("finalising", { attempt: attemptIn("unknown"), expiresAt: at(-1), ...more });
const stored = (more: Partial<Situation> = {}) =>
  situationIn("finalised", { purpose: "card_create", isSuccess: true, attempt: attemptIn("approved"), ...more });
const answered = (outcome: Outcome, by: "call" | "inquiry" = "call"): SessionEvent => ({ type: "answer", outcome, by });
const approval = (avs: AvsAnswer = "match"): Outcome => ({ status: "approved", reference: "R1", avs });

describe("session rules:", () => {
  const paid = { state: "finalised", result: { status: "success", code: "00" } };
  const failedWith = (code: string) => ({ state: "finalised", result: { status: "failed", code } });
  const backWith = (lastCode: string) => ({ state: "hosted", isFailure: true, lastCode });
  const gone = { state: "finalised", result: { status: "error", code: "GW" } };

  it.each<[string, Situation, SessionEvent, unknown, unknown]>([
    [
      "a submit calls the gateway",
      situationIn("hosted"),
      { type: "submit" },
      { state: "authorising" },
      { state: "sent" },
    ],
    ["an approval is a success", called(), answered(approval()), paid, { state: "approved" }],
    ["a decline returns to the form", called(), answered({ status: "declined", code: "51" }), backWith("51"), {}],
    [
      "the 5th failure finalises with the last message",
      called({ failures: 4 }),
      answered({ status: "declined", code: "51" }),
      failedWith("51"),
      { state: "declined" },
    ],
    [
      "a challenge is shown",
      called(),
      answered({ status: "challenge", html: "" }),
      { state: "challenged" },
      { state: "challenged", browserSteps: 1, inquireAt: null },
    ],
    [
      "the bank's third page is shown",
      called({ attempt: { ...attemptIn("answering"), browserSteps: 2 } }),
      answered({ status: "challenge", html: "" }),
      { state: "challenged" },
      { state: "challenged", browserSteps: 3 },
    ],
    [
      "a page after one that a process of the previous release showed is the second",
      called({ attempt: attemptIn("answering") }),
      answered({ status: "challenge", html: "" }),
      { state: "challenged" },
      { state: "challenged", browserSteps: 2 },
    ],
    [
      "a fourth page is not shown, and the payer counts as not authenticated",
      called({ attempt: { ...attemptIn("answering"), browserSteps: 3 } }),
      answered({ status: "challenge", html: "" }),
      backWith("3D"),
      { state: "dropped" },
    ],
    [
      "a repeated return from an earlier page changes nothing",
      situationIn("challenged", { attempt: { ...attemptIn("challenged"), browserSteps: 2 } }),
      { type: "challenge_returned", step: 1 },
      null,
      null,
    ],
    [
      "the return from the latest page calls the gateway",
      situationIn("challenged", { attempt: { ...attemptIn("challenged"), browserSteps: 2 } }),
      { type: "challenge_returned", step: 2 },
      { state: "authorising" },
      { state: "answering", isCalled: true },
    ],
    [
      "a return finds the page of a process of the previous release, which does not count",
      situationIn("challenged", { attempt: attemptIn("challenged") }),
      { type: "challenge_returned", step: 1 },
      { state: "authorising" },
      { state: "answering" },
    ],
    [
      "a challenge that comes after expiry is not shown",
      called({ expiresAt: now }),
      answered({ status: "challenge", html: "" }),
      failedWith("EX"),
      { state: "dropped" },
    ],
    [
      "a timeout keeps the session finalising",
      called(),
      answered({ status: "unknown" }),
      { state: "finalising" },
      { state: "unknown" },
    ],
    [
      "expiry waits for the call in flight",
      called({ expiresAt: now }),
      { type: "expire" },
      { state: "finalising" },
      null,
    ],
    [
      "expiry has no effect 1 ms too early",
      situationIn("hosted", { expiresAt: at(1) }),
      { type: "expire" },
      null,
      null,
    ],
    [
      "expiry ends a session without a call in flight",
      situationIn("hosted", { expiresAt: now }),
      { type: "expire" },
      failedWith("EX"),
      null,
    ],
    ["leaving the form ends the session at once", situationIn("hosted"), { type: "leave" }, failedWith("AB"), null],
    [
      "a customer who leaves after a decline is failed with that decline",
      situationIn("hosted", { failures: 1, answeredCode: "51" }),
      { type: "leave" },
      { state: "finalised", result: { status: "failed", code: "51", ending: "left" } },
      null,
    ],
    [
      "a session that expires after a gateway error ends with that error",
      situationIn("hosted", { failures: 1, answeredCode: "ER", expiresAt: now }),
      { type: "expire" },
      { state: "finalised", result: { status: "error", code: "ER", ending: "expired" } },
      null,
    ],
    [
      "leaving during a challenge ends the session with the answer before it",
      situationIn("challenged", { failures: 1, answeredCode: "51", attempt: attemptIn("challenged") }),
      { type: "leave" },
      { state: "finalised", result: { status: "failed", code: "51", ending: "left" } },
      { state: "dropped" },
    ],
    ["leaving during a call waits for its answer", called(), { type: "leave" }, { isLeaving: true }, null],
    [
      "an approval after leaving is a success",
      called({ isLeaving: true }),
      answered(approval()),
      paid,
      { state: "approved" },
    ],
    [
      "not found is not believed before 45 s",
      waiting({ attempt: attemptIn("unknown", at(1 - 45 * second)) }),
      answered({ status: "not_found" }, "inquiry"),
      null,
      { state: "unknown" },
    ],
    [
      "not found is believed at 45 s",
      waiting({ attempt: attemptIn("unknown", at(-45 * second)) }),
      answered({ status: "not_found" }, "inquiry"),
      gone,
      { state: "dropped" },
    ],
    [
      "a charge that is not found after a decline ends an expired session with that decline",
      waiting({ attempt: attemptIn("unknown", at(-45 * second)), failures: 1, answeredCode: "51" }),
      answered({ status: "not_found" }, "inquiry"),
      { state: "finalised", result: { status: "failed", code: "51", ending: "expired" } },
      { state: "dropped", code: "GW" },
    ],
    [
      "a charge that is unknown for 24 h is voided, and becomes an error only after the void",
      waiting({ attempt: attemptIn("unknown", at(-day)) }),
      answered({ status: "unknown" }, "inquiry"),
      null,
      { state: "unknown", void: now },
    ],
    [
      "a charge voided after 24 h is an error",
      waiting({ attempt: { ...attemptIn("unknown", at(-day)), ...voiding } }),
      { type: "void_answer", outcome: { status: "voided" } },
      gone,
      { state: "dropped", void: "done" },
    ],
    [
      "an approval of a charge that is being voided is not a success",
      waiting({ attempt: { ...attemptIn("unknown", at(-day)), ...voiding } }),
      answered(approval(), "inquiry"),
      null,
      {},
    ],
    [
      "an approval after a final failure is voided",
      situationIn("finalised", { attempt: attemptIn("dropped") }),
      answered(approval(), "inquiry"),
      null,
      { state: "approved", void: now },
    ],
    [
      "a wrong address is declined and voided",
      called({ avs: true }),
      answered(approval("street_and_zip_fail")),
      backWith("AV"),
      { state: "approved", void: now },
    ],
    [
      "an address with one wrong part is approved",
      called({ avs: true }),
      answered(approval("zip_fail")),
      paid,
      { state: "approved" },
    ],
    [
      "an unavailable address check is approved",
      called({ avs: true }),
      answered(approval("unavailable")),
      paid,
      { state: "approved" },
    ],
    [
      "without AVS the address is ignored",
      called(),
      answered(approval("street_and_zip_fail")),
      paid,
      { state: "approved" },
    ],
    ...(["sent", "answering", "unknown"] as const).map((state): [string, Situation, SessionEvent, unknown, unknown] => [
      `an unauthenticated approval (${state}) is voided and declined if the guard requires authentication`,
      situationIn(state === "unknown" ? "finalising" : "authorising", { attempt: needsAuthentication(state) }),
      answered(approval(), state === "unknown" ? "inquiry" : "call"),
      backWith("3D"),
      { state: "approved", code: "3D", inquireAt: null, void: now },
    ]),
    [
      "an authenticated approval is a success if the guard requires authentication",
      called({ attempt: needsAuthentication("answering") }),
      answered({ status: "approved", reference: "R1", avs: "match", isAuthenticated: true }),
      paid,
      { state: "approved" },
    ],
    [
      "an inquiry from before the challenge does not end the challenge",
      situationIn("challenged", { attempt: attemptIn("challenged") }),
      answered({ status: "unknown" }, "inquiry"),
      null,
      null,
    ],
    [
      "a deleted stored card ends the session and moves no money",
      situationIn("hosted", { purpose: "card_charge" }),
      { type: "card_unusable", code: "CG" },
      failedWith("CG"),
      null,
    ],
    ["a micro-charge is voided", stored(), { type: "void_micro_charge", because: "verified" }, null, { void: now }],
    [
      "a settled micro-charge is refunded",
      stored({ attempt: { ...attemptIn("approved"), ...voiding } }),
      { type: "void_answer", outcome: { status: "error", reason: "settled" } },
      null,
      { void: "refund" },
    ],
    [
      "a late approval that the gateway does not void is refunded",
      situationIn("finalised", { attempt: { ...attemptIn("approved"), ...voiding } }),
      { type: "void_answer", outcome: { status: "error", reason: "settled" } },
      null,
      { void: "refund" },
    ],
    [
      "a void without an answer is repeated, also for a late approval",
      situationIn("finalised", { attempt: { ...attemptIn("approved"), ...voiding } }),
      { type: "void_answer", outcome: { status: "unknown" } },
      null,
      { void: expect.any(Date) },
    ],
  ])("%s", (_, situation, event, session, attempt) => {
    const decision = decide(situation, event);
    if (session === null) expect(decision.session).toBeNull();
    else expect(decision.session).toMatchObject(session as object);
    if (attempt === null) expect(decision.attempt).toBeNull();
    else expect(decision.attempt).toMatchObject(attempt as object);
  });

  it("the timeline records a late approval and its void", () => {
    const { steps } = decide(situationIn("finalised", { attempt: attemptIn("dropped") }), answered(approval()));
    expect(steps).toEqual([step("gateway_answered"), step("late_approval"), step("void_requested")]);
  });

  it("the timeline records 20 inquiries without an answer, and then only those that change something", () => {
    const stepsAfter = (inquiries: number, outcome: Outcome, calledAt = at(-hour)) => {
      const attempt = { ...attemptIn("unknown", calledAt), inquiries };
      return decide(waiting({ state: "finalising", attempt }), answered(outcome, "inquiry")).steps.map(
        ({ type }) => type,
      );
    };
    expect(stepsAfter(19, { status: "unknown" })).toEqual(["inquired"]);
    expect(stepsAfter(20, { status: "unknown" })).toEqual([]);
    expect(stepsAfter(20, approval())).toEqual(["inquired", "finalised"]);
    expect(stepsAfter(20, { status: "unknown" }, at(-day))).toEqual(["inquired", "operator_alerted", "void_requested"]);
  });

  it("a day without an answer alerts the operator", () => {
    const situation = waiting({ attempt: attemptIn("unknown", at(-day)) });
    const { steps } = decide(situation, answered({ status: "unknown" }, "inquiry"));
    expect(steps).toEqual([step("inquired"), step("operator_alerted"), step("void_requested")]);
  });
});
