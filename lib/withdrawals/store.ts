import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Cut } from "@/lib/http/paging";
import type { Minor } from "@/lib/kit/money";
import type { Purse } from "@/lib/ledger/store";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment, Platform } from "@/lib/reference/platforms";
import { cancelled, pending, processing, released, type Status } from "./status";

export type Owner = { accountNumber: string; environment: Environment };
export type NewWithdrawal = Prisma.WithdrawalUncheckedCreateInput;

export async function insertWithdrawal(data: NewWithdrawal): Promise<void> {
  await db().withdrawal.create({ data });
}

export function findWithdrawal(owner: Owner, transactionId: string) {
  return db().withdrawal.findFirst({ where: { ...owner, transactionId } });
}

export type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>;

/** Whoever's it is, for the operator. */
export function findAnyWithdrawal(transactionId: string) {
  return db().withdrawal.findUnique({ where: { transactionId } });
}

export type HistoryFilters = {
  currency: string | undefined;
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

export async function findHistory(owner: Owner, filters: HistoryFilters, { offset, limit }: Cut) {
  const { amountMin, amountMax, since, until, withDeleted, ...exact } = filters;
  const given = Object.entries(exact).filter(([, value]) => value !== undefined);
  const where: Prisma.WithdrawalWhereInput = {
    ...Object.fromEntries(given),
    ...owner,
    amount: { ...(amountMin && { gte: amountMin }), ...(amountMax !== undefined && { lte: amountMax }) },
    createdAt: { ...(since && { gte: since }), ...(until && { lte: until }) },
    ...(withDeleted ? {} : { deletedAt: null }),
  };
  const [total, rows] = await Promise.all([
    db().withdrawal.count({ where }),
    db().withdrawal.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { transactionId: "desc" }],
      skip: offset,
      take: limit,
    }),
  ]);
  return { total, rows };
}

type Step = {
  transactionId: string;
  to: Status;
  from: readonly Status[];
  at: Date;
  /** When it moves on by itself, in sandbox. */
  movesAt: Date | null;
  owner?: Owner | undefined;
};
type Moved = { purse: Purse; amount: Minor };

/** One guarded statement: whoever comes second finds it elsewhere, and learns it from the answer. */
export async function moveStatus({ transactionId, to, from, at, movesAt, owner }: Step): Promise<Moved | null> {
  const [row] = await db().withdrawal.updateManyAndReturn({
    where: { transactionId, status: { in: [...from] }, ...owner },
    data: { status: to, updatedAt: at, movesAt, ...(to === cancelled && { deletedAt: at }) },
    select: { accountNumber: true, environment: true, currency: true, amount: true },
  });
  if (!row) return null;
  const { amount, currency, ...holder } = row;
  return { amount, purse: { ...holder, currency: currency as Currency } };
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

export type BatchChoice = { environment: Environment; platform?: Platform | undefined };

/** Everything that waits for a bank file goes into this one. */
export async function moveIntoBatch(batch: string, { environment, platform }: BatchChoice, at: Date): Promise<void> {
  await db().withdrawal.updateMany({
    where: { status: { in: [pending, released] }, environment, ...(platform && { platform }) },
    data: { status: processing, batch, updatedAt: at, movesAt: null },
  });
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
