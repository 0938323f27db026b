import { AppError } from "@/lib/kit/errors";
import { type Minor, minMinor } from "@/lib/kit/money";

/** Pure functions that compute the ledger lines of each kind of movement. The lines of a movement sum to zero. */
type MerchantBook = "available" | "held" | "owed";
type PlatformBook = "acquirer" | "fees" | "bank" | "suspense" | "adjustment" | "late_approvals";
export type Lines = Readonly<Partial<Record<MerchantBook | PlatformBook, Minor>>>;
/** `owed`, the merchant's debt, is zero or negative. */
export type Balance = Readonly<Record<MerchantBook, Minor>>;

const insufficientFunds = () =>
  new AppError("forbidden", "Insufficient funds.", { refusal: { reason: "insufficient_funds" } });

/** Credits a merchant. The amount repays debts first, and the rest becomes available. */
function creditOf(amount: Minor, { owed }: Balance): Lines {
  const repaid = minMinor(amount, -owed);
  return { owed: repaid, available: amount - repaid };
}

/**
 * Books a successful payment. The acquirer owes us the amount debited from the payer. The merchant is credited with
 * that amount less the fee.
 */
export function paymentOf({ debited, fee }: { debited: Minor; fee: Minor }, balance: Balance): Lines {
  return { acquirer: -debited, fees: fee, ...creditOf(debited - fee, balance) };
}

/** Reserves money for a refund or withdrawal. The available balance pays it in full, or it is refused. */
export function holdOf(amount: Minor, { available }: Balance): Lines {
  if (available < amount) throw insufficientFunds();
  return { available: -amount, held: amount };
}

/** Pays out held money: a refund through the acquirer, or a withdrawal to a bank. */
export const payoutOf = (amount: Minor, to: "acquirer" | "bank"): Lines => ({ held: -amount, [to]: amount });

/** Returns held money to the merchant. The amount repays debts first. */
export const releaseOf = (amount: Minor, balance: Balance): Lines => ({ held: -amount, ...creditOf(amount, balance) });

/**
 * Debits the merchant even if the available balance is too low, for example after a chargeback. The merchant owes the
 * missing part.
 */
export function forcedDebitOf(amount: Minor, { available }: Balance): Lines {
  const taken = minMinor(available, amount);
  return { available: -taken, owed: taken - amount, acquirer: amount };
}

/** Credits a forced debit back to the merchant, for example after the merchant won a chargeback. */
export const forcedDebitReturnOf = (amount: Minor, balance: Balance): Lines => ({
  acquirer: -amount,
  ...creditOf(amount, balance),
});

/** A micro-charge never touches the merchant's balance. */
export const microChargeOf = (amount: Minor): Lines => ({ acquirer: -amount, suspense: amount });
export const microChargeReturnOf = (amount: Minor): Lines => ({ suspense: -amount, acquirer: amount });

/** Books a late approval that the gateway refuses to void. The platform pays the refund, not the merchant. */
export const lateChargeOf = (amount: Minor): Lines => ({ acquirer: -amount, late_approvals: amount });
export const lateChargeReturnOf = (amount: Minor): Lines => ({ late_approvals: -amount, acquirer: amount });

/** Opening balance of a sandbox account. */
export const openingOf = (amount: Minor, balance: Balance): Lines => ({
  adjustment: -amount,
  ...creditOf(amount, balance),
});
