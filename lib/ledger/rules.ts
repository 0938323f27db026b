import { AppError } from "@/lib/kit/errors";
import { type Minor, minMinor } from "@/lib/kit/money";

/** What a movement of money adds to which book. Pure: every kind of movement stands here, and each sums to zero. */
export type MerchantBook = "available" | "held" | "owed";
export type PlatformBook = "acquirer" | "fees" | "bank" | "suspense" | "adjustment" | "late_approvals";
export type Lines = Readonly<Partial<Record<MerchantBook | PlatformBook, Minor>>>;
/** What a merchant owes stands as a negative amount. */
export type Balance = Readonly<Record<MerchantBook, Minor>>;

const insufficientFunds = () => new AppError("forbidden", "Insufficient funds.");

/** Whatever comes in pays debts first. */
function creditOf(amount: Minor, { owed }: Balance): Lines {
  const repaid = minMinor(amount, -owed);
  return { owed: repaid, available: amount - repaid };
}

/** A customer paid: the acquirer owes us what was debited, the merchant gets it less the fee. */
export function paymentOf({ debited, fee }: { debited: Minor; fee: Minor }, balance: Balance): Lines {
  return { acquirer: -debited, fees: fee, ...creditOf(debited - fee, balance) };
}

/** Set aside for what is under way. Only what is available can be. */
export function holdOf(amount: Minor, { available }: Balance): Lines {
  if (available < amount) throw insufficientFunds();
  return { available: -amount, held: amount };
}

/** What was held has left: to a customer through the acquirer, or to a bank. */
export const payoutOf = (amount: Minor, to: "acquirer" | "bank"): Lines => ({ held: -amount, [to]: amount });

/** What was held comes back. */
export const releaseOf = (amount: Minor, balance: Balance): Lines => ({ held: -amount, ...creditOf(amount, balance) });

/** Money that is taken whether it is there or not, as by a chargeback: what is missing is owed. */
export function forcedDebitOf(amount: Minor, { available }: Balance): Lines {
  const taken = minMinor(available, amount);
  return { available: -taken, owed: taken - amount, acquirer: amount };
}

/** What was taken so comes back, as by a chargeback that was won. */
export const forcedDebitReturnOf = (amount: Minor, balance: Balance): Lines => ({
  acquirer: -amount,
  ...creditOf(amount, balance),
});

/** A micro-charge proves a card. It never touches the merchant's own books. */
export const microChargeOf = (amount: Minor): Lines => ({ acquirer: -amount, suspense: amount });
export const microChargeReturnOf = (amount: Minor): Lines => ({ suspense: -amount, acquirer: amount });

/** An approval that pays for nothing and that the gateway does not void. The platform refunds it, not the merchant. */
export const lateChargeOf = (amount: Minor): Lines => ({ acquirer: -amount, late_approvals: amount });
export const lateChargeReturnOf = (amount: Minor): Lines => ({ late_approvals: -amount, acquirer: amount });

/** Money to try things out with. */
export const openingOf = (amount: Minor, balance: Balance): Lines => ({
  adjustment: -amount,
  ...creditOf(amount, balance),
});
