import { isPast, second } from "@/lib/kit/clock";
import type { Outcome } from "../port";
import { loadTerminal, type Terminal } from "../terminals/terminal-store";
import { isTokenUsable, type PowertranzCharge, recordVoid } from "./charge-store";
import { judgeCharge } from "./judge-charge";
import { findGatewayOrder, isAbsence, isVoidedOrder, isVoidInDoubt, queryLagMs } from "./queries/order";
import { callPowertranz, paymentLimitMs } from "./transport/transport";
import { codes, isIssuerCode, readTransaction } from "./wire/answers";

/** The first call is certainly over this long after its start, and its answer is ignored then. */
const saleOverAfterMs = 60 * second;

/**
 * The outcome of a charge. The gateway is asked only if the payment call was sent, because nothing else moves money.
 */
export async function inquireCharge(charge: PowertranzCharge, now: Date): Promise<Outcome> {
  const { voidedAt, declineCode, authentication } = charge;
  if (voidedAt) return { status: "voided" };
  if (declineCode) return { status: "declined", code: declineCode, ...(authentication && { authentication }) };
  return charge.paymentSentAt ? inquirePayment(charge, charge.paymentSentAt, now) : outcomeOfUnpaid(charge, now);
}

function outcomeOfUnpaid(charge: PowertranzCharge, now: Date): Outcome {
  if (isTokenUsable(charge, now)) return { status: "challenge", html: "" };
  const isOver = charge.saleEndedAt !== null || isPast(charge.saleSentAt, saleOverAfterMs, now);
  return { status: isOver ? "not_found" : "unknown" };
}

async function inquirePayment(charge: PowertranzCharge, sentAt: Date, now: Date): Promise<Outcome> {
  const terminal = await loadTerminal(charge.terminalId);
  const path = `Transactions/${charge.transactionIdentifier}`;
  const answer = await callPowertranz(terminal.credentials, { method: "GET", path });
  const found = readTransaction(answer);
  if (found?.TransactionIdentifier && isIssuerCode(found.IsoResponseCode)) {
    const mayBeVoided = charge.approvedAt === null || charge.voidSentAt !== null;
    const isApproved = found.IsoResponseCode === codes.approved;
    const voided = isApproved && mayBeVoided ? await outcomeOfVoid(charge, terminal, now) : null;
    return voided ?? judgeCharge(charge, found, { asked: "inquiry", now });
  }
  const isSure = charge.paymentEndedAt
    ? isPast(charge.paymentEndedAt, queryLagMs, now)
    : isPast(sentAt, paymentLimitMs + queryLagMs, now);
  return isSure && isAbsence(answer) ? { status: "not_found", needsVoid: true } : { status: "unknown" };
}

/** The record of a sale does not say that it was voided, and the answer to an earlier void may have been lost. */
async function outcomeOfVoid(charge: PowertranzCharge, terminal: Terminal, now: Date): Promise<Outcome | null> {
  const found = await findGatewayOrder(charge, terminal);
  if (found.kind === "silent") return { status: "unknown" };
  if (found.kind === "order" && isVoidedOrder(found.order)) {
    await recordVoid(charge.attemptId, now);
    return { status: "voided" };
  }
  return isVoidInDoubt(charge, now) ? { status: "unknown" } : null;
}
