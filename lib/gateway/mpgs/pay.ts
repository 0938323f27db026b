import type { Authentication, Outcome, SessionClock } from "../port";
import type { Credentials } from "../terminals/credentials";
import { loadTerminal } from "../terminals/terminal-store";
import { cancelPayment, claimPayment, findMpgsCharge, type MpgsCharge, updateMpgsCharge } from "./charge-store";
import { judgeCapture, judgePayment, recordPaymentState } from "./judge-charge";
import { refusal } from "./outcomes";
import { forgetProfile } from "./profile";
import { callMpgs, type MpgsAnswer, paymentLimitMs, startWithinMs } from "./transport/transport";
import { type GatewayRecord, readRecord } from "./wire/answers";
import { captureBody, type PayerFacts, paymentBody, transactionIds, transactionPath } from "./wire/requests";

type Payment = {
  attemptId: string;
  sessionId: string;
  /** Null for a card that does not take part in 3DS. */
  authentication: Authentication | null;
  facts: PayerFacts;
};

/**
 * Sends the call that moves money, at most once for each charge. Returns null if it was sent before, or if the charge
 * was voided in the meantime.
 */
export async function pay(payment: Payment, { timeOf }: SessionClock): Promise<Outcome | null> {
  const { attemptId, authentication } = payment;
  const charge = await findMpgsCharge(attemptId);
  if (!charge) return { status: "not_found" };
  const { credentials } = await loadTerminal(charge.terminalId);
  const startBy = performance.now() + startWithinMs;
  if (!(await claimPayment(attemptId, authentication, await timeOf(attemptId)))) return null;
  const answer = await sendPayment({ charge, payment, credentials }, startBy);
  if (answer.kind === "unsent" || answer.kind === "refused") {
    await cancelPayment(attemptId, await timeOf(attemptId));
    if (answer.kind === "unsent") return { status: "unreachable" };
    // The bank may have changed what the merchant account may do.
    forgetProfile(credentials);
    return refusal(answer);
  }
  const record = answer.kind === "processed" ? readRecord(answer.body) : null;
  const paid = record && judgePayment({ ...charge, authentication }, record);
  const isAuthorised = paid?.kind === "authorised" && paid.isAsRequested;
  if (isAuthorised) await updateMpgsCharge(attemptId, { captureSentAt: await timeOf(attemptId) });
  const captured = isAuthorised
    ? await capture({ charge, credentials, authorisation: paid.record }, startBy + paymentLimitMs)
    : paid;
  const now = await timeOf(attemptId);
  await updateMpgsCharge(attemptId, { paymentEndedAt: now });
  // An inquiry decides about an approval of another amount, in case only the echo is wrong.
  const isFinal = captured?.kind === "declined" || (captured?.kind === "approved" && captured.isAsRequested);
  return isFinal ? recordPaymentState({ ...charge, authentication }, captured, now) : { status: "unknown" };
}

type Sending = { charge: MpgsCharge; payment: Payment; credentials: Credentials };

function sendPayment({ charge, payment, credentials }: Sending, startBy: number): Promise<MpgsAnswer> {
  const { attemptId, amount, currency, needsCapture } = charge;
  const { sessionId, authentication, facts } = payment;
  const body = paymentBody({
    sessionId,
    isAuthenticated: authentication !== null,
    needsCapture,
    facts,
    amount,
    currency,
  });
  const path = transactionPath(attemptId, transactionIds.payment);
  return callMpgs(credentials, { method: "PUT", path, body, limitMs: paymentLimitMs, startBy });
}

type Capture = { charge: MpgsCharge; credentials: Credentials; authorisation: GatewayRecord };

/** Takes the money that was authorised. Without a clear answer, an inquiry decides. */
async function capture({ charge, credentials, authorisation }: Capture, startBy: number) {
  const { attemptId } = charge;
  const path = transactionPath(attemptId, transactionIds.capture);
  const body = captureBody(charge);
  const answer = await callMpgs(credentials, { method: "PUT", path, body, limitMs: paymentLimitMs, startBy });
  const record = answer.kind === "processed" ? readRecord(answer.body) : null;
  return record && judgeCapture(charge, record, authorisation);
}
