import * as z from "zod/mini";
import { endpoint, ok, perMinute } from "@/lib/http/message/endpoint";
import { oneOf } from "@/lib/kit/fields";
import { transactionParams, transactionRecord } from "@/lib/transactions/contract";

/** Events that a merchant can trigger on a sandbox payment. */
export const triggers = [
  "payment.chargeback_opened",
  "payment.chargeback_won",
  "payment.chargeback_lost",
  "payment.fraud_confirmed",
  "payment.refunded",
  "payment.refund_rejected",
] as const;

export const triggerEventEndpoint = endpoint({
  name: "triggerEvent",
  method: "POST",
  path: "/sandbox/transactions/{transaction_id}/events",
  summary:
    "Trigger an event. Simulates a chargeback, a confirmed fraud or the end of a refund of a sandbox transaction",
  auth: "any",
  scopes: ["svc-transactions-refund-request"],
  limit: perMinute(15),
  params: transactionParams,
  body: z.object({ event: oneOf(triggers) }),
  success: ok(transactionRecord),
  refusals: {
    forbidden: "The key acts on live, or the balance does not cover the refund.",
    conflict: "The event cannot happen to the transaction in its current state.",
  },
});
