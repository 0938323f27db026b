import { db, query, slowQuery } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { readPage } from "@/lib/db/read-page";
import { literal, sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { type Environment, type Platform, platformCodes } from "@/lib/reference/platforms";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import { cancelled, held, pending, processing, refunded, released } from "./status";

export type NewWithdrawal = Prisma.WithdrawalUncheckedCreateInput;

export function insertWithdrawal(data: NewWithdrawal) {
  return db().withdrawal.create({ data });
}

export function findWithdrawal(owner: Owner, transactionId: string) {
  return db().withdrawal.findFirst({ where: { ...owner, transactionId } });
}

export type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>;

/** Finds a withdrawal of any account, for the operator. */
export function findAnyWithdrawal(transactionId: string) {
  return db().withdrawal.findUnique({ where: { transactionId } });
}

export type WithdrawalFilters = {
  currency: Currency | undefined;
  type: WithdrawalRow["type"] | undefined;
  status: number | undefined;
  amountMin: Minor | undefined;
  amountMax: Minor | undefined;
  reference: string | undefined;
  transactionId: string | undefined;
  /** `since` and `until` are both inclusive. */
  since: Date | undefined;
  until: Date | undefined;
  withDeleted: boolean;
};

export function findWithdrawals(owner: Owner, filters: WithdrawalFilters, window: PageWindow) {
  const { amountMin, amountMax, since, until, withDeleted, ...exact } = filters;
  const given = Object.entries(exact).filter(([, value]) => value !== undefined);
  const where: Prisma.WithdrawalWhereInput = {
    ...Object.fromEntries(given),
    ...owner,
    amount: { ...(amountMin && { gte: amountMin }), ...(amountMax !== undefined && { lte: amountMax }) },
    createdAt: { ...(since && { gte: since }), ...(until && { lte: until }) },
    ...(withDeleted ? {} : { deletedAt: null }),
  };
  return readPage(window, db().withdrawal.count({ where }), (page) =>
    db().withdrawal.findMany({ where, orderBy: [{ createdAt: "desc" }, { transactionId: "desc" }], ...page }),
  );
}

const movements = { returned: [refunded], "on its way": [pending, processing, released] } as const;

/** The withdrawal of this kind that changed last, if it did after `since`. */
export function findLastMoved(owner: Owner, kind: keyof typeof movements, since: Date) {
  return db().withdrawal.findFirst({
    where: { ...owner, status: { in: [...movements[kind]] }, deletedAt: null, updatedAt: { gte: since } },
    orderBy: { updatedAt: "desc" },
  });
}

export type WithdrawalStep = {
  transactionId: string;
  to: WithdrawalStatus;
  from: readonly WithdrawalStatus[];
  at: Date;
  /** The time at which the worker moves a sandbox withdrawal to its next status. */
  movesAt: Date | null;
  /** The merchant and environment that must own the withdrawal. Absent for the operator and the worker. */
  owner?: Owner | undefined;
  /** The deadline for the merchant to confirm the payee. */
  confirmBy?: Date | undefined;
  /** Requires that the withdrawal is held for the merchant's confirmation, and not by the operator. */
  isAwaitingAnswer?: true | undefined;
  confirmedAt?: Date | undefined;
};

/** One statement checks the current status and changes it. Of two parallel calls, the second returns null. */
export async function moveStatus(step: WithdrawalStep): Promise<WithdrawalRow | null> {
  const { transactionId, to, from, at, movesAt, owner, confirmBy = null, isAwaitingAnswer, confirmedAt } = step;
  const [row] = await db().withdrawal.updateManyAndReturn({
    where: {
      transactionId,
      status: { in: [...from] },
      ...(isAwaitingAnswer && { confirmBy: { not: null } }),
      ...owner,
    },
    data: {
      status: to,
      updatedAt: at,
      movesAt,
      confirmBy,
      ...(confirmedAt && { confirmedAt }),
      ...(to === cancelled && { deletedAt: at }),
    },
  });
  return row ?? null;
}

export type DueWithdrawal = { transactionId: string; status: WithdrawalStatus; amount: Minor };

/** Claims sandbox withdrawals that are due. If the worker dies, they are due again at `until`. */
export function claimDue(now: Date, until: Date, limit: number): Promise<DueWithdrawal[]> {
  return query<DueWithdrawal>(sql`
    UPDATE withdrawal w SET moves_at = ${until}
    FROM (SELECT transaction_id FROM withdrawal WHERE moves_at IS NOT NULL AND moves_at <= ${now}
          ORDER BY moves_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
    WHERE w.transaction_id = due.transaction_id
    RETURNING w.transaction_id, w.status, w.amount`);
}

/** Withdrawals whose payee the merchant did not confirm in time. */
export async function findUnanswered(now: Date, limit: number): Promise<string[]> {
  const rows = await query<{ transactionId: string }>(sql`
    SELECT transaction_id FROM withdrawal WHERE confirm_by <= ${now} AND status = ${literal(held)}
    ORDER BY confirm_by LIMIT ${limit}`);
  return rows.map(({ transactionId: id }) => id);
}

/**
 * Makes a withdrawal that awaits the merchant's confirmation one that only the operator can release. Returns null if it
 * does not await a confirmation.
 */
export async function endWaitForAnswer(transactionId: string, at: Date): Promise<WithdrawalRow | null> {
  const [row] = await db().withdrawal.updateManyAndReturn({
    where: { transactionId, status: held, confirmBy: { not: null } },
    data: { confirmBy: null, updatedAt: at },
  });
  return row ?? null;
}

/** Held withdrawals of all accounts, including those held by the operator, longest held first. */
export function findHeld(environment: Environment, limit: number) {
  return db().withdrawal.findMany({
    where: { environment, status: held },
    orderBy: [{ updatedAt: "asc" }, { transactionId: "asc" }],
    take: limit,
    select: {
      transactionId: true,
      accountNumber: true,
      currency: true,
      amount: true,
      updatedAt: true,
      confirmBy: true,
    },
  });
}

export type BatchChoice = { environment: Environment; platform?: Platform | undefined };

const platformsOf = ({ platform }: BatchChoice) => (platform ? [platform] : platformCodes);

/** Moves the longest waiting withdrawals into a bank file. Rows that another transaction has locked are skipped. */
export async function moveIntoBatch(batch: string, choice: BatchChoice, at: Date, limit: number) {
  const moved = await query<{ transactionId: string }>(sql`
    WITH waiting AS MATERIALIZED (
      SELECT transaction_id FROM withdrawal
      WHERE status = ANY (ARRAY[${literal(pending)}, ${literal(released)}]) AND environment = ${choice.environment} AND platform = ANY (${platformsOf(choice)}::platform[])
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE withdrawal w SET status = ${literal(processing)}, batch = ${batch}, updated_at = ${at}, moves_at = NULL
    FROM waiting WHERE w.transaction_id = waiting.transaction_id
    RETURNING w.transaction_id`);
  const ids = moved.map(({ transactionId: id }) => id);
  return db().withdrawal.findMany({ where: { transactionId: { in: ids } } });
}

export function countWaiting(choice: BatchChoice): Promise<number> {
  return db().withdrawal.count({
    where: {
      status: { in: [pending, released] },
      environment: choice.environment,
      platform: { in: [...platformsOf(choice)] },
    },
  });
}

export type OpenBatch = { batch: string; currency: string; sentAt: Date; count: number; amount: Minor };

/**
 * Batches of withdrawals whose results the bank has not sent yet. `updated_at` of a processing withdrawal is the time
 * it was sent.
 */
export function findOpenBatches(): Promise<OpenBatch[]> {
  return slowQuery<OpenBatch>(sql`
    SELECT batch, currency, min(updated_at) AS sent_at, count(*)::int AS count, sum(amount)::bigint AS amount
    FROM withdrawal WHERE batch IS NOT NULL AND status = ${processing}
    GROUP BY batch, currency ORDER BY batch, currency`);
}

/**
 * The withdrawals of a batch whose results the bank has not sent yet. Settled ones are left out, so that a rewritten
 * file does not pay them twice.
 */
export function findBatch(batch: string) {
  return db().withdrawal.findMany({
    where: { batch, status: processing },
    orderBy: [{ createdAt: "asc" }, { transactionId: "asc" }],
    omit: { sealedBankAccount: false, sealedIdNumber: false },
  });
}

export type BatchRow = Awaited<ReturnType<typeof findBatch>>[number];
