import { emitCardEvent } from "@/lib/cards/card-events";
import { changeTotal, findApproved, insertTrustedCard } from "@/lib/cards/card-store";
import { newMicroCharge } from "@/lib/cards/micro-charge";
import { hour, later, now } from "@/lib/kit/clock";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { creditPayment, returnLateCharge, returnMicroCharge, takeMicroCharge } from "@/lib/ledger/post";
import { mailPayer } from "@/lib/mail/mail-payer";
import { emitPaymentEvent } from "@/lib/transactions/payment-events";
import { refundLateCharge } from "@/lib/transactions/refunds/process-platform-refunds";
import { insertRefund } from "@/lib/transactions/refunds/refund-store";
import { shredCard } from "@/lib/vault/cards";
import type { AttemptChange, AttemptState, Decision, SessionChange } from "./session-model";
import { findAttempt, type LockedSession } from "./store";

/**
 * What a step of a session brings about beside its own rows, in the very transaction of the step: there is no
 * payment that the merchant is not credited for, and no number that waits in the vault for nothing.
 */
export async function applyEffects(locked: LockedSession, { session, attempt }: Decision): Promise<void> {
  if (attempt && !isStanding(locked)) await settleLateCharge(locked, attempt);
  const isSuccess = session?.result?.status === "success";
  if (locked.situation.purpose !== "card_create") {
    if (isSuccess) await creditMerchant(locked);
    await tellResult(locked, session);
    return;
  }
  if (isSuccess) await storeCard(locked);
  else if (locked.attemptId && attempt?.state && isFinal(attempt.state)) {
    await shredCard(locked.attemptId, locked.situation.now);
  }
  // Each try is charged another amount: whoever saw that of one knows nothing about the next.
  if (session?.isFailure && session.state === "hosted") await changeTotal(locked.id, newMicroCharge());
  if (attempt?.void === "done" && isStanding(locked)) await bookReturn(locked);
  if (attempt?.void === "refund" && isStanding(locked)) await payBack(locked);
}

/** A charge that pays for nothing and could not be voided is refunded at the platform's expense. */
async function settleLateCharge({ id, attemptId, purse, situation }: LockedSession, { void: end }: AttemptChange) {
  if (end !== "refund" && end !== "done") return;
  const attempt = attemptId && (await findAttempt(attemptId));
  if (!attempt) return;
  const { amount } = attempt;
  // A void may succeed after an earlier one was refused and the charge was booked.
  if (end === "done") await returnLateCharge(purse, attempt.id, amount);
  else await refundLateCharge({ sessionId: id, attemptId: attempt.id, purse, amount, now: situation.now });
}

/** Where a session has just got its result: merchants hear of it even if the customer never comes back to the shop. */
export async function tellResult({ id }: LockedSession, change: SessionChange | null): Promise<void> {
  if (change?.result) await emitPaymentEvent(`payment.${change.result.status}`, id);
}

async function creditMerchant(paid: LockedSession): Promise<void> {
  const { id, transactionId, total, customerFee, merchantFee, purse } = paid;
  await creditPayment(purse, transactionId, { debited: total + customerFee, fee: customerFee + merchantFee });
  await mailPayer.receipt(id);
}

/** Whether a try has come to an end that stores no card. An approval is one where it is taken back. */
function isFinal(state: AttemptState): boolean {
  return state === "declined" || state === "dropped" || state === "approved";
}

/** How long the holder has to say how much was charged. */
const verifyWithin = 72 * hour;

/** The number has waited in the vault since the try began; now it is a card's. */
async function storeCard({ id: sessionId, transactionId, total, purse, situation }: LockedSession): Promise<void> {
  await takeMicroCharge(purse, transactionId, total);
  const card = await findApproved(sessionId);
  const verifyBy = later(verifyWithin, situation.now);
  const stored = await insertTrustedCard({ ...card, uuid: newUuid(), sessionId, verifyBy, createdAt: now() });
  await emitCardEvent("trusted_card.created", stored);
  await mailPayer.cardStored(sessionId);
}

/** Whether it is the charge that stored the card. Of others, which came too late, nothing was ever booked. */
function isStanding({ situation }: LockedSession): boolean {
  return situation.isSuccess && situation.attempt?.isCurrent === true;
}

async function bookReturn({ transactionId, total, purse }: LockedSession): Promise<void> {
  await returnMicroCharge(purse, transactionId, total);
}

/** What is settled cannot be taken back as if it never was. */
async function payBack({ id, attemptId, total, situation }: LockedSession): Promise<void> {
  if (!attemptId) return;
  const payment = { sessionId: id, attemptId, now: situation.now };
  await insertRefund({ id: newUlid(), payment, amount: total, reason: null });
}
