import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { findPayment } from "@/lib/mail/facts-store";
import { receiptOf } from "@/lib/mail/mail-payer";
import { insertMail } from "@/lib/mail/store";
import type { Environment } from "@/lib/reference/platforms";
import { appendEvents, countEvents } from "@/lib/timeline/store";
import { lockPayment } from "@/lib/transactions/refunds/refund-store";

/** Receipts have no limit of the outbox, so this one keeps a customer's inbox from being flooded. */
const resendsMax = 5;

/** Sends the receipt of a payment again, to the address of the checkout only. */
export async function resendReceipt(caller: Caller, environment: Environment, transactionId: string) {
  return inTransaction(async () => {
    const { accountNumber } = caller;
    const payment = await lockPayment({ accountNumber, environment }, transactionId);
    if (!payment) throw selectedInvalid("transaction_id");
    const { sessionId, status, purpose } = payment;
    if (status !== "success" || purpose === "card_create") {
      throw new AppError("invalid", "Only a paid transaction has a receipt.", { refusal: { reason: "not_paid" } });
    }
    if ((await countEvents(sessionId, ["receipt_resent"], resendsMax)) >= resendsMax) {
      throw new AppError("invalid", `The receipt has been resent ${resendsMax} times, which is the limit.`, {
        refusal: { reason: "receipt_limit", values: { max: resendsMax } },
      });
    }
    const receipt = receiptOf(await findPayment(sessionId));
    if (!receipt)
      throw new AppError("invalid", "The customer gave no email address.", {
        refusal: { reason: "receipt_without_email" },
      });
    await insertMail(receipt);
    await appendEvents(sessionId, payment.now, [{ type: "receipt_resent" }]);
    await recordChange(caller, "receipt.resent", { subject: transactionId, detail: { environment } });
    return { message: "OK" as const, data: { recipient: receipt.recipient } };
  });
}
