import type { Outcome } from "@/lib/gateway/port";
import type { Purpose } from "@/lib/reference/purposes";
import type { SessionState } from "@/lib/reference/stored-values";
import type { TimelineStep } from "@/lib/timeline/steps";
import type { ResultStatus } from "@/lib/transactions/result";

/** The input and output of the state machine in session-rules.ts. */
export type AttemptState =
  | "sent"
  | "challenged"
  | "answering"
  | "unknown"
  | "approved"
  | "declined"
  | "dropped"
  | "refused";

export type Situation = {
  purpose: Purpose;
  state: SessionState;
  /** The session was finalised with success. */
  isSuccess: boolean;
  /** A refund of the payment was requested or made. */
  isRefunded: boolean;
  now: Date;
  expiresAt: Date;
  failures: number;
  isLeaving: boolean;
  avs: boolean;
  /** The code of the latest answer of gateway or bank in this session, or null. */
  answeredCode: string | null;
  /** Another session of the order has taken over from the challenge of this attempt. */
  isTakenOver: boolean;
  /** The attempt that the event concerns. It need not be the session's current attempt. */
  attempt: KnownAttempt | null;
};

export type KnownAttempt = {
  state: AttemptState;
  isCurrent: boolean;
  calledAt: Date;
  /** The card testing guard requires 3DS. An approval without authentication counts as a decline. */
  requiresAuthentication: boolean;
  /** How many pages of the bank the payer's browser was sent to. */
  browserSteps: number;
  inquiries: number;
  voidAttempts: number;
  /** A void of the charge is due or was made. The gateway call for it may be in flight. */
  isVoiding: boolean;
  /** A void of the charge is due, for the first time or as a retry. */
  isVoidDue: boolean;
};

export type SessionEvent =
  | { type: "submit" }
  | { type: "answer"; outcome: Outcome; by: "call" | "inquiry" }
  | { type: "void_answer"; outcome: Outcome }
  /** The browser returned from the bank's first page, or a later one. */
  | { type: "challenge_returned"; step: number }
  | { type: "challenge_cancelled" }
  /** The payer of another session of the same order pressed Pay. */
  | { type: "challenge_taken_over" }
  | { type: "leave" }
  /** The stored card cannot be charged any more; `code` says why. */
  | { type: "card_unusable"; code: string }
  /** The stored card was verified, closed or deleted, so its micro-charge is voided. */
  | { type: "void_micro_charge"; because: string }
  | { type: "expire" };

export type Decision = {
  session: SessionChange | null;
  attempt: AttemptChange | null;
  steps: TimelineStep[];
};

export type SessionChange = {
  state: SessionState;
  isFailure?: true;
  isLeaving?: true;
  isTakenOver?: true;
  lastCode?: string;
  result?: { status: ResultStatus; code: string; ending?: Ending };
};

/** How a session ended if the customer did not complete it. */
export type Ending = "left" | "expired";

export type AttemptChange = {
  state?: AttemptState;
  code?: string;
  browserSteps?: number;
  /** A gateway call that can move money starts now. */
  isCalled?: true;
  /** The time of the next inquiry. Null stops inquiries, and an omitted value leaves the time unchanged. */
  inquireAt?: Date | null;
  /**
   * The time at which to void the charge, or how the void ended: "done" if the charge was voided, "none" if there is
   * nothing to void, "refund" if the charge is settled and must be refunded.
   */
  void?: Date | "done" | "none" | "refund";
};
