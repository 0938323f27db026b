import { AppError } from "@/lib/kit/errors";
import type { Minor } from "@/lib/kit/money";
import type { Reason } from "@/lib/kit/problems";
import { type Refundable, restOf } from "@/lib/transactions/refunds/refund-rules";

/** Pure rules for chargebacks and confirmed fraud. */

const conflict = (message: string, reason?: Reason) =>
  new AppError("conflict", message, reason && { refusal: { reason } });

/** Returns the amount of a chargeback: the part of the payment that is not refunded. */
export function amountToChargeBack(payment: Refundable): Minor {
  if (payment.purpose === "card_create") throw conflict("A test charge is returned by itself.");
  if (payment.status !== "success") throw conflict("Only a successful transaction can be charged back.");
  if (payment.chargeback) throw conflict("There has been a chargeback of this transaction already.");
  // While a refund is open, it is not known how much of the payment is left to charge back.
  if (payment.hasOpenRefund) throw conflict("A refund of this transaction is under way.");
  const rest = restOf(payment);
  if (rest === 0n) throw conflict("The transaction has already been refunded.");
  return rest;
}

/** Returns the chargeback if it is still open. Throws otherwise, because a chargeback can be decided only once. */
export function openChargebackOf<Given extends NonNullable<Refundable["chargeback"]>>(chargeback: Given | null): Given {
  if (!chargeback) throw conflict("There is no chargeback of this transaction.", "chargeback_missing");
  if (chargeback.status !== "open") {
    throw conflict(`The chargeback of this transaction has already been ${chargeback.status}.`, "chargeback_closed");
  }
  return chargeback;
}

type Suspect = Pick<Refundable, "purpose" | "status"> & { fraudConfirmedAt: Date | null };

export function checkFraud({ purpose, status, fraudConfirmedAt }: Suspect): void {
  if (purpose === "card_create") throw conflict("A test charge is not a payment.");
  if (status !== "success") throw conflict("Only a successful transaction can be a fraud.");
  if (fraudConfirmedAt) throw conflict("The fraud has already been confirmed.");
}
