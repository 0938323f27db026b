import { db, query } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { firstUlidAt } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import type { BalanceKey } from "@/lib/ledger/store";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import { aboutSession, type ChargebackStatus, type RefundRow } from "@/lib/transactions/history/store";
import type { RefundCall } from "./call-refund";
import type { PaymentToRefund, PostponedRefund } from "./refund-rules";

export type RefundablePayment = PaymentToRefund & {
  sessionId: string;
  attemptId: string;
  balanceKey: BalanceKey;
  chargeback: Chargeback | null;
  fraudConfirmedAt: Date | null;
  now: Date;
};
type Chargeback = { id: string; status: ChargebackStatus; amount: Minor };

/** The columns of the payment's session. The rest of a payment is read afterwards. */
type PaymentRow = Omit<RefundablePayment, "balanceKey" | "chargeback" | "hasOpenRefund" | "refundCount"> & {
  currency: Currency;
};

/** Locks the payment until the transaction ends, so that its refunds and chargebacks happen one after the other. */
export async function lockPayment(owner: Owner, transactionId: string): Promise<RefundablePayment | null> {
  const [row] = await query<PaymentRow>(sql`
    WITH locked AS MATERIALIZED (
      SELECT * FROM checkout_session
      WHERE transaction_id = ${transactionId} AND account_number = ${owner.accountNumber} AND environment = ${owner.environment} FOR UPDATE)
    SELECT id AS session_id, purpose, attempt_id, currency, status, total, customer_fee, refunded, fraud_confirmed_at,
           session_time(clock_offset_ms, clock_stopped_at) AS now
    FROM locked`);
  if (!row) return null;
  // These reads are separate statements: only a statement that starts under the lock sees the latest commits of others.
  const { currency, ...payment } = row;
  const { sessionId } = payment;
  const refunds = await db().refund.findMany({ where: { sessionId }, select: { endedAt: true } });
  const chargeback = await db().chargeback.findUnique({ where: { sessionId } });
  const hasOpenRefund = refunds.some(({ endedAt }) => endedAt === null);
  return { ...payment, balanceKey: { ...owner, currency }, hasOpenRefund, refundCount: refunds.length, chargeback };
}

type NewRefund = {
  id: string;
  payment: Pick<RefundablePayment, "sessionId" | "attemptId" | "now">;
  amount: Minor;
  reason: string | null;
};

/** Counts the amount as refunded at once. The database refuses more than was debited, and a second open refund. */
export async function insertRefund({ id, payment, amount, reason }: NewRefund): Promise<void> {
  const { sessionId, attemptId, now } = payment;
  await db().checkoutSession.update({ where: { id: sessionId }, data: { refunded: { increment: amount } } });
  await db().refund.create({ data: { id, sessionId, attemptId, amount, reason, requestedAt: now, dueAt: now } });
}

export type DueRefund = RefundCall & {
  sessionId: string;
  purpose: Purpose;
  transactionId: string;
  accountNumber: string;
};

/** How long a worker holds a claimed refund. If the worker dies, the refund is due again after this time. */
const lease = sql`interval '30 seconds'`;

export const claimRefunds = (limit: number): Promise<DueRefund[]> => claimDueRefunds(sql`refund`, limit);

/** Claims due refunds. `sent` is written before the first call to the gateway, so that a retry only inquires. */
export function claimDueRefunds(table: Statement, limit: number): Promise<DueRefund[]> {
  return query<DueRefund>(sql`
    UPDATE ${table} r SET status = 'sent', due_at = due.now + ${lease},
      called_at = coalesce(r.called_at, due.now), inquiries = r.inquiries + (due.status <> 'requested')::int
    FROM (SELECT r.id, r.status, s.purpose, s.transaction_id, s.account_number, s.environment, s.currency, s.simulation,
                 a.terminal_id, session_time(s.clock_offset_ms, s.clock_stopped_at) AS now
          FROM ${table} r JOIN checkout_session s ON s.id = r.session_id JOIN attempt a ON a.id = r.attempt_id
          WHERE r.due_at IS NOT NULL AND r.due_at <= session_time(s.clock_offset_ms, s.clock_stopped_at)
          ORDER BY s.environment, r.due_at LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED) due
    WHERE r.id = due.id
    RETURNING r.id, r.session_id, r.attempt_id, r.amount, due.currency, due.account_number,
      due.purpose, due.transaction_id, due.environment, due.terminal_id, due.simulation, r.called_at, r.inquiries,
      due.status = 'requested' AS is_first, due.now AS asked_at`);
}

/** Locks the refund and its session. `now` is the session's time, which differs from real time in sandbox tests. */
export async function lockRefund(id: string): Promise<{ status: RefundRow["status"]; now: Date }> {
  const [refund] = await query<{ sessionId: string; status: RefundRow["status"] }>(sql`
    SELECT session_id, status FROM refund WHERE id = ${id} FOR UPDATE`);
  const [session] = await query<{ now: Date }>(sql`
    WITH locked AS MATERIALIZED (SELECT * FROM checkout_session WHERE id = ${refund?.sessionId} FOR UPDATE)
    SELECT session_time(clock_offset_ms, clock_stopped_at) AS now FROM locked`);
  if (!refund || !session) throw new Error("The refund does not exist.");
  return { status: refund.status, now: session.now };
}

/** A refund that was never sent becomes `requested` again, so that the next call sends it. */
export async function postponeRefund(id: string, { dueAt, isUnsent }: PostponedRefund): Promise<void> {
  const unsent = isUnsent && ({ status: "requested", calledAt: null } as const);
  await db().refund.update({ where: { id }, data: { dueAt, ...unsent } });
}

export async function endRefund(id: string, status: "refunded" | "rejected", endedAt: Date): Promise<void> {
  const { sessionId, amount } = await db().refund.update({
    where: { id },
    data: { status, endedAt, dueAt: null },
  });
  if (status === "rejected") {
    await db().checkoutSession.update({ where: { id: sessionId }, data: { refunded: { decrement: amount } } });
  } else {
    // After a full refund, the payment releases its order, so that the customer can pay the order again.
    await query(sql`
      UPDATE checkout_session SET holds_order = false WHERE id = ${sessionId} AND refunded = total + customer_fee`);
  }
}

type Unusual = { openSince: Date; rejectedSince: Date };

/** Refunds of all merchants: those open since before `openSince`, and rejected ones requested after `rejectedSince`. */
export function findUnusualRefunds(environment: Environment, { openSince, rejectedSince }: Unusual, limit: number) {
  return db().refund.findMany({
    where: {
      session: { environment },
      OR: [
        { dueAt: { not: null }, requestedAt: { lt: openSince } },
        { status: "rejected", id: { gte: firstUlidAt(rejectedSince) } },
      ],
    },
    select: { id: true, status: true, amount: true, requestedAt: true, session: { select: aboutSession } },
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** The number of refunds of a session that the gateway rejected. */
export function countRejected(sessionId: string): Promise<number> {
  return db().refund.count({ where: { sessionId, status: "rejected" } });
}

/** Schedules the void of a charge after `waitMs`, measured on the clock of the charge's session. */
export async function voidAfter(attemptId: string, waitMs: number): Promise<void> {
  await query(sql`
    UPDATE attempt a
    SET void_at = session_time(s.clock_offset_ms, s.clock_stopped_at) + ${waitMs}::bigint * interval '1 millisecond'
    FROM checkout_session s WHERE s.id = a.session_id AND a.id = ${attemptId} AND a.voided_at IS NULL`);
}
