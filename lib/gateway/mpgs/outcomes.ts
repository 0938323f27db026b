import type { Authentication, Outcome } from "../port";
import type { MpgsAnswer } from "./transport/transport";

export const declined = (code: string, authentication: Authentication | null): Outcome => ({
  status: "declined",
  code,
  ...(authentication && { authentication }),
});

/** Nothing was charged, for a reason that an operator must mend: a request or an answer in an unexpected form. */
export const refusal = (answer: Extract<MpgsAnswer, { kind: "refused" | "processed" }>): Outcome => ({
  status: "error",
  reason:
    answer.kind === "refused"
      ? `The gateway refused the request: ${answer.because}.`
      : "The gateway's answer lacks what the next step needs.",
  alertsOperator: true,
});
