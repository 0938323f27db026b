import type { Owner } from "@/lib/http/caller";
import type { EventName } from "@/lib/reference/events";
import { emit } from "@/lib/webhooks/emit";
import { toRecord } from "./record";
import { findTransaction } from "./store";

export type PaymentEvent = Extract<EventName, `payment.${string}`>;

/** Tells the merchant of a payment as it stands in this transaction. */
export async function tellOfPayment(event: PaymentEvent, owner: Owner, transactionId: string): Promise<void> {
  const row = await findTransaction(owner, transactionId);
  if (!row) throw new Error("There is no such transaction.");
  await emit(owner, { event, subject: transactionId, data: toRecord(row) });
}
