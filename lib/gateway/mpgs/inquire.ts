import { isPast, minute, second } from "@/lib/kit/clock";
import type { Outcome } from "../port";
import { loadTerminal } from "../terminals/terminal-store";
import { type MpgsCharge, recordVoid, stepsOf } from "./charge-store";
import { recordPaymentState } from "./judge-charge";
import { declined } from "./outcomes";
import { findState, queryLagMs } from "./queries/order";
import { paymentLimitMs, startWithinMs } from "./transport/transport";

/** This long after the start of the first calls, they are over, and a later answer to them is ignored. */
const saleOverAfterMs = 60 * second;
/** If the gateway itself does not know the outcome of a payment for this long, the payment is voided. */
const undecidedMaxMs = 3 * minute;

const voidFirst = { status: "not_found", needsVoid: true } as const satisfies Outcome;
const unknown: Outcome = { status: "unknown" };

/** The outcome of a charge. The gateway is asked only if the payment was sent, because nothing else moves money. */
export async function inquireCharge(charge: MpgsCharge, now: Date): Promise<Outcome> {
  const { voidedAt, declineCode, authentication } = charge;
  if (voidedAt) return { status: "voided" };
  if (declineCode) return declined(declineCode, authentication);
  return charge.paymentSentAt ? inquirePayment(charge, charge.paymentSentAt, now) : outcomeOfUnpaid(charge, now);
}

/**
 * The outcome of a charge whose payment was never sent. When the payer can no longer complete it, it must be voided:
 * then no process that was paused can send the payment later.
 */
function outcomeOfUnpaid(charge: MpgsCharge, now: Date): Outcome {
  const steps = stepsOf(charge, now);
  if (steps) return { status: "challenge", html: steps.page.html };
  return charge.saleEndedAt !== null || isPast(charge.saleSentAt, saleOverAfterMs, now) ? voidFirst : unknown;
}

async function inquirePayment(charge: MpgsCharge, sentAt: Date, now: Date): Promise<Outcome> {
  const state = await findState(charge, await loadTerminal(charge.terminalId));
  switch (state.kind) {
    case "silent":
      return unknown;
    case "voided":
      await recordVoid(charge.attemptId, now);
      return { status: "voided" };
    case "approved":
      return isVoidInDoubt(charge, now) ? unknown : recordPaymentState(charge, state, now);
    case "declined":
      return recordPaymentState(charge, state, now);
    case "open":
      return isPast(sentAt, undecidedMaxMs, now) ? voidFirst : unknown;
    case "authorised":
      return isCertain(charge, sentAt, now) ? { ...voidFirst, isReserved: true } : unknown;
    case "absent":
      return isCertain(charge, sentAt, now) ? voidFirst : unknown;
  }
}

/** Whether the payment's calls are over, and queries cannot lag behind them any more. */
function isCertain({ paymentEndedAt, needsCapture }: MpgsCharge, sentAt: Date, now: Date): boolean {
  if (paymentEndedAt) return isPast(paymentEndedAt, queryLagMs, now);
  return isPast(sentAt, startWithinMs + (needsCapture ? 2 : 1) * paymentLimitMs + queryLagMs, now);
}

/** Whether a void was sent so recently that the gateway's queries may not show it yet. */
const isVoidInDoubt = ({ voidUnclearAt }: MpgsCharge, now: Date): boolean =>
  voidUnclearAt !== null && !isPast(voidUnclearAt, queryLagMs, now);
