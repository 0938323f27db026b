import { inTransaction } from "@/lib/db/client";
import type { Outcome } from "@/lib/gateway/port";
import { day, hour, minute } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { payHeld, releaseHeld, returnMicroCharge } from "@/lib/ledger/post";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { mailPayer } from "@/lib/mail/mail-payer";
import { appendEvents } from "@/lib/timeline/store";
import { emitPaymentEvent } from "@/lib/transactions/payment-events";
import { callRefund, drainRefunds } from "./call-refund";
import { alertAfterMs, judgeRefund } from "./refund-rules";
import {
  claimRefunds,
  countRejected,
  type DueRefund,
  endRefund,
  lockRefund,
  postponeRefund,
  voidAfter,
} from "./refund-store";

/** Worker sweep: calls the gateway about due refunds. */
export function processRefunds(): Promise<void> {
  return drainRefunds(claimRefunds, recordOutcome);
}

export const callClaimedRefund = (refund: DueRefund, claimedAt: number): Promise<void> =>
  callRefund(refund, claimedAt, recordOutcome);

async function recordOutcome(refund: DueRefund, outcome: Outcome): Promise<void> {
  const { id, sessionId, calledAt, askedAt, inquiries } = refund;
  await inTransaction(async () => {
    const { status, now } = await lockRefund(id);
    const asked = refund.isFirst ? "refund" : "inquiry";
    const decision = judgeRefund(outcome, { calledAt, askedAt, now, inquiries, asked });
    if (status === "refunded" || status === "rejected") {
      if (decision.result === "refunded" && status === "rejected") await recordContradiction(refund, now);
      return;
    }
    if (decision.result === null) {
      await postponeRefund(id, decision);
      if (now.getTime() - calledAt.getTime() >= alertAfterMs)
        log.error({ refund: id }, "the gateway does not report the outcome of this refund: look into it");
      return;
    }
    await bookEnd(refund, decision.result);
    await endRefund(id, decision.result, now);
    await appendEvents(sessionId, now, [{ type: `refund_${decision.result}`, detail: { refund: id } }]);
    await emitPaymentEvent(decision.result === "refunded" ? "payment.refunded" : "payment.refund_rejected", sessionId);
    await (decision.result === "refunded" ? mailPayer.refund(id) : mailMerchant.refundRejected(id));
  });
}

/** Books the end of a refund on the merchant's balance. Micro-charges were never credited to a balance. */
async function bookEnd(refund: DueRefund, result: "refunded" | "rejected"): Promise<void> {
  const { id, purpose, transactionId, accountNumber, amount } = refund;
  const balanceKey = { accountNumber, environment: refund.environment, currency: refund.currency };
  if (purpose !== "card_create") {
    const hold = { balanceKey, subject: id, amount, for: "refund" } as const;
    await (result === "refunded" ? payHeld(hold) : releaseHeld(hold));
  } else if (result === "refunded") await returnMicroCharge(balanceKey, transactionId, amount);
  else await voidMicroChargeAgain(refund);
}

const voidAgainAfter = [5 * minute, hour, day];

/**
 * The merchant cannot refund a micro-charge. So after a rejected refund, void and refund alternate until the money is
 * returned.
 */
async function voidMicroChargeAgain({ id, sessionId, attemptId }: DueRefund): Promise<void> {
  const rejected = await countRejected(sessionId);
  const wait = voidAgainAfter[rejected] ?? day;
  await voidAfter(attemptId, wait);
  if (rejected >= voidAgainAfter.length - 1)
    log.error({ refund: id }, "the gateway does not return a micro-charge: look into it");
}

/**
 * The gateway carried out a refund after its hold on the balance was released: customer and merchant have the money.
 */
async function recordContradiction({ id, sessionId }: DueRefund, now: Date): Promise<void> {
  await appendEvents(sessionId, now, [{ type: "refund_contradicted", detail: { refund: id } }]);
  log.error({ refund: id }, "the gateway carried out a refund that was recorded as rejected: look into it");
}
