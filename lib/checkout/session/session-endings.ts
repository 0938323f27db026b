import { day, hour, minute, second } from "@/lib/kit/clock";
import { expiredCode, gatewayCode, leftCode } from "@/lib/reference/response-codes";
import { statusOfCode } from "@/lib/transactions/result";
import type { AttemptChange, Decision, Ending, Situation, Step } from "./session-model";

/** The ways a try or a session comes to an end, which the customer and the gateway can both bring about. */
export const failuresMax = 5;

export const noChange: Decision = { session: null, attempt: null, steps: [] };

export const isExpired = ({ now, expiresAt }: Situation): boolean => now.getTime() >= expiresAt.getTime();
export const after = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds);

/** Back to the form, unless there is no more time, no more tries, or nobody there. */
export function failed(situation: Situation, code: string, attempt: AttemptChange): Decision {
  const ending = endingOf(situation);
  const isLast = situation.failures + 1 >= failuresMax || ending !== undefined;
  if (!isLast) return { session: { state: "hosted", isFailure: true, lastCode: code }, attempt, steps: [] };
  // An attempt that the gateway never answered does not replace an answer before it.
  const isUnanswered = ending !== undefined && code === gatewayCode;
  const { session, steps } = finalised(isUnanswered ? (situation.answeredCode ?? code) : code, ending);
  // The sweep notes the expiry of a session that waits for an answer; it may not have come by yet.
  const isUnnoted = ending === "expired" && situation.state !== "finalising";
  return {
    session: session && { ...session, isFailure: true, lastCode: code },
    attempt,
    steps: isUnnoted ? [expiredStep, ...steps] : steps,
  };
}

export const expiredStep: Step = { type: "expired" };

function endingOf(situation: Situation): Ending | undefined {
  if (situation.isLeaving) return "left";
  return isExpired(situation) ? "expired" : undefined;
}

/** Ends a session that no attempt decides: from the latest answer of gateway or bank, if there is one. */
export function endedBy(ending: Ending, { answeredCode }: Situation): Decision {
  return finalised(answeredCode ?? (ending === "left" ? leftCode : expiredCode), ending);
}

/**
 * A charge that was given up is looked at again, in case the gateway hears of it after all: often
 * while that is likely, so that nobody's money is held for long, and then ever less.
 */
const likelyForMs = 10 * minute;
const likelyEveryMs = 45 * second;
const unlikelyAfterMs = [30 * minute, hour, 6 * hour, day];

export function dropped({ attempt, now }: Situation): AttemptChange {
  return { state: "dropped", inquireAt: attempt ? nextLook(attempt.calledAt, now) : null };
}

export function nextLook(calledAt: Date, now: Date): Date | null {
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
