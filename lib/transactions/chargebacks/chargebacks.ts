import type { AuditAction } from "@/lib/audit/actions";
import { operator, recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import { debitForcibly, returnForcedDebit } from "@/lib/ledger/post";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import type { Environment } from "@/lib/reference/platforms";
import type { TimelineStep } from "@/lib/timeline/steps";
import { appendEvents } from "@/lib/timeline/store";
import { emitPaymentEvent } from "@/lib/transactions/payment-events";
import { lockPayment, type RefundablePayment } from "@/lib/transactions/refunds/refund-store";
import { amountToChargeBack, checkFraud, openChargebackOf } from "./chargeback-rules";
import { endChargeback, findOwner, insertChargeback, setFraudConfirmed } from "./chargeback-store";

/**
 * Actions of the customer's bank on a payment. Each runs in one transaction with its ledger posting, timeline step,
 * webhook event and audit entry. Without `actor` the operator is recorded. The audit entry also keeps `bankReference`,
 * the bank's case number.
 */
type ChargebackOperation = (
  owner: Owner,
  transactionId: string,
  actor?: string,
  bankReference?: string | null,
) => Promise<void>;
type Name = "chargeback_opened" | "chargeback_won" | "chargeback_lost" | "fraud_confirmed";

const actionOf = {
  chargeback_opened: "chargeback.opened",
  chargeback_won: "chargeback.won",
  chargeback_lost: "chargeback.lost",
  fraud_confirmed: "fraud.confirmed",
} as const satisfies Record<Name, AuditAction>;

const chargebackOperation =
  (name: Name, apply: (payment: RefundablePayment) => Promise<TimelineStep["detail"]>): ChargebackOperation =>
  (owner, transactionId, actor = operator, bankReference = null) =>
    inTransaction(async () => {
      const payment = await lockPayment(owner, transactionId);
      if (!payment) throw selectedInvalid("transaction_id");
      const detail = await apply(payment);
      await appendEvents(payment.sessionId, payment.now, [{ type: name, ...(detail && { detail }) }]);
      await emitPaymentEvent(`payment.${name}`, payment.sessionId);
      await recordBy(actor, owner.accountNumber, actionOf[name], {
        subject: transactionId,
        detail: {
          environment: owner.environment,
          ...detail,
          ...(detail?.amount !== undefined && { currency: payment.balanceKey.currency }),
          ...(bankReference && { bank_reference: bankReference }),
        },
      });
    });

/**
 * Debits the merchant by the part of the payment that is not refunded. If the balance is too low, the rest becomes
 * debt.
 */
export const openChargeback = chargebackOperation("chargeback_opened", async (payment) => {
  const amount = amountToChargeBack(payment);
  const id = newUlid();
  await debitForcibly(payment.balanceKey, id, amount);
  await insertChargeback({ id, sessionId: payment.sessionId, amount, openedAt: payment.now });
  await mailMerchant.chargebackOpened(payment.sessionId);
  return { chargeback: id, amount: formatMinor(amount) };
});

/** The bank decided for the merchant, who gets the debited amount back. */
export const winChargeback = chargebackOperation("chargeback_won", async (payment) => {
  const { id, amount } = openChargebackOf(payment.chargeback);
  await returnForcedDebit(payment.balanceKey, id, amount);
  await endChargeback(id, "won", payment.now);
  await mailMerchant.chargebackDecided(payment.sessionId);
  return { chargeback: id, amount: formatMinor(amount) };
});

/** The bank decided for the customer. The merchant was already debited when the chargeback was opened. */
export const loseChargeback = chargebackOperation("chargeback_lost", async (payment) => {
  const { id } = openChargebackOf(payment.chargeback);
  await endChargeback(id, "lost", payment.now);
  await mailMerchant.chargebackDecided(payment.sessionId);
  return { chargeback: id };
});

/** The bank confirmed that the payer was not the cardholder. This moves no money; only a chargeback does. */
export const confirmFraud = chargebackOperation("fraud_confirmed", async (payment) => {
  checkFraud(payment);
  await setFraudConfirmed(payment.sessionId, payment.now);
  return undefined;
});

export const chargebackOperations = {
  open: openChargeback,
  won: winChargeback,
  lost: loseChargeback,
  fraud: confirmFraud,
} as const;
export type ChargebackOperationName = keyof typeof chargebackOperations;

type By = { actor?: string; environment?: Environment };

/** Runs an operation for the operator command or the dashboard. The dashboard limits it to one environment. */
export async function applyChargebackOperation(
  operation: ChargebackOperationName,
  transactionId: string,
  by: By = {},
): Promise<void> {
  const owner = await findOwner(transactionId);
  if (!owner || (by.environment && by.environment !== owner.environment)) {
    throw new AppError("not_found", "The transaction does not exist.", {
      refusal: { reason: "payment_unknown" },
    });
  }
  await chargebackOperations[operation](owner, transactionId, by.actor);
}
