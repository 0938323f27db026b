import * as z from "zod/mini";
import { perMinute } from "@/lib/http/message/endpoint";
import { transactionParams } from "@/lib/transactions/contract";

/** The dashboard's form that sends the receipt of a payment to its customer again. */
export const resendReceiptForm = {
  method: "POST",
  path: "/transactions/{transaction_id}/receipt",
  scopes: ["svc-transactions-retrieve"],
  limit: { ...perMinute(10), failing: "closed" },
  params: transactionParams,
  success: {
    status: 200,
    schema: z.object({ message: z.literal("OK"), data: z.object({ recipient: z.string() }) }),
  },
} as const;
