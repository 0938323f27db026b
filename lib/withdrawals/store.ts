import { db, query, slowQuery } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { type Environment, type Platform, platformCodes } from "@/lib/reference/platforms";
import { cancelled, held, pending, processing, released, type Status } from "./status";

export type NewWithdrawal = Prisma.WithdrawalUncheckedCreateInput;

export function insertWithdrawal(data: NewWithdrawal) {
  return db().withdrawal.create({ data });
}

export function findWithdrawal(owner: Owner, transactionId: string) {
  return db().withdrawal.findFirst({ where: { ...owner, transactionId } });
}

export type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>;

/** Whoever's it is, for the operator. */
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
  /** From the first moment on, and to before the second. */
  since: Date | undefined;
  until: Date | undefined;
  withDeleted: boolean;
};

export async function findWithdrawals(owner: Owner, filters: WithdrawalFilters, { offset, limit }: PageWindow) {
  const { amountMin, amountMax, since, until, withDeleted, ...exact } = filters;
  const given = Object.entries(exact).filter(([, value]) => value !== undefined);
  const where: Prisma.WithdrawalWhereInput = {
    ...Object.fromEntries(given),
    ...owner,
    amount: { ...(amountMin && { gte: amountMin }), ...(amountMax !== undefined && { lte: amountMax }) },
    createdAt: { ...(since && { gte: since }), ...(until && { lte: until }) },
    ...(withDeleted ? {} : { deletedAt: null }),
  };
  const total = await db().withdrawal.count({ where });
  // Prisma loses count of an offset over 2^32, and there is nothing to be found beyond the last one anyway.
  if (offset >= total) return { total, rows: [] };
  const orderBy: Prisma.WithdrawalOrderByWithRelationInput[] = [{ createdAt: "desc" }, { transactionId: "desc" }];
  return { total, rows: await db().withdrawal.findMany({ where, orderBy, skip: offset, take: limit }) };
}

type Step = {
  transactionId: string;
  to: Status;
  from: readonly Status[];
  at: Date;
  /** When it moves on by itself, in sandbox. */
  movesAt: Date | null;
  owner?: Owner | undefined;
  /** By when its owner answers whether the payee is right. */
  confirmBy?: Date | undefined;
  /** Only where it is held for that answer, and not by the operator. */
  isAwaitingAnswer?: true | undefined;
  confirmedAt?: Date | undefined;
};

/** One guarded statement: whoever comes second finds it elsewhere, and learns it from the answer. */
export async function moveStatus(step: Step): Promise<WithdrawalRow | null> {
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

export type DueWithdrawal = { transaction_id: string; status: Status; amount: Minor };

/** Takes sandbox withdrawals that are to move on. Should whoever took one die, it is due again at `until`. */
export async function claimDue(now: Date, until: Date, limit: number): Promise<DueWithdrawal[]> {
  const rows = await query<DueWithdrawal>(
    "claim-withdrawals",
    `UPDATE withdrawal w SET moves_at = $2::timestamptz
     FROM (SELECT transaction_id FROM withdrawal WHERE moves_at IS NOT NULL AND moves_at <= $1::timestamptz
           ORDER BY moves_at LIMIT $3 FOR UPDATE SKIP LOCKED) due
     WHERE w.transaction_id = due.transaction_id
     RETURNING w.transaction_id, w.status, w.amount`,
    [now.toISOString(), until.toISOString(), limit],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Withdrawals that their owner did not answer for in time. */
export async function findUnanswered(now: Date, limit: number): Promise<string[]> {
  const rows = await query<{ transaction_id: string }>(
    "find-unanswered-withdrawals",
    `SELECT transaction_id FROM withdrawal WHERE confirm_by <= $1::timestamptz AND status = ${held}
     ORDER BY confirm_by LIMIT $2`,
    [now.toISOString(), limit],
  );
  return rows.map(({ transaction_id: id }) => id);
}

/** From then on the operator alone releases it. False where it does not wait for its owner's answer. */
export async function endWaitForAnswer(transactionId: string, at: Date): Promise<WithdrawalRow | null> {
  const [row] = await db().withdrawal.updateManyAndReturn({
    where: { transactionId, status: held, confirmBy: { not: null } },
    data: { confirmBy: null, updatedAt: at },
  });
  return row ?? null;
}

/** Of all accounts, the operator's own holds included; the longest held first. */
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

/** What has waited longest for a bank file goes into this one. What somebody else moves just now is left to them. */
export async function moveIntoBatch(batch: string, choice: BatchChoice, at: Date, limit: number) {
  const moved = await query<{ transaction_id: string }>(
    "move-into-batch",
    `WITH waiting AS MATERIALIZED (
       SELECT transaction_id FROM withdrawal
       WHERE status = ANY (ARRAY[${pending}, ${released}]) AND environment = $1::environment AND platform = ANY ($2::platform[])
       ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     UPDATE withdrawal w SET status = ${processing}, batch = $4, updated_at = $5::timestamptz, moves_at = NULL
     FROM waiting WHERE w.transaction_id = waiting.transaction_id
     RETURNING w.transaction_id`,
    [choice.environment, platformsOf(choice), limit, batch, at.toISOString()],
  );
  const ids = moved.map(({ transaction_id: id }) => id);
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

/** What the bank has not answered for. A withdrawal that is still processing has not been touched since it was sent. */
export async function findOpenBatches(): Promise<OpenBatch[]> {
  const rows = await slowQuery<OpenBatch>(
    `SELECT batch, currency, min(updated_at) AS "sentAt", count(*)::int AS count, sum(amount)::bigint AS amount
     FROM withdrawal WHERE batch IS NOT NULL AND status = $1
     GROUP BY batch, currency ORDER BY batch, currency`,
    [processing],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Without what the bank has answered for: nobody is to be paid twice by a file that is written again. */
export function findBatch(batch: string) {
  return db().withdrawal.findMany({
    where: { batch, status: processing },
    orderBy: [{ createdAt: "asc" }, { transactionId: "asc" }],
    omit: { sealedBankAccount: false, sealedIdNumber: false },
  });
}

export type BatchRow = Awaited<ReturnType<typeof findBatch>>[number];
