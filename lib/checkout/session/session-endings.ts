import { day, hour, minute, second } from "@/lib/kit/clock";
import { expiredCode, gatewayCode, leftCode, takenOverCode } from "@/lib/reference/response-codes";
import type { TimelineStep } from "@/lib/timeline/steps";
import { statusOfCode } from "@/lib/transactions/result";
import type { AttemptChange, Decision, Ending, Situation } from "./session-model";

/** How attempts and sessions end. session-rules.ts and gateway-rules.ts share these functions. */
export const failuresMax = 5;

export const noChange: Decision = { session: null, attempt: null, steps: [] };

export const isExpired = ({ now, expiresAt }: Situation): boolean => now.getTime() >= expiresAt.getTime();
export const after = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds);

/**
 * Handles a failed attempt. The customer returns to the form, unless the session has expired, no attempts are left or
 * the customer has left.
 */
export function failed(situation: Situation, code: string, attempt: AttemptChange): Decision {
  const ending = endingOf(situation);
  const isLast = situation.failures + 1 >= failuresMax || ending !== undefined;
  if (!isLast) return { session: { state: "hosted", isFailure: true, lastCode: code }, attempt, steps: [] };
  // If the last attempt got no answer, the session ends with the answer of an earlier attempt.
  const isUnanswered = ending !== undefined && code === gatewayCode;
  const { session, steps } = finalised(isUnanswered ? (situation.answeredCode ?? code) : code, ending);
  // The sweep records the expiry of a session that waits for an answer. If it has not run yet, this decision records
  // the expiry.
  const isUnrecorded = ending === "expired" && situation.state !== "finalising";
  return {
    session: session && { ...session, isFailure: true, lastCode: code },
    attempt,
    steps: isUnrecorded ? [expiredStep, ...steps] : steps,
  };
}

/**
 * Handles an attempt that certainly charged nothing. If another session took over from its challenge, the payer returns
 * to the form without a failed attempt.
 */
export function uncharged(situation: Situation, attempt: AttemptChange): Decision {
  if (!situation.isTakenOver) return failed(situation, gatewayCode, { ...attempt, code: gatewayCode });
  const ending = endingOf(situation);
  if (ending) return { ...endedBy(ending, situation), attempt };
  return { session: { state: "hosted", lastCode: takenOverCode }, attempt, steps: [] };
}

export const expiredStep: TimelineStep = { type: "expired" };

function endingOf(situation: Situation): Ending | undefined {
  if (situation.isLeaving) return "left";
  return isExpired(situation) ? "expired" : undefined;
}

/**
 * Ends a session that expired or that the customer left. The result is the latest answer of the gateway or bank, if
 * there is one.
 */
export function endedBy(ending: Ending, { answeredCode }: Situation): Decision {
  return finalised(answeredCode ?? (ending === "left" ? leftCode : expiredCode), ending);
}

/**
 * A dropped charge may still arrive at the gateway, so inquiries about it continue. They are frequent while a late
 * arrival is likely, so that the customer's money is returned soon. Later they become rare.
 */
const likelyForMs = 10 * minute;
const likelyEveryMs = 45 * second;
const unlikelyAfterMs = [30 * minute, hour, 6 * hour, day];

export function dropped({ attempt, now }: Situation): AttemptChange {
  return { state: "dropped", inquireAt: attempt ? nextInquiryAt(attempt.calledAt, now) : null };
}

export function nextInquiryAt(calledAt: Date, now: Date): Date | null {
  if (now.getTime() - calledAt.getTime() < likelyForMs) return after(now, likelyEveryMs);
  const moments = unlikelyAfterMs.map((wait) => after(calledAt, wait));
  return moments.find((moment) => moment.getTime() > now.getTime()) ?? null;
}

export function finalised(code: string, ending?: Ending): Decision {
  const status = statusOfCode(code);
  return {
    session: { state: "finalised", result: { status, code, ...(ending && { ending }) } },
    attempt: null,
    steps: [{ type: "finalised", detail: { status, code } }],
  };
}
