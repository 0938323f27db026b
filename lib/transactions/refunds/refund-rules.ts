import type { Outcome } from "@/lib/gateway/port";
import { day, hour, minute, second } from "@/lib/kit/clock";
import { AppError, invalidField } from "@/lib/kit/errors";
import { formatMinor, type Minor, minMinor } from "@/lib/kit/money";
import type { Reason } from "@/lib/kit/problems";
import type { Purpose } from "@/lib/reference/purposes";
import type { ChargebackStatus } from "@/lib/transactions/history/store";
import { debited } from "@/lib/transactions/record";
import type { ResultStatus } from "@/lib/transactions/result";

/** Pure rules: which payments can be refunded, and how the gateway's answers to a refund are interpreted. */

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

/** A payment of which a refund is asked. `refundCount` counts all requests so far, rejected ones included. */
export type PaymentToRefund = Refundable & { refundCount: number };

/** The maximum number of refunds per payment, rejected ones included. Each one stays in the record and timeline. */
const refundsMax = 100;

/** Why a payment cannot be refunded: the messages of the API. */
const obstacles = {
  test_charge: "A test charge is returned by itself.",
  not_paid: "Only a successful transaction can be refunded.",
  refunds_max: `${refundsMax} refunds of this transaction were requested already, which is the limit.`,
  refund_open: "A refund of this transaction is already open.",
  taken_back_by_bank: "The customer's bank has taken this payment back.",
  refunded: "The transaction has already been refunded.",
} as const satisfies Partial<Record<Reason, string>>;

type Obstacle = keyof typeof obstacles;

/** The amount of a payment that is not refunded yet. */
export const restOf = (payment: Refundable): Minor => debited(payment) - payment.refunded;

function obstacleOf(payment: PaymentToRefund): Obstacle | null {
  if (payment.purpose === "card_create") return "test_charge";
  if (payment.status !== "success") return "not_paid";
  if (payment.refundCount >= refundsMax) return "refunds_max";
  if (payment.hasOpenRefund) return "refund_open";
  if (payment.chargeback && payment.chargeback.status !== "won") return "taken_back_by_bank";
  if (restOf(payment) === 0n) return "refunded";
  return null;
}

/** Returns the reason why a payment cannot be refunded now, or null if it can. The balance is checked later. */
export function obstacleToRefund(payment: PaymentToRefund): string | null {
  const obstacle = obstacleOf(payment);
  return obstacle && obstacles[obstacle];
}

/** How much of a payment the merchant can refund now, and what is left for later: a refund comes from the balance. */
export function refundableNow(payment: PaymentToRefund, available: Minor) {
  const rest = restOf(payment);
  const amount = minMinor(rest, available);
  const obstacle = obstacleOf(payment) ?? (amount === 0n ? ("insufficient_funds" as const) : null);
  return { rest, amount, later: rest - amount, obstacle };
}

export function amountToRefund(payment: PaymentToRefund, asked: Minor | undefined): Minor {
  const obstacle = obstacleOf(payment);
  if (obstacle) throw new AppError("invalid", obstacles[obstacle], { refusal: { reason: obstacle } });
  const rest = restOf(payment);
  if (asked === 0n) throw invalidField("amount", "must be greater than 0.", { rule: "amount" });
  if (asked !== undefined && asked > rest) {
    const max = formatMinor(rest);
    const problem = { rule: "at_most", values: { max } } as const;
    throw invalidField("amount", `may not be greater than ${max}, which is left to refund.`, problem);
  }
  return asked ?? rest;
}

/** If the gateway does not know a refund, the request may still arrive there within this time. */
const absenceBelievedAfterMs = 45 * second;
/** The operator is alerted if a refund has no outcome after this time. Inquiries continue. */
export const alertAfterMs = day;

/** A refund sent to the gateway. `askedAt` is the time of this call or inquiry, `now` the time of its answer. */
export type SentRefund = {
  calledAt: Date;
  askedAt: Date;
  now: Date;
  inquiries: number;
  asked: "refund" | "inquiry";
};

/** A refund without an outcome yet. If it `isUnsent`, it never reached the gateway and may be sent again. */
export type PostponedRefund = { dueAt: Date; isUnsent?: true };

export type RefundDecision = { result: "refunded" | "rejected" } | ({ result: null } & PostponedRefund);

export function judgeRefund(outcome: Outcome, sent: SentRefund): RefundDecision {
  switch (outcome.status) {
    case "refunded":
      return { result: "refunded" };
    case "declined":
      return { result: "rejected" };
    case "error":
      // An error in answer to an inquiry says nothing about the refund itself, so the inquiry is repeated.
      return sent.asked === "refund" ? { result: "rejected" } : askAgain(sent);
    case "not_found": {
      // In answer to a refund: the charge does not exist. In answer to an inquiry: the refund has not arrived, but it
      // may still do so for a while.
      const age = sent.askedAt.getTime() - sent.calledAt.getTime();
      const isSure = sent.asked === "refund" || age >= absenceBelievedAfterMs;
      return isSure ? { result: "rejected" } : askAgain(sent);
    }
    case "unreachable":
      return { result: null, dueAt: new Date(sent.now.getTime() + resendAfterMs), isUnsent: true };
    case "unknown":
    case "approved":
    case "challenge":
    case "voided":
      return askAgain(sent);
  }
}

const resendAfterMs = 15 * second;
const waits = [5 * second, 15 * second, 45 * second, 5 * minute, 30 * minute, hour];

function askAgain({ now, inquiries }: SentRefund): RefundDecision {
  const wait = waits[Math.min(inquiries, waits.length - 1)] ?? hour;
  return { result: null, dueAt: new Date(now.getTime() + wait) };
}
