import { emitCardEvent } from "@/lib/cards/card-events";
import { changeTotal, findApproved, insertTrustedCard } from "@/lib/cards/card-store";
import { newMicroCharge } from "@/lib/cards/micro-charge";
import { hour, later, now } from "@/lib/kit/clock";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { paymentJournal, returnLateCharge, returnMicroCharge, takeMicroCharge } from "@/lib/ledger/post";
import { type Journal, journalParts } from "@/lib/ledger/store";
import { toPaymentFacts } from "@/lib/mail/facts-store";
import { mailPayer, receiptOf } from "@/lib/mail/mail-payer";
import { mailParts } from "@/lib/mail/store";
import { toTransactionRecord } from "@/lib/transactions/record";
import { refundLateCharge } from "@/lib/transactions/refunds/process-platform-refunds";
import { insertRefund } from "@/lib/transactions/refunds/refund-store";
import type { ResultStatus } from "@/lib/transactions/result";
import { shredCard } from "@/lib/vault/cards";
import { newEvent } from "@/lib/webhooks/emit";
import { eventParts } from "@/lib/webhooks/store";
import type { SessionColumns, WritePart } from "./change-store";
import type { LockedSession } from "./lock-store";
import type { AttemptChange, AttemptState, Decision } from "./session-model";
import type { SessionRow } from "./session-row-store";
import { findAttempt } from "./store";

/**
 * The effects of a payment's result: the merchant's credit, the payer's receipt and the webhook event. They are parts
 * of the statement that writes the result. So every successful payment is credited, and the merchant's balance is
 * locked for this statement only.
 */
export function resultParts(locked: LockedSession, columns: SessionColumns, avs: string | null): WritePart[] {
  if (!columns.status || locked.situation.purpose === "card_create") return [];
  const session = { ...locked.session, ...columns };
  const events = eventParts([resultEvent(columns.status, session, avs ?? locked.avsAnswer)]);
  if (columns.status !== "success") return events;
  return [...events, ...mailParts(receiptOf(toPaymentFacts(session))), ...journalParts(creditOf(locked))];
}

/** The webhook event of a result, so that the merchant gets it even if the customer never returns to the shop. */
function resultEvent(status: ResultStatus, session: SessionRow, avs: string | null) {
  // A session without a result has neither refunds nor a chargeback.
  const row = { ...session, refunds: [], chargeback: null, attempts: [{ avs }] };
  const data = toTransactionRecord(row);
  return newEvent(session, { event: `payment.${status}`, subject: session.transactionId, data });
}

function creditOf({ session, balanceKey, owed }: LockedSession): Journal {
  const { transactionId, total, customerFee, merchantFee } = session;
  const [debited, fee] = [total + customerFee, customerFee + merchantFee];
  return paymentJournal(balanceKey, transactionId, { debited, fee, owed });
}

/**
 * Applies the other effects of a decision on the ledger, the vault and stored cards, in the same transaction. No card
 * number stays in the vault without need.
 */
export async function applyEffects(locked: LockedSession, { session, attempt }: Decision): Promise<void> {
  if (attempt && !isSuccessfulCharge(locked)) await settleLateCharge(locked, attempt);
  if (locked.situation.purpose !== "card_create") return;
  if (session?.result?.status === "success") await storeCard(locked);
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

/** Whether an attempt that stored no card has ended. `approved` counts too, because such an approval is voided. */
function isFinal(state: AttemptState): boolean {
  return state === "declined" || state === "dropped" || state === "approved";
}

/** How long the cardholder can verify the card with the amount of the micro-charge. */
const verifyWithin = 72 * hour;

/** Stores the card of a successful session. Its number has been in the vault since the attempt began. */
async function storeCard({ id: sessionId, session, balanceKey, situation }: LockedSession): Promise<void> {
  const { transactionId, total } = session;
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

async function bookVoidedMicroCharge({ session, balanceKey }: LockedSession): Promise<void> {
  await returnMicroCharge(balanceKey, session.transactionId, session.total);
}

/** A settled micro-charge cannot be voided, only refunded. */
async function refundMicroCharge({ id, attemptId, session, situation }: LockedSession): Promise<void> {
  if (!attemptId) return;
  const payment = { sessionId: id, attemptId, now: situation.now };
  await insertRefund({ id: newUlid(), payment, amount: session.total, reason: null });
}
