import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

/** A caller reaches its own account and those it created; every other answers as a missing one. */
const reachable = (callerNumber: string, accountNumber: string): Prisma.AccountWhereInput => ({
  accountNumber,
  deletedAt: null,
  OR: [{ accountNumber: callerNumber }, { createdByNumber: callerNumber }],
});

export function findReachable(callerNumber: string, accountNumber: string) {
  return db().account.findFirst({ where: reachable(callerNumber, accountNumber) });
}

/** With the password's hash, for a change of how the account signs in. */
export function findReachableSignIn(callerNumber: string, accountNumber: string) {
  return db().account.findFirst({
    where: reachable(callerNumber, accountNumber),
    select: { email: true, emailConfirmedAt: true, passwordHash: true, scopeCeiling: true },
  });
}

export type AccountSignInRow = NonNullable<Awaited<ReturnType<typeof findReachableSignIn>>>;

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

/** The confirmed account with this address, or the unconfirmed ones. */
export function findActiveByEmail(email: string) {
  return db().account.findMany({ where: { email, deletedAt: null } });
}

export function updateAccountRow(accountNumber: string, data: Prisma.AccountUpdateInput) {
  return db().account.update({ where: { accountNumber }, data });
}

/** Those that may go live and do not yet on every platform of theirs, the newest first. */
export async function findWaitingForOperator(limit: number) {
  const rows = await query<{ account_number: string }>(
    "find-waiting-accounts",
    `SELECT account_number FROM account
     WHERE deleted_at IS NULL AND NOT sandbox_only AND (verified_at IS NULL OR NOT platforms <@ live_platforms)
     ORDER BY created_at DESC LIMIT $1`,
    [limit],
  );
  const numbers = rows.map(({ account_number: accountNumber }) => accountNumber);
  return db().account.findMany({ where: { accountNumber: { in: numbers } }, orderBy: { createdAt: "desc" } });
}

/** Locked until the transaction ends: what is read after this stays as it is. */
export async function lockAccount(accountNumber: string): Promise<void> {
  await query("lock-account", "SELECT 1 FROM account WHERE account_number = $1 FOR UPDATE", [accountNumber]);
}

/** Whether a customer, or a customer's bank, may still pay this account; nobody begins to until the transaction ends. */
export async function isBeingPaid(accountNumber: string): Promise<boolean> {
  await lockAccount(accountNumber);
  const isOpen = [{ finalisedAt: null }, { chargeback: { status: "open" as const } }];
  return (await db().checkoutSession.count({ where: { accountNumber, OR: isOpen } })) > 0;
}

/** Keeps what is there. */
export async function insertSettings(data: Prisma.MerchantSettingsUncheckedCreateInput): Promise<void> {
  await db().merchantSettings.createMany({ data: [data], skipDuplicates: true });
}

export function findAddresses(accountNumber: string) {
  const select = { responseHosts: true, frameOrigins: true } as const;
  return db().merchantSettings.findUnique({ where: { accountNumber }, select });
}

export async function upsertAddresses(
  accountNumber: string,
  addresses: { responseHosts: string[]; frameOrigins: string[] },
): Promise<void> {
  await db().merchantSettings.upsert({
    where: { accountNumber },
    create: { accountNumber, ...addresses },
    update: addresses,
  });
}

/** One process seeds at a time; the lock ends with the transaction. */
export async function lockSeed(): Promise<void> {
  await query("lock-seed", "SELECT pg_advisory_xact_lock(20260311)::text", []);
}

type SandboxSeed = { accountNumbers: string[]; merchantNumber: string; openingSubjects: string[] };

/** Plain SQL, because every start of a sandbox asks and the query engine of Prisma takes half a second to load. */
export async function isSandboxSeeded({ accountNumbers, merchantNumber, openingSubjects }: SandboxSeed) {
  const [found] = await query<{ isComplete: boolean }>(
    "is-sandbox-seeded",
    `SELECT (SELECT count(*) FROM account WHERE account_number = ANY($1::text[])) = cardinality($1::text[])
       AND EXISTS (SELECT FROM merchant_key WHERE account_number = $2 AND environment = 'sandbox')
       AND EXISTS (SELECT FROM merchant_settings WHERE account_number = $2)
       AND (SELECT count(*) FROM ledger_journal WHERE kind = 'opening' AND subject = ANY($3::text[])) =
         cardinality($3::text[])
       AS "isComplete"`,
    [accountNumbers, merchantNumber, openingSubjects],
  );
  return found?.isComplete === true;
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
