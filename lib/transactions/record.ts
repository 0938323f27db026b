import type { AnswerOf } from "@/lib/http/message/endpoint";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { knownAvsAnswer } from "@/lib/reference/avs";
import type { Environment } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import type { refundStatuses, transactionStatuses } from "@/lib/reference/stored-values";
import type { retrieveTransactionEndpoint } from "./contract";
import type { ChargebackRow, RefundRow, TransactionRow } from "./history/store";
import { messageOf, type ResultStatus } from "./result";

type Status = (typeof transactionStatuses)[number];

const descriptions: Readonly<Record<Status, string>> = {
  success: "The payment was made.",
  failed: "The payment was not made.",
  error: "The payment could not be carried out.",
  incomplete: "The payment is not complete yet.",
};

const endingDescriptions: Readonly<Record<NonNullable<TransactionRow["ending"]>, string>> = {
  left: "The customer left the checkout.",
  expired: "The session expired.",
};

/** Stands for the amount of a micro-charge that must not be known. */
export const hiddenAmount = "*.**";

type Shown = {
  purpose: Purpose;
  environment: Environment;
  status: ResultStatus | null;
  createdCard: { closedAt: Date | null } | null;
};

/**
 * Customers verify a card by its micro-charge's amount. So in live it is hidden until the card is verified or closed.
 */
function shownAmount({ purpose, environment, status, createdCard }: Shown, amount: Minor): string {
  const isSecret = purpose === "card_create" && environment === "live";
  const isClosed = createdCard ? createdCard.closedAt !== null : status !== null;
  return isSecret && !isClosed ? hiddenAmount : formatMinor(amount);
}

type Amounts = { status: ResultStatus | null; total: Minor; customerFee: Minor };

/** The amount debited from the customer: total plus fee for a successful payment, 0 for any other. */
export const debited = ({ status, total, customerFee }: Amounts): Minor =>
  status === "success" ? total + customerFee : 0n;

const credited = ({ status, total, merchantFee, purpose }: TransactionRow): Minor =>
  status === "success" && purpose !== "card_create" ? total - merchantFee : 0n;

export function toTransactionRecord(row: TransactionRow): AnswerOf<typeof retrieveTransactionEndpoint>["data"] {
  const status = row.status ?? "incomplete";
  const refunds = row.refunds.map(toRefund);
  return {
    transaction_id: row.transactionId,
    status,
    status_desc: row.ending ? endingDescriptions[row.ending] : descriptions[status],
    message: row.code === null ? descriptions.incomplete : messageOf(row.code),
    order_id: row.orderId,
    payment_link_id: row.paymentLinkId,
    ...(row.quantity !== null && { quantity: row.quantity }),
    origin: row.origin,
    environment: row.environment,
    method: row.method,
    currency: row.currency,
    type: row.purpose,
    total: shownAmount(row, debited(row)),
    original_total: shownAmount(row, row.total),
    fee: formatMinor(row.customerFee + row.merchantFee),
    total_credited: formatMinor(credited(row)),
    fee_structure: row.feeStructure,
    card: row.card,
    card_type: row.cardNetwork ?? row.cardType,
    customer_name: joined(" ", row.firstName, row.lastName),
    customer_email: row.email,
    customer_phone: row.phone,
    customer_address: joined(", ", row.address1, row.address2, row.city, row.region, row.zipcode, row.country),
    data: row.data,
    date: row.acceptedAt.toISOString(),
    refund: refunds[0] ?? null,
    refunds,
    chargeback: row.chargeback && toChargeback(row.chargeback),
    fraud_confirmed_at: row.fraudConfirmedAt?.toISOString() ?? null,
    avs: row.avs ? knownAvsAnswer(row.attempts[0]?.avs) : null,
    reference: row.reference,
  };
}

const refundStatusOf: Readonly<Record<RefundRow["status"], (typeof refundStatuses)[number]>> = {
  requested: "pending",
  sent: "pending",
  refunded: "refunded",
  rejected: "rejected",
};

export const isOpen = (status: RefundRow["status"]): boolean => refundStatusOf[status] === "pending";

function toRefund({ id, status, amount, requestedAt }: RefundRow) {
  return {
    refund_id: id,
    status: refundStatusOf[status],
    total: formatMinor(amount),
    date: requestedAt.toISOString(),
  };
}

const toChargeback = ({ status, amount, openedAt }: ChargebackRow) => ({
  status,
  total: formatMinor(amount),
  date: openedAt.toISOString(),
});

function joined(by: string, ...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(by) || null;
}
