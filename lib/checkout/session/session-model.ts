import type { SessionState } from "@/lib/checkout/vocabulary";
import type { Outcome } from "@/lib/gateway/port";
import type { Purpose } from "@/lib/reference/purposes";
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
  /** Finalised with success. */
  isSuccess: boolean;
  /** A refund was requested or made. */
  isRefunded: boolean;
  now: Date;
  expiresAt: Date;
  failures: number;
  isLeaving: boolean;
  avs: boolean;
  /** The code of the latest answer of gateway or bank in this session, or null. */
  answeredCode: string | null;
  /** The attempt that the event is about, which need not be the current one. */
  attempt: KnownAttempt | null;
};

export type KnownAttempt = {
  state: AttemptState;
  isCurrent: boolean;
  calledAt: Date;
  /** Only an authenticated approval counts (card testing guard). */
  requiresAuthentication: boolean;
  inquiries: number;
  voidAttempts: number;
  /** A void is due or was made; its call may be in flight. */
  isVoiding: boolean;
  /** A void is due, perhaps again. */
  isVoidDue: boolean;
};

export type SessionEvent =
  | { type: "submit" }
  | { type: "answer"; outcome: Outcome; by: "call" | "inquiry" }
  | { type: "void_answer"; outcome: Outcome }
  | { type: "challenge_returned" }
  | { type: "challenge_cancelled" }
  | { type: "leave" }
  /** The stored card cannot be charged any more; `code` says why. */
  | { type: "card_unusable"; code: string }
  /** The card was verified or closed, so its micro-charge is returned. */
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
  lastCode?: string;
  result?: { status: ResultStatus; code: string; ending?: Ending };
};

/** How a session ended that the customer did not complete. */
export type Ending = "left" | "expired";

export type AttemptChange = {
  state?: AttemptState;
  code?: string;
  /** A call that can move money starts now. */
  isCalled?: true;
  /** When to inquire next. Null: never again. Omitted: unchanged. */
  inquireAt?: Date | null;
  /** When to void the charge. "done": voided. "none": nothing to void after all. "refund": settled, refund it instead. */
  void?: Date | "done" | "none" | "refund";
};
