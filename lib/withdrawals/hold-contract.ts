import * as z from "zod/mini";
import { done, perMinute } from "@/lib/http/message/endpoint";
import { line, oneOf, transactionId } from "@/lib/kit/fields";

/**
 * Forms by which the merchant confirms or refuses a withdrawal to a new payee, in the dashboard or through the mailed
 * link.
 */

const ticketLengthMax = 100;

const holdAnswers = ["confirm", "refuse"] as const;

export const confirmWithdrawalForm = {
  method: "POST",
  path: "/withdrawals/{transaction_id}/confirm",
  limit: perMinute(15),
  params: z.object({ transaction_id: transactionId() }),
  success: done,
} as const;

export const answerWithdrawalForm = {
  method: "POST",
  path: "/dashboard/answer-withdrawal",
  // The same rate limit as for every form that checks a ticket.
  limit: { ...perMinute(5), failing: "closed" },
  body: z.object({ ticket: line({ max: ticketLengthMax }), answer: oneOf(holdAnswers) }),
  success: done,
} as const;
