import type { Outcome } from "@/lib/gateway/port";
import { day, hour, minute, second } from "@/lib/kit/clock";
import { AppError, invalidField } from "@/lib/kit/errors";
import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Purpose } from "@/lib/reference/purposes";
import type { ChargebackStatus } from "@/lib/transactions/history/store";
import { debited } from "@/lib/transactions/record";
import type { ResultStatus } from "@/lib/transactions/result";

/** Pure rules: what may be refunded, and what the gateway's answers to a refund mean. */

export type Refundable = {
  purpose: Purpose;
  status: ResultStatus | null;
  total: Minor;
  customerFee: Minor;
  /** The sum of all refunds except rejected ones. */
  refunded: Minor;
  hasOpenRefund: boolean;
  chargeback: { status: ChargebackStatus } | null;
};

/** What is left to refund. */
export const restOf = (payment: Refundable): Minor => debited(payment) - payment.refunded;

/** Why nothing can be refunded now, or null. */
export function obstacleToRefund(payment: Refundable): string | null {
  if (payment.purpose === "card_create") return "A test charge is returned by itself.";
  if (payment.status !== "success") return "Only a successful transaction can be refunded.";
  if (payment.hasOpenRefund) return "A refund of this transaction is already open.";
  if (payment.chargeback && payment.chargeback.status !== "won")
    return "The customer's bank has taken this payment back.";
  if (restOf(payment) === 0n) return "The transaction has already been refunded.";
  return null;
}

export function amountToRefund(payment: Refundable, asked: Minor | undefined): Minor {
  const obstacle = obstacleToRefund(payment);
  if (obstacle) throw new AppError("invalid", obstacle);
  const rest = restOf(payment);
  if (asked === 0n) throw invalidField("amount", "must be greater than 0.");
  if (asked !== undefined && asked > rest) {
    throw invalidField("amount", `may not be greater than ${formatMinor(rest)}, which is left to refund.`);
  }
  return asked ?? rest;
}

/** Until then a refund that the gateway does not know may still arrive there. */
const absenceBelievedAfterMs = 45 * second;
/** From then on the operator is alerted. Inquiries continue. */
export const alertAfterMs = day;

/** `askedAt` is when this call or inquiry was made, `now` when its answer came. */
export type SentRefund = {
  calledAt: Date;
  askedAt: Date;
  now: Date;
  inquiries: number;
  asked: "refund" | "inquiry";
};

export type RefundDecision = { result: "refunded" | "rejected" } | { result: null; dueAt: Date };

export function judgeRefund(outcome: Outcome, sent: SentRefund): RefundDecision {
  switch (outcome.status) {
    case "refunded":
      return { result: "refunded" };
    case "declined":
      return { result: "rejected" };
    case "error":
      // For an inquiry, the error concerns the inquiry itself and not the refund.
      return sent.asked === "refund" ? { result: "rejected" } : askAgain(sent);
    case "not_found": {
      // For the refund itself: the charge does not exist. For an inquiry: the refund never arrived, once that is certain.
      const age = sent.askedAt.getTime() - sent.calledAt.getTime();
      const isSure = sent.asked === "refund" || age >= absenceBelievedAfterMs;
      return isSure ? { result: "rejected" } : askAgain(sent);
    }
    case "unknown":
    case "approved":
    case "challenge":
    case "voided":
      return askAgain(sent);
  }
}

const waits = [5 * second, 15 * second, 45 * second, 5 * minute, 30 * minute, hour];

function askAgain({ now, inquiries }: SentRefund): RefundDecision {
  const wait = waits[Math.min(inquiries, waits.length - 1)] ?? hour;
  return { result: null, dueAt: new Date(now.getTime() + wait) };
}
