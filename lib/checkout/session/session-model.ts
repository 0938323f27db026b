import type { SessionState } from "@/lib/checkout/vocabulary";
import type { Outcome } from "@/lib/gateway/port";
import type { Purpose } from "@/lib/reference/purposes";
import type { ResultStatus } from "@/lib/transactions/result";

/** What the state machine is told, and what it says. */
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
  /** Finalised, and with success. */
  isSuccess: boolean;
  /** Money of it goes back by a refund, or went. */
  isRefunded: boolean;
  now: Date;
  expiresAt: Date;
  failures: number;
  isLeaving: boolean;
  avs: boolean;
  /** The code of the latest answer that gateway or bank gave in this session, or null. */
  answeredCode: string | null;
  /** The attempt the event is about, and whether the session still waits for that one. */
  attempt: KnownAttempt | null;
};

export type KnownAttempt = {
  state: AttemptState;
  isCurrent: boolean;
  calledAt: Date;
  /** Only an authenticated approval counts (card testing guard). */
  requiresAuthentication: boolean;
  inquiries: number;
  voidTries: number;
  /** Whether it is to be taken back, or was: the call that does so may be on its way. */
  isVoiding: boolean;
  /** Whether it is to be taken back now; it may have been before. */
  isVoidDue: boolean;
};

export type SessionEvent =
  | { type: "submit" }
  | { type: "answer"; outcome: Outcome; by: "call" | "inquiry" }
  | { type: "void_answer"; outcome: Outcome }
  | { type: "challenge_returned" }
  | { type: "challenge_cancelled" }
  | { type: "leave" }
  /** The stored card that was to be charged cannot be any more; the code says why. */
  | { type: "card_unusable"; code: string }
  /** A micro-charge has served its purpose. */
  | { type: "take_back"; because: string }
  | { type: "expire" };

export type Decision = {
  session: SessionChange | null;
  attempt: AttemptChange | null;
  /** Lines for the timeline. */
  steps: Step[];
};

export type SessionChange = {
  state: SessionState;
  isFailure?: true;
  isLeaving?: true;
  lastCode?: string;
  result?: { status: ResultStatus; code: string; ending?: Ending };
};

/** How a session ended that its customer did not finish. */
export type Ending = "left" | "expired";

export type AttemptChange = {
  state?: AttemptState;
  code?: string;
  /** The call that is being made now can move money. */
  isCalled?: true;
  /** When to ask the gateway; null: no more. Left out: as it was. */
  inquireAt?: Date | null;
  /**
   * When to take the charge back; "done": it was; "none": there is nothing to take back after all; "refund": it is
   * settled, and can only be paid back.
   */
  void?: Date | "done" | "none" | "refund";
};

export type Step = { type: StepType; detail?: Record<string, string | number | boolean> };
export type StepType =
  | "request_accepted"
  | "page_opened"
  | "try_started"
  | "try_refused"
  | "order_held"
  | "consent_given"
  | "card_stored"
  | "gateway_called"
  | "gateway_answered"
  | "inquired"
  | "challenge_shown"
  | "challenge_answered"
  | "challenge_cancelled"
  | "left"
  | "expired"
  | "finalised"
  | "redirect_handed_over"
  | "late_approval"
  | "void_requested"
  | "return_requested"
  | "platform_refund_requested"
  | "voided"
  | "operator_alerted"
  | "clock_moved"
  | "simulation_changed";
