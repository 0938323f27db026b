import { db, query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import { firstUlidAt } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import type { BalanceKey } from "@/lib/ledger/store";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import { aboutSession, type ChargebackStatus, type RefundRow } from "@/lib/transactions/history/store";
import type { ResultStatus } from "@/lib/transactions/result";
import type { RefundCall } from "./call-refund";
import type { Refundable } from "./refund-rules";

export type RefundablePayment = Refundable & {
  sessionId: string;
  attemptId: string;
  balanceKey: BalanceKey;
  chargeback: Chargeback | null;
  fraudConfirmedAt: Date | null;
  /** Refunds that were requested so far, rejected ones included. */
  refundCount: number;
  now: Date;
};
export type Chargeback = { id: string; status: ChargebackStatus; amount: Minor };

type PaymentRow = {
  id: string;
  purpose: Purpose;
  attempt_id: string;
  currency: Currency;
  status: ResultStatus | null;
  total: bigint;
  customer_fee: bigint;
  refunded: bigint;
  fraud_confirmed_at: Date | null;
  now: Date;
};

/** Locked until the transaction ends, so that refunds and chargebacks of one payment come one after the other. */
export async function lockPayment(owner: Owner, transactionId: string): Promise<RefundablePayment | null> {
  const [row] = await query<PaymentRow>(
    "lock-payment",
    `WITH locked AS MATERIALIZED (
       SELECT * FROM checkout_session
       WHERE transaction_id = $1 AND account_number = $2 AND environment = $3::environment FOR UPDATE)
     SELECT id, purpose::text, attempt_id, currency, status::text, total, customer_fee, refunded, fraud_confirmed_at,
            session_time(clock_offset_ms, clock_stopped_at) AS now
     FROM locked`,
    [transactionId, owner.accountNumber, owner.environment],
  );
  if (!row) return null;
  // Statements of their own: only what is asked after the lock is sure to see what others wrote before it.
  const refunds = await db().refund.findMany({ where: { sessionId: row.id }, select: { endedAt: true } });
  const chargeback = await db().chargeback.findUnique({ where: { sessionId: row.id } });
  return {
    sessionId: row.id,
    purpose: row.purpose,
    attemptId: row.attempt_id,
    balanceKey: { ...owner, currency: row.currency },
    status: row.status,
    total: row.total,
    customerFee: row.customer_fee,
    refunded: row.refunded,
    hasOpenRefund: refunds.some(({ endedAt }) => endedAt === null),
    refundCount: refunds.length,
    chargeback,
    fraudConfirmedAt: row.fraud_confirmed_at,
    now: row.now,
  };
}

type NewRefund = {
  id: string;
  payment: Pick<RefundablePayment, "sessionId" | "attemptId" | "now">;
  amount: Minor;
  reason: string | null;
};

/** What is being refunded counts at once. The database refuses more than was debited, and a second open refund. */
export async function insertRefund({ id, payment, amount, reason }: NewRefund): Promise<void> {
  const { sessionId, attemptId, now } = payment;
  await db().checkoutSession.update({ where: { id: sessionId }, data: { refunded: { increment: amount } } });
  await db().refund.create({ data: { id, sessionId, attemptId, amount, reason, requestedAt: now, dueAt: now } });
}

export type DueRefund = RefundCall & {
  session_id: string;
  purpose: Purpose;
  transaction_id: string;
  account_number: string;
};

/** Until then nobody else takes it; should whoever took it die, it is due again. */
const lease = "30 seconds";

/**
 * Takes refunds that the gateway is to be told of, or asked about. That it was told is written before it is: whoever
 * finds it so only ever asks.
 */
export async function claimRefunds(limit: number): Promise<DueRefund[]> {
  const rows = await query<DueRefund>(
    "claim-refunds",
    `UPDATE refund r SET status = 'sent', due_at = due.now + interval '${lease}',
       called_at = coalesce(r.called_at, due.now), inquiries = r.inquiries + (due.status <> 'requested')::int
     FROM (SELECT r.id, r.status, s.purpose, s.transaction_id, s.account_number, s.environment, s.platform, s.currency, s.simulation,
                  session_time(s.clock_offset_ms, s.clock_stopped_at) AS now
           FROM refund r JOIN checkout_session s ON s.id = r.session_id
           WHERE r.due_at IS NOT NULL AND r.due_at <= session_time(s.clock_offset_ms, s.clock_stopped_at)
           ORDER BY s.environment, r.due_at LIMIT $1 FOR UPDATE OF r SKIP LOCKED) due
     WHERE r.id = due.id
     RETURNING r.id, r.session_id, r.attempt_id, r.amount, due.currency, due.account_number,
       due.purpose::text, due.transaction_id, due.environment::text, due.platform::text, due.simulation, r.called_at, r.inquiries,
       due.status = 'requested' AS is_first, due.now AS asked_at`,
    [limit],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** The refund and its session, locked, and the session's time. */
export async function lockRefund(id: string): Promise<{ status: RefundRow["status"]; now: Date }> {
  const [refund] = await query<{ session_id: string; status: RefundRow["status"] }>(
    "lock-refund",
    "SELECT session_id, status::text FROM refund WHERE id = $1 FOR UPDATE",
    [id],
  );
  const [session] = await query<{ now: Date }>(
    "lock-refunded-session",
    `WITH locked AS MATERIALIZED (SELECT * FROM checkout_session WHERE id = $1 FOR UPDATE)
     SELECT session_time(clock_offset_ms, clock_stopped_at) AS now FROM locked`,
    [refund?.session_id],
  );
  if (!refund || !session) throw new Error("There is no such refund.");
  return { status: refund.status, now: session.now };
}

export async function postponeRefund(id: string, dueAt: Date): Promise<void> {
  await db().refund.update({ where: { id }, data: { dueAt } });
}

export async function endRefund(id: string, status: "refunded" | "rejected", endedAt: Date): Promise<void> {
  const { sessionId, amount } = await db().refund.update({
    where: { id },
    data: { status, endedAt, dueAt: null },
  });
  if (status === "rejected") {
    await db().checkoutSession.update({ where: { id: sessionId }, data: { refunded: { decrement: amount } } });
  } else {
    // Of a payment that was refunded in full, the order can be paid again.
    await query(
      "free-refunded-order",
      "UPDATE checkout_session SET holds_order = false WHERE id = $1 AND refunded = total + customer_fee",
      [sessionId],
    );
  }
}

type Unusual = { openSince: Date; rejectedSince: Date };

/** Whoever's they are: those open for long, and those that were asked for lately and rejected. */
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

/** How many refunds of a session the gateway has rejected. */
export function countRejected(sessionId: string): Promise<number> {
  return db().refund.count({ where: { sessionId, status: "rejected" } });
}

/** Has a charge taken back, by its session's clock. */
export async function voidAfter(attemptId: string, waitMs: number): Promise<void> {
  await query(
    "void-after",
    `UPDATE attempt a
     SET void_at = session_time(s.clock_offset_ms, s.clock_stopped_at) + $2::bigint * interval '1 millisecond'
     FROM checkout_session s WHERE s.id = a.session_id AND a.id = $1 AND a.voided_at IS NULL`,
    [attemptId, waitMs],
  );
}
