import { parseMinor } from "@/lib/kit/money";
import type { chargebackStatuses, PaymentOutcome, refundStatuses } from "@/lib/reference/stored-values";
import { chargebackWords, type DisplayStatus, outcomeWords, partlyRefunded, refundWords } from "./status-words";

/** The facts of an API record that its badge depends on. Refunds are in the record's order, newest first. */
export type BadgeFacts = {
  outcome: PaymentOutcome;
  total: string;
  refunds: readonly { status: (typeof refundStatuses)[number]; total: string }[];
  chargeback: { status: (typeof chargebackStatuses)[number] } | null;
};

/**
 * A payment has one badge. The most urgent fact wins: a chargeback, a refund that is pending or was rejected last, what
 * was refunded, the result.
 */
export function paymentBadge({ outcome, total, refunds, chargeback }: BadgeFacts): DisplayStatus {
  if (chargeback) return chargebackWords[chargeback.status];
  if (refunds.some(({ status }) => status === "pending")) return refundWords.pending;
  if (refunds[0]?.status === "rejected") return refundWords.rejected;
  const refunded = refunds.filter(({ status }) => status === "refunded");
  if (refunded.length === 0) return outcomeWords[outcome];
  const sum = refunded.reduce((soFar, refund) => soFar + (parseMinor(refund.total) ?? 0n), 0n);
  return sum < (parseMinor(total) ?? 0n) ? partlyRefunded : refundWords.refunded;
}
