import { declineOf } from "@/lib/reference/decline-codes";
import type { RefundRequest } from "../port";
import { createRefunds, type FoundRefund, type RefundState } from "../records/refunds";
import { loadTerminal } from "../terminals/terminal-store";
import {
  findPowertranzCharge,
  type PowertranzCharge,
  powertranzRefundStore,
  recordRefundIdentifier,
} from "./charge-store";
import { findGatewayOrder } from "./queries/order";
import { callPowertranz, queryLimitMs } from "./transport/transport";
import { codes, type GatewayOrder, isIssuerCode, readTransaction, transactionTypes } from "./wire/answers";
import { currencyNumbers, withAmount } from "./wire/sale-request";

/** Refunds at PowerTranz, which gives each of them an id of its own. */
export const powertranzRefunds = createRefunds<PowertranzCharge>({
  store: powertranzRefundStore,
  findCharge: findPowertranzCharge,
  send: sendRefund,
  look: findAtGateway,
  sendLimitMs: queryLimitMs,
});

async function sendRefund(
  request: RefundRequest,
  charge: PowertranzCharge,
  startBy: number,
): Promise<RefundState | { kind: "unsent" }> {
  const { credentials } = await loadTerminal(charge.terminalId);
  const body = refundBody(request, charge);
  const answer = await callPowertranz(credentials, { method: "POST", path: "refund", body, startBy });
  if (answer.kind === "unsent") return answer;
  const { Approved, IsoResponseCode: code, TransactionIdentifier: identifier } = readTransaction(answer) ?? {};
  if (Approved === true && code === codes.approved) {
    if (identifier) await recordRefundIdentifier(request.refundId, identifier);
    return { kind: "refunded" };
  }
  return isIssuerCode(code) && !isUnclear(code) ? { kind: "declined", code } : { kind: "open" };
}

/** A duplicate may be an earlier refund that succeeded, and a system error may follow a success: an inquiry decides. */
const isUnclear = (code: string): boolean =>
  [codes.approved, codes.duplicate].some((each) => each === code) ||
  ["issuer_unavailable", "processing_error"].includes(declineOf(code).category);

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

/** The gateway lists all transactions of an order, and the refund carries our id. */
async function findAtGateway(
  charge: PowertranzCharge,
  refund: Pick<RefundRequest, "refundId" | "amount">,
): Promise<FoundRefund> {
  const listed = await findGatewayOrder(charge, await loadTerminal(charge.terminalId));
  if (listed.kind === "order") return findRefund(listed.order, charge, refund);
  return { kind: listed.kind === "silent" ? "silent" : "no_order" };
}

/**
 * Finds a refund by its id and by the refunded total of the order. Some acquirers do not return the id, or do not list
 * refunds. Then the total decides, which works because at most one refund of a charge is open.
 */
function findRefund(
  { Transactions, TotalCreditAmount: total }: GatewayOrder,
  charge: PowertranzCharge,
  refund: Pick<RefundRequest, "refundId" | "amount">,
): FoundRefund {
  const refunds = Transactions.filter(
    ({ TransactionType, IsoResponseCode }) =>
      TransactionType === transactionTypes.refund && IsoResponseCode === codes.approved,
  );
  if (refunds.some(({ ExternalIdentifier }) => ExternalIdentifier === refund.refundId)) return { kind: "refunded" };
  const confirmed = charge.refunds
    .filter(({ status }) => status === "refunded")
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (total === undefined)
    return { kind: refunds.every(({ ExternalIdentifier }) => ExternalIdentifier) ? "absent" : "open" };
  if (total === confirmed) return { kind: "absent" };
  return { kind: total === confirmed + refund.amount ? "refunded" : "open" };
}
