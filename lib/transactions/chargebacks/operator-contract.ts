import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { oneOf, transactionId } from "@/lib/kit/fields";

/** The dashboard form in which an operator enters the bank's decision about a chargeback. */
export const decideChargebackForm = {
  method: "POST",
  path: "/dashboard/operator/chargeback",
  limit: perMinute(60),
  body: z.object({ transaction_id: transactionId(), outcome: oneOf(["won", "lost"]) }),
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
} as const;
