import { AppError } from "@/lib/kit/errors";
import { formatMinor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Refundable } from "@/lib/transactions/refunds/refund-rules";
import type { ChargebackFileRow } from "./chargeback-file";
import { amountToChargeBack, checkFraud, openChargebackOf } from "./chargeback-rules";
import type { ApprovedCharge } from "./chargeback-store";
import type { ChargebackOperationName } from "./chargebacks";

/** Pure rules for rows of an imported file. The import and its dry run share them, so that both say the same. */

export type DisputedPayment = Refundable & { currency: Currency; fraudConfirmedAt: Date | null };

export type Verdict = { result: "recorded" | "already recorded" } | { result: "refused"; reason: string };
export const refused = (reason: string): Verdict => ({ result: "refused", reason });

type Target = { transactionId: string } | { refusal: string };

/** Finds the transaction that a row names. `charges` are the approved charges with the row's acquirer reference. */
export function targetOf(row: ChargebackFileRow, charges: readonly ApprovedCharge[]): Target {
  if (row.acquirerReference === null) return { transactionId: row.transactionId };
  const [charge, ...others] = charges;
  if (!charge) return { refusal: "No approved charge has this acquirer reference." };
  if (others.length > 0) return { refusal: "Several approved charges have this acquirer reference." };
  if (!charge.isPayment) return { refusal: "The charge with this acquirer reference did not pay its transaction." };
  if (row.transactionId !== null && row.transactionId !== charge.transactionId) {
    return { refusal: "The transaction id and the acquirer reference name different transactions." };
  }
  return { transactionId: charge.transactionId };
}

type Reported = Pick<ChargebackFileRow, "event" | "amount" | "currency">;

/** Decides what the import of a row does to a payment. */
export function judgeRow(payment: DisputedPayment, row: Reported): Verdict {
  // The amount of a micro-charge is secret, so no message about it may contain the amount.
  if (payment.purpose === "card_create") return refused("A test charge is not a payment.");
  const problem = differenceOf(payment, row);
  if (problem) return refused(problem);
  if (isRecorded[row.event](payment)) return { result: "already recorded" };
  try {
    checks[row.event](payment);
    return { result: "recorded" };
  } catch (error) {
    if (error instanceof AppError) return refused(error.message);
    throw error;
  }
}

function differenceOf({ total, customerFee, currency }: DisputedPayment, row: Reported): string | null {
  const debit = total + customerFee;
  const differs = (row.amount ?? debit) !== debit || (row.currency ?? currency) !== currency;
  return differs ? `The payment is ${currency} ${formatMinor(debit)}, fees included.` : null;
}

type ByEvent<Result> = Readonly<Record<ChargebackOperationName, (payment: DisputedPayment) => Result>>;

/** A payment has at most one chargeback, so any chargeback shows that `open` was recorded. */
const isRecorded: ByEvent<boolean> = {
  open: ({ chargeback }) => chargeback !== null,
  won: ({ chargeback }) => chargeback?.status === "won",
  lost: ({ chargeback }) => chargeback?.status === "lost",
  fraud: ({ fraudConfirmedAt }) => fraudConfirmedAt !== null,
};

const checks: ByEvent<unknown> = {
  open: amountToChargeBack,
  won: ({ chargeback }) => openChargebackOf(chargeback),
  lost: ({ chargeback }) => openChargebackOf(chargeback),
  fraud: checkFraud,
};

/** The payment after the event, for later rows of a dry run. */
export function afterEvent(payment: DisputedPayment, event: ChargebackOperationName, at: Date): DisputedPayment {
  return event === "fraud" ? { ...payment, fraudConfirmedAt: at } : { ...payment, chargeback: { status: event } };
}
