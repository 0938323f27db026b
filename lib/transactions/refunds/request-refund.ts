import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { selectedInvalid } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import { holdFunds } from "@/lib/ledger/post";
import type { Environment } from "@/lib/reference/platforms";
import { appendEvents } from "@/lib/timeline/store";
import type { requestRefundEndpoint } from "@/lib/transactions/contract";
import { emitPaymentEvent } from "@/lib/transactions/payment-events";
import { amountToRefund } from "./refund-rules";
import { insertRefund, lockPayment } from "./refund-store";

/** Holds the refund's amount on the merchant's balance at once. The worker later sends the refund to the gateway. */
export async function requestRefund(
  caller: Caller,
  environment: Environment,
  transactionId: string,
  { amount: asked, reason }: BodyOf<typeof requestRefundEndpoint>,
) {
  const { accountNumber } = caller;
  return inTransaction(async () => {
    const payment = await lockPayment({ accountNumber, environment }, transactionId);
    if (!payment) throw selectedInvalid("transaction_id");
    const amount = amountToRefund(payment, asked);
    const id = newUlid();
    await holdFunds({ balanceKey: payment.balanceKey, subject: id, amount, for: "refund" });
    await insertRefund({ id, payment, amount, reason: reason ?? null });
    await appendEvents(payment.sessionId, payment.now, [
      { type: "refund_requested", detail: { refund: id, amount: formatMinor(amount) } },
    ]);
    await emitPaymentEvent("payment.refund_requested", payment.sessionId);
    const detail = { environment, refund: id, amount: formatMinor(amount), currency: payment.balanceKey.currency };
    await recordChange(caller, "refund.requested", { subject: transactionId, detail });
    return {
      message: "Refund request successfully created." as const,
      data: { refund_id: id, status: "pending" as const },
    };
  });
}
