import type { EventName } from "@/lib/reference/events";
import { emit } from "@/lib/webhooks/emit";
import { findTransactionOfSession } from "./history/store";
import { toTransactionRecord } from "./record";

export type PaymentEvent = Extract<EventName, `payment.${string}`>;

/**
 * Tells the merchant what became of a payment, in the transaction in which it did and once it is written: the record is read as
 * the API would now. A micro-charge is no payment; its card is told of.
 */
export async function emitPaymentEvent(event: PaymentEvent, sessionId: string): Promise<void> {
  const row = await findTransactionOfSession(sessionId);
  if (row.purpose === "card_create") return;
  await emit(row, { event, subject: row.transactionId, data: toTransactionRecord(row) });
}
