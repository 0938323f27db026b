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
 * Applies the effects of a decision on the ledger, the vault, stored cards and webhook events, in the same transaction.
 * Every successful payment is credited, and no card number stays in the vault without need.
 */
export async function applyEffects(locked: LockedSession, { session, attempt }: Decision): Promise<void> {
  if (attempt && !isSuccessfulCharge(locked)) await settleLateCharge(locked, attempt);
  const isSuccess = session?.result?.status === "success";
  if (locked.situation.purpose !== "card_create") {
    if (isSuccess) await creditMerchant(locked);
    await emitResult(locked, session);
    return;
  }
  if (isSuccess) await storeCard(locked);
  else if (locked.attemptId && attempt?.state && isFinal(attempt.state)) {
    await shredCard(locked.attemptId, locked.situation.now);
  }
  // Each attempt to store a card charges a new amount, so that the amount of a failed attempt does not reveal the next
  // one.
  if (session?.isFailure && session.state === "hosted") await changeTotal(locked.id, newMicroCharge());
  if (attempt?.void === "done" && isSuccessfulCharge(locked)) await bookVoidedMicroCharge(locked);
  if (attempt?.void === "refund" && isSuccessfulCharge(locked)) await refundMicroCharge(locked);
}

/**
 * Handles a charge that did not pay for a session. If the gateway cannot void the charge, the platform refunds it at
 * its own expense.
 */
async function settleLateCharge({ id, attemptId, balanceKey, situation }: LockedSession, { void: end }: AttemptChange) {
  if (end !== "refund" && end !== "done") return;
  const attempt = attemptId && (await findAttempt(attemptId));
  if (!attempt) return;
  const { amount } = attempt;
  // If the gateway refused an earlier void, the ledger already contains the late charge, so its return is posted too.
  if (end === "done") await returnLateCharge(balanceKey, attempt.id, amount);
  else await refundLateCharge({ sessionId: id, attemptId: attempt.id, balanceKey, amount, now: situation.now });
}

/** Emits the result as a webhook event, so that the merchant gets it even if the customer never returns to the shop. */
export async function emitResult({ id }: LockedSession, change: SessionChange | null): Promise<void> {
  if (change?.result) await emitPaymentEvent(`payment.${change.result.status}`, id);
}

async function creditMerchant(paid: LockedSession): Promise<void> {
  const { id, transactionId, total, customerFee, merchantFee, balanceKey } = paid;
  await creditPayment(balanceKey, transactionId, { debited: total + customerFee, fee: customerFee + merchantFee });
  await mailPayer.receipt(id);
}

/** Whether an attempt that stored no card has ended. `approved` counts too, because such an approval is voided. */
function isFinal(state: AttemptState): boolean {
  return state === "declined" || state === "dropped" || state === "approved";
}

/** How long the cardholder can verify the card with the amount of the micro-charge. */
const verifyWithin = 72 * hour;

/** Stores the card of a successful session. Its number has been in the vault since the attempt began. */
async function storeCard({ id: sessionId, transactionId, total, balanceKey, situation }: LockedSession): Promise<void> {
  await takeMicroCharge(balanceKey, transactionId, total);
  const card = await findApproved(sessionId);
  const verifyBy = later(verifyWithin, situation.now);
  const stored = await insertTrustedCard({ ...card, uuid: newUuid(), sessionId, verifyBy, createdAt: now() });
  await emitCardEvent("trusted_card.created", stored);
  await mailPayer.cardStored(sessionId);
}

/**
 * Whether the attempt is the charge that made its session successful. Other charges are never credited to the merchant.
 */
function isSuccessfulCharge({ situation }: LockedSession): boolean {
  return situation.isSuccess && situation.attempt?.isCurrent === true;
}

async function bookVoidedMicroCharge({ transactionId, total, balanceKey }: LockedSession): Promise<void> {
  await returnMicroCharge(balanceKey, transactionId, total);
}

/** A settled micro-charge cannot be voided, only refunded. */
async function refundMicroCharge({ id, attemptId, total, situation }: LockedSession): Promise<void> {
  if (!attemptId) return;
  const payment = { sessionId: id, attemptId, now: situation.now };
  await insertRefund({ id: newUlid(), payment, amount: total, reason: null });
}
