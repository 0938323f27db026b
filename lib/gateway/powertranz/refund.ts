import type { Outcome, RefundRequest } from "../port";
import {
  deleteUnsentRefund,
  findPowertranzCharge,
  findPowertranzRefund,
  insertPowertranzRefund,
  type PowertranzCharge,
  recordRefundDeclined,
  recordRefunded,
} from "./charge-store";
import { findGatewayOrder } from "./queries/order";
import { loadTerminal } from "./terminal-store";
import { callPowertranz } from "./transport/transport";
import { codes, type GatewayOrder, isIssuerCode, readTransaction, transactionTypes } from "./wire/answers";
import { currencyNumbers, withAmount } from "./wire/sale-request";

const refused = (reason: string): Outcome => ({ status: "error", reason });
const refunded: Outcome = { status: "refunded" };

/** Refunds a charge in part or in whole. A refund whose answer was lost is never sent again. */
export async function refundCharge(request: RefundRequest, now: Date): Promise<Outcome> {
  const { refundId, attemptId, amount } = request;
  const charge = await findPowertranzCharge(attemptId);
  if (!charge) return { status: "not_found" };
  if (amount <= 0n) return refused("The amount must be positive.");
  if (!(await insertPowertranzRefund(request, now))) return repeatedRefund(request);
  const { credentials } = await loadTerminal(charge.terminalId);
  const answer = await callPowertranz(credentials, {
    method: "POST",
    path: "refund",
    body: refundBody(request, charge),
  });
  if (answer.kind === "unsent") {
    await deleteUnsentRefund(refundId);
    return { status: "unreachable" };
  }
  const made = readTransaction(answer);
  const isoCode = made?.IsoResponseCode;
  if (made?.Approved === true && isoCode === codes.approved) {
    await recordRefunded(refundId, {
      endedAt: now,
      isoCode,
      transactionIdentifier: made.TransactionIdentifier ?? null,
    });
    return refunded;
  }
  // A duplicate may be an earlier refund that succeeded, so the inquiry decides.
  if (!isIssuerCode(isoCode) || isoCode === codes.approved || isoCode === codes.duplicate) return { status: "unknown" };
  await recordRefundDeclined(refundId, { endedAt: now, isoCode });
  return { status: "declined", code: isoCode };
}

function refundBody(
  { refundId, amount, currency }: RefundRequest,
  { transactionIdentifier }: PowertranzCharge,
): string {
  return withAmount(amount, {
    Refund: true,
    TransactionIdentifier: transactionIdentifier,
    CurrencyCode: currencyNumbers[currency],
    ExternalIdentifier: refundId,
  });
}

async function repeatedRefund({ refundId, attemptId, amount }: RefundRequest): Promise<Outcome> {
  const known = await findPowertranzRefund(refundId);
  if (!known) return refused("The charge does not allow this refund.");
  const isSame = known.attemptId === attemptId && known.amount === amount;
  return isSame ? inquireRefund(refundId) : refused("Another refund has this id.");
}

/** The outcome of a refund. The gateway lists all transactions of an order, and the refund carries our id. */
export async function inquireRefund(refundId: string): Promise<Outcome> {
  const refund = await findPowertranzRefund(refundId);
  const charge = refund && (await findPowertranzCharge(refund.attemptId));
  if (!charge) return { status: "not_found" };
  if (refund.status === "refunded") return refunded;
  if (refund.status === "declined") return { status: "declined", code: refund.isoCode ?? "" };
  const listed = await findGatewayOrder(charge, await loadTerminal(charge.terminalId));
  if (listed.kind !== "order") return { status: "unknown" };
  const found = findRefund(listed.order, charge, refund);
  if (found === "refunded") await recordRefunded(refundId, { endedAt: refund.sentAt });
  return { status: found };
}

type KnownRefund = PowertranzCharge["refunds"][number];

/**
 * Finds a refund by its id. Some acquirers do not return the id. Then the refunded total decides, which works because
 * at most one refund of a charge is open.
 */
function findRefund(
  order: GatewayOrder,
  charge: PowertranzCharge,
  refund: KnownRefund,
): "refunded" | "not_found" | "unknown" {
  const refunds = order.Transactions.filter(
    ({ TransactionType, IsoResponseCode }) =>
      TransactionType === transactionTypes.refund && IsoResponseCode === codes.approved,
  );
  if (refunds.some(({ ExternalIdentifier }) => ExternalIdentifier === refund.refundId)) return "refunded";
  if (refunds.every(({ ExternalIdentifier }) => ExternalIdentifier)) return "not_found";
  const confirmed = charge.refunds
    .filter(({ status }) => status === "refunded")
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (order.TotalCreditAmount === confirmed + refund.amount) return "refunded";
  return order.TotalCreditAmount === confirmed ? "not_found" : "unknown";
}
