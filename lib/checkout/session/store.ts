import type { SessionState } from "@/lib/checkout/vocabulary";
import { withWireMethod } from "@/lib/db/checkout-method";
import { db, inTransaction, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { literal, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/route/caller";
import type { Minor } from "@/lib/kit/money";
import type { BalanceKey } from "@/lib/ledger/store";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";
import type { Purpose } from "@/lib/reference/purposes";
import { gatewayCode } from "@/lib/reference/response-codes";
import type { TimelineStep } from "@/lib/timeline/steps";
import { appendEvents } from "@/lib/timeline/store";
import type { AttemptChange, SessionChange, Situation } from "./session-model";

export async function findSession(id: string) {
  const session = await db().checkoutSession.findUnique({
    where: { id },
    relationLoadStrategy: "join",
    include: {
      account: {
        select: { email: true, firstName: true, lastName: true, settings: true, picture: { select: { id: true } } },
      },
      chargedCard: { select: { cardNetwork: true, pan: true, expiryMonth: true, expiryYear: true } },
    },
  });
  return (
    session && {
      ...withWireMethod(session),
      createdCard: session.purpose === "card_create" ? await findCreatedCard(id) : null,
    }
  );
}

/** Finds a session by the transaction id that the merchant knows. Sessions of other merchants are not found. */
export async function findSessionOf(owner: Owner, transactionId: string) {
  const row = await db().checkoutSession.findFirst({ where: { ...owner, transactionId }, select: { id: true } });
  return row && findSession(row.id);
}

/**
 * Finds a sandbox session of any merchant. The public page that verifies sandbox redirects knows only the transaction
 * id.
 */
export async function findSandboxSession(transactionId: string) {
  const where = { environment: "sandbox", transactionId } as const;
  const row = await db().checkoutSession.findFirst({ where, select: { id: true } });
  return row && findSession(row.id);
}

const findCreatedCard = (sessionId: string) =>
  db().trustedCard.findUnique({ where: { sessionId }, select: { uuid: true, closedAt: true } });

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * Reads the current time of a session. It is the database's time, but sandbox sessions can move or stop their clock.
 */
export async function readSessionTime(sessionId: string): Promise<Date> {
  const [row] = await query<{ now: Date }>(sql`
    SELECT session_time(clock_offset_ms, clock_stopped_at) AS now FROM checkout_session WHERE id = ${sessionId}`);
  if (!row) throw new Error("The session does not exist.");
  return row.now;
}

type LockedRow = {
  purpose: Purpose;
  state: SessionState;
  isSuccess: boolean;
  isRefunded: boolean;
  transactionId: string;
  accountNumber: string;
  environment: Environment;
  currency: Currency;
  total: bigint;
  customerFee: bigint;
  merchantFee: bigint;
  expiresAt: Date;
  failures: number;
  isLeaving: boolean;
  avs: boolean;
  answeredCode: string | null;
  attemptId: string | null;
  now: Date;
};

/**
 * The response code of the latest answer from the gateway or bank. Our own refusals do not count. The code GW does not
 * count either, because it marks an attempt that the gateway never answered.
 */
const answeredCode = sql`(SELECT code FROM attempt WHERE session_id = locked.id AND state IN ('declined', 'approved', 'dropped')
  AND code IS NOT NULL AND code <> ${literal(gatewayCode)} ORDER BY started_at DESC, attempt.id DESC LIMIT 1)`;

export type LockedSession = {
  id: string;
  transactionId: string;
  attemptId: string | null;
  /** The merchant's balance to which the payment is credited. */
  balanceKey: BalanceKey;
  total: Minor;
  customerFee: Minor;
  merchantFee: Minor;
  situation: Situation;
};

/** Locks the session until the transaction ends, and reads the time only once the lock is held. */
export async function lockSession(id: string, about?: string): Promise<LockedSession> {
  const [row] = await query<LockedRow>(sql`
    WITH locked AS MATERIALIZED (SELECT * FROM checkout_session WHERE id = ${id} FOR UPDATE)
    SELECT purpose, state, coalesce(status = 'success', false) AS is_success, refunded > 0 AS is_refunded,
           expires_at, failures, is_leaving, avs, attempt_id,
           CASE WHEN failures > 0 THEN ${answeredCode} END AS answered_code,
           transaction_id, account_number, environment, currency, total, customer_fee, merchant_fee,
           session_time(clock_offset_ms, clock_stopped_at) AS now FROM locked`);
  if (!row) throw new Error("The session does not exist.");
  const attemptId = about ?? row.attemptId;
  const attempt = attemptId ? await findAttempt(attemptId) : null;
  return {
    id,
    transactionId: row.transactionId,
    attemptId,
    balanceKey: { accountNumber: row.accountNumber, environment: row.environment, currency: row.currency },
    total: row.total,
    customerFee: row.customerFee,
    merchantFee: row.merchantFee,
    situation: {
      purpose: row.purpose,
      state: row.state,
      isSuccess: row.isSuccess,
      isRefunded: row.isRefunded,
      now: row.now,
      expiresAt: row.expiresAt,
      failures: row.failures,
      isLeaving: row.isLeaving,
      avs: row.avs,
      answeredCode: row.answeredCode,
      attempt: attempt && {
        state: attempt.state,
        isCurrent: attempt.id === row.attemptId,
        calledAt: attempt.calledAt,
        requiresAuthentication: attempt.requiresAuthentication,
        inquiries: attempt.inquiries,
        voidAttempts: attempt.voidTries,
        isVoiding: attempt.voidAt !== null || attempt.voidedAt !== null,
        isVoidDue: attempt.voidAt !== null,
      },
    },
  };
}

export function findAttempt(id: string) {
  return db().attempt.findUnique({ where: { id } });
}

export async function findSealedChallenge(attemptId: string): Promise<Uint8Array | null> {
  const row = await db().attempt.findUnique({ where: { id: attemptId }, select: { sealedChallenge: true } });
  return row?.sealedChallenge ?? null;
}

export function insertAttempt(data: Prisma.AttemptUncheckedCreateInput) {
  return db().attempt.create({ data });
}

/**
 * Updates a session only if it still has the state that was locked. The lock guarantees this, so an update that matches
 * no row is a bug.
 */
export async function updateSession(
  locked: LockedSession,
  change: SessionChange,
  more: Prisma.CheckoutSessionUncheckedUpdateManyInput = {},
): Promise<void> {
  const { id, situation } = locked;
  const { count } = await db().checkoutSession.updateMany({
    where: { id, state: situation.state },
    data: {
      state: change.state,
      ...(change.isFailure && { failures: { increment: 1 } }),
      ...(change.isLeaving && { isLeaving: true }),
      ...(change.lastCode !== undefined && { lastCode: change.lastCode }),
      ...(change.result && { ...change.result, finalisedAt: situation.now }),
      holdsOrder: await holdsOrder(locked, change),
      ...more,
    },
  });
  if (count !== 1) throw new Error("A session moved although it was locked.");
}

async function holdsOrder({ id, situation }: LockedSession, { state, result }: SessionChange): Promise<boolean> {
  if (situation.purpose === "card_create") return false;
  if (state !== "finalised") return state !== "hosted";
  if (result?.status !== "success") return false;
  const { account } = await db().checkoutSession.findUniqueOrThrow({
    where: { id },
    select: { account: { select: { settings: { select: { refusesPaidOrders: true } } } } },
  });
  return account.settings?.refusesPaidOrders ?? true;
}

export async function updateAttempt(
  id: string,
  change: AttemptChange,
  { now, ...learnt }: Prisma.AttemptUncheckedUpdateInput & { now: Date },
): Promise<void> {
  await db().attempt.update({
    where: { id },
    data: {
      ...(change.state && { state: change.state }),
      ...(change.code !== undefined && { code: change.code }),
      ...(change.isCalled && { calledAt: now, inquiries: 0 }),
      ...(change.inquireAt !== undefined && { inquireAt: change.inquireAt }),
      ...(change.void === "done" && { voidAt: null, voidedAt: now }),
      ...((change.void === "none" || change.void === "refund") && { voidAt: null }),
      ...(change.void instanceof Date && { voidAt: change.void }),
      ...learnt,
    },
  });
}

/**
 * Sets a timestamp of the session and appends the step to its timeline. Does nothing if the timestamp is already set.
 */
export async function noteOnce(
  id: string,
  column: "openedAt" | "handedOverAt",
  at: Date,
  step: TimelineStep,
): Promise<void> {
  await inTransaction(async () => {
    const { count } = await db().checkoutSession.updateMany({ where: { id, [column]: null }, data: { [column]: at } });
    if (count === 1) await appendEvents(id, at, [step]);
  });
}

/** Whether any session of this order is being paid. */
export async function isOrderBusy(
  session: Pick<SessionRow, "accountNumber" | "environment" | "origin" | "orderId">,
): Promise<boolean> {
  const { accountNumber, environment, origin, orderId } = session;
  const where = { accountNumber, environment, origin, orderId, holdsOrder: true, finalisedAt: null };
  return (await db().checkoutSession.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Whether another session has already paid the same total of the order. Its payment counts if it blocks the order. It
 * also counts if it was completed after this session was opened and was not refunded in full. If the merchant accepts
 * paid orders again, only the second rule applies, and it distinguishes two tabs of one order from a repeated order.
 * The ids of timeline steps give the order of events, because sandbox clocks differ.
 */
export async function isOrderPaid(sessionId: string): Promise<boolean> {
  const rows = await query<{ id: string }>(sql`
    SELECT other.id FROM checkout_session own
    JOIN checkout_session other USING (account_number, environment, origin, order_id, total, currency)
    WHERE own.id = ${sessionId} AND other.id <> own.id AND other.status = 'success'
      AND (other.holds_order
        OR ((other.refunded < other.total + other.customer_fee
            OR EXISTS (SELECT FROM refund r WHERE r.session_id = other.id AND r.ended_at IS NULL))
          AND EXISTS (SELECT FROM session_event ending
                      WHERE ending.session_id = other.id AND ending.type = 'finalised' AND ending.id >
                        (SELECT min(opening.id) FROM session_event opening WHERE opening.session_id = own.id))))
    LIMIT 1`);
  return rows.length > 0;
}
