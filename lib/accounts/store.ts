import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Environment } from "@/lib/reference/platforms";

/** A caller reaches its own account and those it created; every other answers as a missing one. */
const reachable = (callerNumber: string, accountNumber: string): Prisma.AccountWhereInput => ({
  accountNumber,
  deletedAt: null,
  OR: [{ accountNumber: callerNumber }, { createdByNumber: callerNumber }],
});

export function findReachable(callerNumber: string, accountNumber: string) {
  return db().account.findFirst({ where: reachable(callerNumber, accountNumber) });
}

export async function updateReachable(
  callerNumber: string,
  accountNumber: string,
  data: Prisma.AccountUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await db().account.updateMany({ where: reachable(callerNumber, accountNumber), data });
  return count === 1;
}

export function insertAccount(data: Prisma.AccountUncheckedCreateInput) {
  return db().account.create({ data });
}

export function findAccount(accountNumber: string) {
  return db().account.findUnique({ where: { accountNumber } });
}

export function findLivingByEmail(email: string) {
  return db().account.findFirst({ where: { email, deletedAt: null } });
}

export function updateAccountRow(accountNumber: string, data: Prisma.AccountUpdateInput) {
  return db().account.update({ where: { accountNumber }, data });
}

/** Whether a customer, or a customer's bank, may still pay this account; nobody begins to until the transaction ends. */
export async function isBeingPaid(accountNumber: string): Promise<boolean> {
  await query("lock-account", "SELECT 1 FROM account WHERE account_number = $1 FOR UPDATE", [accountNumber]);
  const isOpen = [{ finalisedAt: null }, { chargeback: { status: "open" as const } }];
  return (await db().checkoutSession.count({ where: { accountNumber, OR: isOpen } })) > 0;
}

export function findMerchantKey(accountNumber: string, environment: Environment) {
  return db().merchantKey.findUnique({
    where: { accountNumber_environment: { accountNumber, environment } },
    omit: { sealedHashKey: false, sealedSigningSecret: false },
  });
}

export async function insertMerchantKey(data: Prisma.MerchantKeyUncheckedCreateInput): Promise<void> {
  await db().merchantKey.createMany({ data: [data], skipDuplicates: true });
}

/** Keeps what is there. */
export async function insertSettings(data: Prisma.MerchantSettingsUncheckedCreateInput): Promise<void> {
  await db().merchantSettings.createMany({ data: [data], skipDuplicates: true });
}

/** One process seeds at a time; the lock ends with the transaction. */
export async function lockSeed(): Promise<void> {
  await query("lock-seed", "SELECT pg_advisory_xact_lock(20260311)::text", []);
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
