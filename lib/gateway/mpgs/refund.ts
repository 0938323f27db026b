import { declinedCode } from "@/lib/reference/response-codes";
import type { RefundRequest } from "../port";
import { createRefunds, type FoundRefund, type RefundState } from "../records/refunds";
import { loadTerminal } from "../terminals/terminal-store";
import { findMpgsCharge, type MpgsCharge, mpgsRefundStore } from "./charge-store";
import { findGatewayOrder } from "./queries/order";
import { callMpgs, type MpgsAnswer, paymentLimitMs } from "./transport/transport";
import { type GatewayRecord, isAbout, isSameMoney, readRecord } from "./wire/answers";
import { declineCodeOf } from "./wire/codes";
import { refundBody, transactionPath } from "./wire/requests";

/** Refunds at the Mastercard Gateway, which knows each of them by our id. */
export const mpgsRefunds = createRefunds<MpgsCharge>({
  store: mpgsRefundStore,
  findCharge: findMpgsCharge,
  send: sendRefund,
  look: findAtGateway,
  sendLimitMs: paymentLimitMs,
});

async function sendRefund(request: RefundRequest, { attemptId, terminalId }: MpgsCharge, startBy: number) {
  const { credentials } = await loadTerminal(terminalId);
  const path = transactionPath(attemptId, request.refundId);
  const call = { method: "PUT", path, body: refundBody(request), limitMs: paymentLimitMs, startBy } as const;
  return judgeAnswer(request, await callMpgs(credentials, call));
}

const open: RefundState = { kind: "open" };

function judgeAnswer(request: RefundRequest, answer: MpgsAnswer): RefundState | { kind: "unsent" } {
  if (answer.kind === "unsent") return answer;
  // Wrong credentials say nothing about the refund itself.
  if (answer.kind === "refused" && answer.because === "credentials") return { kind: "unsent" };
  if (answer.kind === "refused") return { kind: "declined", code: declinedCode };
  const found = answer.kind === "processed" ? readRecord(answer.body) : null;
  return found ? judgeRecord(request, found) : open;
}

type Sought = Pick<RefundRequest, "refundId" | "attemptId" | "amount" | "currency">;

function judgeRecord(sought: Sought, found: GatewayRecord): RefundState {
  const { result, response, transaction } = found;
  const isOurs = isAbout(found, { orderId: sought.attemptId, transactionId: sought.refundId });
  if (!isOurs || transaction?.type !== "REFUND") return open;
  const { gatewayCode, acquirerCode } = response ?? {};
  const isMade = result === "SUCCESS" && gatewayCode === "APPROVED" && isSameMoney(transaction, sought);
  if (isMade) return { kind: "refunded" };
  const code = result === "FAILURE" ? declineCodeOf({ gatewayCode, acquirerCode, isAuthenticated: false }) : null;
  return code ? { kind: "declined", code } : open;
}

async function findAtGateway(
  charge: MpgsCharge,
  { refundId, amount }: Pick<RefundRequest, "refundId" | "amount">,
): Promise<FoundRefund> {
  const found = await findGatewayOrder(charge, await loadTerminal(charge.terminalId));
  if (found.kind !== "order") return { kind: found.kind === "silent" ? "silent" : "no_order" };
  const member = found.order.transaction.find(({ transaction }) => transaction?.id === refundId);
  const { attemptId, currency } = charge;
  return member ? judgeRecord({ refundId, attemptId, amount, currency }, member) : { kind: "absent" };
}
