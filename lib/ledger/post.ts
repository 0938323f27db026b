import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import * as rules from "./rules";
import { type BalanceKey, insertJournal, isPosted, type Journal, type JournalKind, lockBalance } from "./store";

/**
 * All money moves through `post`, which locks the merchant's balance, applies a rule and inserts the journal. Call the
 * functions of this file inside the transaction that causes the movement. Posting a movement twice violates a unique
 * key.
 */
type Posting = { kind: JournalKind; subject: string; linesOf: (balance: rules.Balance) => rules.Lines };

async function post(balanceKey: BalanceKey, { kind, subject, linesOf }: Posting): Promise<void> {
  await inTransaction(async () => {
    const lines = linesOf(await lockBalance(balanceKey));
    await insertJournal({ ...balanceKey, id: newUlid(), kind, subject, lines, createdAt: now() });
  });
}

/**
 * The journal that credits a payment. The caller inserts it in the statement that makes the payment successful, because
 * the merchant's balance is locked from then on. `owed` is the merchant's debt as it was read without a lock. If it has
 * changed, the database refuses the statement (see `isStaleBalance`).
 */
export function paymentJournal(
  balanceKey: BalanceKey,
  transactionId: string,
  { debited, fee, owed }: { debited: Minor; fee: Minor; owed: Minor },
): Journal {
  const lines = rules.paymentOf({ debited, fee }, { available: 0n, held: 0n, owed });
  return { ...balanceKey, id: newUlid(), kind: "payment", subject: transactionId, lines, createdAt: now() };
}

/** The amount of a refund or withdrawal is held first, then paid or released. */
type Hold = { balanceKey: BalanceKey; subject: string; amount: Minor; for: "refund" | "withdrawal" };

export const holdFunds = ({ balanceKey, subject, amount, for: purpose }: Hold) =>
  post(balanceKey, { kind: `${purpose}_hold`, subject, linesOf: (balance) => rules.holdOf(amount, balance) });

export const payHeld = ({ balanceKey, subject, amount, for: purpose }: Hold) =>
  post(balanceKey, {
    kind: `${purpose}_paid`,
    subject,
    linesOf: () => rules.payoutOf(amount, purpose === "refund" ? "acquirer" : "bank"),
  });

export const releaseHeld = ({ balanceKey, subject, amount, for: purpose }: Hold) =>
  post(balanceKey, { kind: `${purpose}_release`, subject, linesOf: (balance) => rules.releaseOf(amount, balance) });

export const debitForcibly = (balanceKey: BalanceKey, subject: string, amount: Minor) =>
  post(balanceKey, { kind: "forced_debit", subject, linesOf: (balance) => rules.forcedDebitOf(amount, balance) });

export const returnForcedDebit = (balanceKey: BalanceKey, subject: string, amount: Minor) =>
  post(balanceKey, {
    kind: "forced_debit_return",
    subject,
    linesOf: (balance) => rules.forcedDebitReturnOf(amount, balance),
  });

export const takeMicroCharge = (balanceKey: BalanceKey, subject: string, amount: Minor) =>
  post(balanceKey, { kind: "micro_charge", subject, linesOf: () => rules.microChargeOf(amount) });

export const returnMicroCharge = (balanceKey: BalanceKey, subject: string, amount: Minor) =>
  post(balanceKey, { kind: "micro_charge_return", subject, linesOf: () => rules.microChargeReturnOf(amount) });

/**
 * Posts a late approval that the gateway refuses to void. The journal is posted once per charge, even if the gateway
 * refuses several voids.
 */
export async function takeLateCharge(balanceKey: BalanceKey, attemptId: string, amount: Minor): Promise<void> {
  if (await isPosted("late_charge", attemptId)) return;
  await post(balanceKey, { kind: "late_charge", subject: attemptId, linesOf: () => rules.lateChargeOf(amount) });
}

/** Posts the return of a late approval. Returns false if the charge was never posted or was already returned. */
export async function returnLateCharge(balanceKey: BalanceKey, attemptId: string, amount: Minor): Promise<boolean> {
  const isOpen = (await isPosted("late_charge", attemptId)) && !(await isPosted("late_charge_return", attemptId));
  const linesOf = () => rules.lateChargeReturnOf(amount);
  if (isOpen) await post(balanceKey, { kind: "late_charge_return", subject: attemptId, linesOf });
  return isOpen;
}

/** Posts an opening balance once per subject. A spent opening balance is not renewed. */
export async function giveOpeningBalance(balanceKey: BalanceKey, subject: string, amount: Minor): Promise<void> {
  if (await isPosted("opening", subject)) return;
  await post(balanceKey, { kind: "opening", subject, linesOf: (balance) => rules.openingOf(amount, balance) });
}
