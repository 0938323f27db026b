import { db, query, slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import { aboutSession, type ChargebackStatus } from "@/lib/transactions/history/store";
import type { Refundable } from "@/lib/transactions/refunds/refund-rules";

type NewChargeback = { id: string; sessionId: string; amount: Minor; openedAt: Date };

/** Inserts a chargeback. The database refuses a second one for the same payment. */
export async function insertChargeback(chargeback: NewChargeback): Promise<void> {
  await db().chargeback.create({ data: chargeback });
}

export async function endChargeback(id: string, status: Exclude<ChargebackStatus, "open">, closedAt: Date) {
  await db().chargeback.update({ where: { id, status: "open" }, data: { status, closedAt } });
}

export async function setFraudConfirmed(sessionId: string, at: Date): Promise<void> {
  await db().checkoutSession.update({ where: { id: sessionId }, data: { fraudConfirmedAt: at } });
}

/** Lists the open chargebacks of all merchants, oldest first. */
export function findOpenChargebacks(environment: Environment, limit: number) {
  return db().chargeback.findMany({
    where: { status: "open", session: { environment } },
    select: { amount: true, openedAt: true, session: { select: aboutSession } },
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** Finds the owner of a transaction, for operator commands that name only the transaction id. */
export function findOwner(transactionId: string): Promise<Owner | null> {
  return db().checkoutSession.findUnique({
    where: { transactionId },
    select: { accountNumber: true, environment: true },
  });
}

export type DisputedRow = Owner &
  Omit<Refundable, "chargeback"> & {
    transactionId: string;
    currency: Currency;
    chargebackStatus: ChargebackStatus | null;
    fraudConfirmedAt: Date | null;
  };

/** Finds payments of all merchants by their ids, without a lock. */
export function findDisputed(transactionIds: readonly string[]): Promise<DisputedRow[]> {
  return query<DisputedRow>(sql`
    SELECT s.transaction_id, s.account_number, s.environment, s.purpose, s.currency, s.status, s.total, s.customer_fee,
      s.refunded, s.fraud_confirmed_at, c.status AS chargeback_status,
      EXISTS (SELECT FROM refund r WHERE r.session_id = s.id AND r.ended_at IS NULL) AS has_open_refund
    FROM checkout_session s LEFT JOIN chargeback c ON c.session_id = s.id
    WHERE s.transaction_id = ANY(${transactionIds})`);
}

/** `isPayment` is false for a charge that came too late to pay its transaction. */
export type ApprovedCharge = { reference: string; transactionId: string; isPayment: boolean };

/**
 * Finds approved charges by the acquirer's references. No index covers the references, so pass all of them at once: the
 * statement scans the table.
 */
export function findApprovedCharges(references: readonly string[]): Promise<ApprovedCharge[]> {
  return slowQuery<ApprovedCharge>(sql`
    SELECT a.reference, s.transaction_id, a.id IS NOT DISTINCT FROM s.attempt_id AS is_payment
    FROM attempt a JOIN checkout_session s ON s.id = a.session_id
    WHERE a.state = 'approved' AND a.reference = ANY(${references})`);
}
