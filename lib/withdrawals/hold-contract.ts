import * as z from "zod/mini";
import { perMinute } from "@/lib/http/route/endpoint";
import { line, oneOf, transactionId } from "@/lib/kit/fields";

/** How the owner answers for a withdrawal to a new payee: in the dashboard, or by a link of the mail. */

const done = { status: 200, schema: z.object({ message: z.literal("OK") }) } as const;
const ticketLengthMax = 100;

export const holdAnswers = ["confirm", "refuse"] as const;

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
  // As wherever tickets are tried.
  limit: { ...perMinute(5), failing: "closed" },
  body: z.object({ ticket: line({ max: ticketLengthMax }), answer: oneOf(holdAnswers) }),
  success: done,
} as const;
