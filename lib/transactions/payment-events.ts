import type { EventName } from "@/lib/reference/events";
import { emit } from "@/lib/webhooks/emit";
import { findTransactionOfSession } from "./history/store";
import { toTransactionRecord } from "./record";

export type PaymentEvent = Extract<EventName, `payment.${string}`>;

/**
 * Emits a payment event in the transaction that changed the payment, with the record as the API returns it now.
 * Micro-charges emit card events instead.
 */
export async function emitPaymentEvent(event: PaymentEvent, sessionId: string): Promise<void> {
  const row = await findTransactionOfSession(sessionId);
  if (row.purpose === "card_create") return;
  await emit(row, { event, subject: row.transactionId, data: toTransactionRecord(row) });
}
