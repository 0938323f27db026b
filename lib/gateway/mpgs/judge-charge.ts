import type { Outcome } from "../port";
import { type MpgsCharge, updateMpgsCharge } from "./charge-store";
import { declined } from "./outcomes";
import { type GatewayOrder, type GatewayRecord, isAbout, isSameMoney } from "./wire/answers";
import { avsAnswerOf, declineCodeOf, waitingApprovals } from "./wire/codes";
import { transactionIds } from "./wire/requests";

/** What the gateway's record of a payment means. A record that does not fit the charge decides nothing. */
export type PaymentState =
  | { kind: "approved"; isAsRequested: boolean; record: GatewayRecord }
  /** Money is reserved on the card. A capture must follow if it is the right amount. */
  | { kind: "authorised"; isAsRequested: boolean; record: GatewayRecord }
  | { kind: "declined"; code: string; gatewayCode: string }
  | { kind: "open" };

const open: PaymentState = { kind: "open" };

/** `order` is what the gateway says about the whole order now. The record may have an older copy of it. */
export function judgePayment(charge: MpgsCharge, record: GatewayRecord, order = record.order): PaymentState {
  if (!isAbout(record, { orderId: charge.attemptId, transactionId: transactionIds.payment })) return open;
  const { result, response, transaction } = record;
  const { gatewayCode = "", acquirerCode } = response ?? {};
  if (result === "FAILURE") {
    const code = declineCodeOf({ gatewayCode, acquirerCode, isAuthenticated: charge.authentication?.status === "Y" });
    return code ? { kind: "declined", code, gatewayCode } : open;
  }
  const { needsCapture } = charge;
  if (result !== "SUCCESS" || transaction?.type !== (needsCapture ? "AUTHORIZATION" : "PAYMENT")) return open;
  const isPartial = gatewayCode === "PARTIALLY_APPROVED";
  const isWaiting = waitingApprovals.includes(gatewayCode) && order?.status !== "CAPTURED";
  if (isWaiting || !(isPartial || gatewayCode === "APPROVED" || waitingApprovals.includes(gatewayCode))) return open;
  const isSame = !isPartial && isSameMoney(transaction, charge);
  if (needsCapture) return { kind: "authorised", isAsRequested: isSame, record };
  const captured = order?.totalCapturedAmount ?? charge.amount;
  return { kind: "approved", isAsRequested: isSame && captured === charge.amount, record };
}

/** The check of the address is in the answer to the authorisation. */
export function judgeCapture(charge: MpgsCharge, record: GatewayRecord, authorisation: GatewayRecord): PaymentState {
  const isOurs = isAbout(record, { orderId: charge.attemptId, transactionId: transactionIds.capture });
  const { result, response, transaction } = record;
  const isApproved = result === "SUCCESS" && response?.gatewayCode === "APPROVED" && transaction?.type === "CAPTURE";
  if (!isOurs || !isApproved) return open;
  const checked = { ...record, response: { ...response, ...authorisation.response } };
  return { kind: "approved", isAsRequested: isSameMoney(transaction, charge), record: checked };
}

/** Records a final decision and returns its outcome. */
export async function recordPaymentState(
  charge: MpgsCharge,
  decision: Extract<PaymentState, { kind: "approved" | "declined" }>,
  now: Date,
): Promise<Outcome> {
  const { attemptId, authentication } = charge;
  if (decision.kind === "declined") {
    const { code, gatewayCode } = decision;
    await updateMpgsCharge(attemptId, { declineCode: code, gatewayCode });
    return declined(code, authentication);
  }
  const { response, transaction } = decision.record;
  const avsCode = response?.cardholderVerification?.avs?.gatewayCode ?? charge.avsCode;
  const receipt = transaction?.receipt ?? charge.receipt;
  const approvedAt = charge.approvedAt ?? now;
  await updateMpgsCharge(attemptId, { approvedAt, receipt, avsCode, gatewayCode: response?.gatewayCode ?? null });
  return {
    status: "approved",
    reference: receipt ?? transaction?.authorizationCode ?? attemptId,
    avs: avsAnswerOf(avsCode),
    ...(authentication?.status === "Y" && { isAuthenticated: true as const }),
    ...(authentication && { authentication }),
    ...(!decision.isAsRequested && { unacceptable: "amount" as const }),
  };
}

/** What became of a charge, by all transactions of its order. */
export type ChargeState = PaymentState | { kind: "absent" } | { kind: "voided" };

/** The void of a refund is not one of the charge. */
const voidTypes: readonly string[] = ["VOID_PAYMENT", "VOID_CAPTURE", "VOID_AUTHORIZATION"];

export function stateOf(charge: MpgsCharge, order: GatewayOrder): ChargeState {
  const find = (id: string) => order.transaction.find(({ transaction }) => transaction?.id === id);
  const voids = order.transaction.filter(
    ({ result, transaction }) => result === "SUCCESS" && voidTypes.includes(transaction?.type ?? ""),
  );
  // After the void of a capture, the authorisation still holds the payer's money.
  const isReleased = voids.some(({ transaction }) => !charge.needsCapture || transaction?.type !== "VOID_CAPTURE");
  if (order.status === "CANCELLED" || isReleased) return { kind: "voided" };
  const payment = find(transactionIds.payment);
  if (!payment) return { kind: "absent" };
  const paid = judgePayment(charge, payment, order);
  if (paid.kind !== "authorised") return paid;
  const capture = find(transactionIds.capture);
  const captured = capture && voids.length === 0 ? judgeCapture(charge, capture, payment) : open;
  return captured.kind === "approved" ? captured : paid;
}
