import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { groupCalls } from "@/lib/db/group-calls";
import { anyOf, sql } from "@/lib/db/sql";
import { now } from "@/lib/kit/clock";

/** A caller can access its own account and those it created. Others are answered like missing accounts. */
const reachable = (callerNumber: string, accountNumber: string): Prisma.AccountWhereInput => ({
  accountNumber,
  deletedAt: null,
  OR: [{ accountNumber: callerNumber }, { createdByNumber: callerNumber }],
});

type ReachableColumn =
  | "accountNumber"
  | "type"
  | "email"
  | "firstName"
  | "lastName"
  | "phone"
  | "homePlatform"
  | "verifiedAt"
  | "createdAt";
/** `pendingEmail` is the address that the newest unused link would confirm. */
export type ReachableRow = Pick<AccountRow, ReachableColumn> & { pendingEmail: string | null };

type AccountLookup = { callerNumber: string; accountNumber: string };

export const findReachable = groupCalls(async (lookups: readonly AccountLookup[]) => {
  const rows = await query<ReachableRow & { createdByNumber: string | null }>(sql`
    SELECT account_number, type, email, first_name, last_name, phone, home_platform, verified_at, created_at,
      created_by_number,
      (SELECT t.email FROM email_ticket t
       WHERE t.account_number = a.account_number AND t.kind = 'email_change' AND t.used_at IS NULL
         AND t.expires_at > ${now()}
       ORDER BY t.id DESC LIMIT 1) AS pending_email
    FROM account a
    WHERE account_number = ${anyOf(lookups.map(({ accountNumber }) => accountNumber))} AND deleted_at IS NULL`);
  return lookups.map(({ callerNumber, accountNumber }) =>
    rows.find(
      (row) => row.accountNumber === accountNumber && [row.accountNumber, row.createdByNumber].includes(callerNumber),
    ),
  );
});

/** Also selects the password hash, for changes of the email address or password. */
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

/** Finds the account that confirmed this address, or the accounts that have it unconfirmed. */
export function findActiveByEmail(email: string) {
  return db().account.findMany({ where: { email, deletedAt: null } });
}

export function updateAccountRow(accountNumber: string, data: Prisma.AccountUpdateInput) {
  return db().account.update({ where: { accountNumber }, data });
}

/** The names of accounts as payers see them, by account number. */
export async function findShownNames(accountNumbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db().account.findMany({
    where: { accountNumber: { in: [...accountNumbers] } },
    select: { accountNumber: true, firstName: true, lastName: true, settings: { select: { displayName: true } } },
  });
  return new Map(
    rows.map(({ accountNumber, firstName, lastName, settings }) => [
      accountNumber,
      settings?.displayName ?? `${firstName} ${lastName}`.trim(),
    ]),
  );
}

/** Accounts that may go live but are not live on all of their platforms yet, newest first. */
export async function findWaitingForOperator(limit: number) {
  const rows = await query<{ accountNumber: string }>(sql`
    SELECT account_number FROM account
    WHERE deleted_at IS NULL AND NOT sandbox_only AND (verified_at IS NULL OR NOT platforms <@ live_platforms)
    ORDER BY created_at DESC LIMIT ${limit}`);
  const numbers = rows.map(({ accountNumber }) => accountNumber);
  return db().account.findMany({ where: { accountNumber: { in: numbers } }, orderBy: { createdAt: "desc" } });
}

export async function lockAccount(accountNumber: string): Promise<void> {
  await query(sql`SELECT 1 FROM account WHERE account_number = ${accountNumber} FOR UPDATE`);
}

/**
 * Whether the account has open checkout sessions or chargebacks. Locks the account, so that no new session can start
 * until the transaction ends.
 */
export async function isBeingPaid(accountNumber: string): Promise<boolean> {
  await lockAccount(accountNumber);
  const isOpen = [{ finalisedAt: null }, { chargeback: { status: "open" as const } }];
  return (await db().checkoutSession.count({ where: { accountNumber, OR: isOpen } })) > 0;
}

/** Does not change existing settings. */
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

/** Makes processes seed the sandbox one at a time. The lock ends with the transaction. */
export async function lockSeed(): Promise<void> {
  await query(sql`SELECT pg_advisory_xact_lock(20260311)`);
}

type SandboxSeed = {
  accountNumbers: readonly string[];
  merchantNumbers: readonly string[];
  openingSubjects: readonly string[];
};

/**
 * Plain SQL, because every start of a sandbox runs this query and Prisma's query engine takes half a second to load.
 */
export async function isSeedComplete({ accountNumbers, merchantNumbers, openingSubjects }: SandboxSeed) {
  const [found] = await query<{ isComplete: boolean }>(sql`
    SELECT (SELECT count(*) FROM account WHERE account_number = ANY (${accountNumbers})) = ${accountNumbers.length}
      AND (SELECT count(DISTINCT account_number) FROM merchant_key
        WHERE account_number = ANY (${merchantNumbers}) AND environment = 'sandbox') = ${merchantNumbers.length}
      AND (SELECT count(*) FROM merchant_settings WHERE account_number = ANY (${merchantNumbers})) =
        ${merchantNumbers.length}
      AND (SELECT count(*) FROM ledger_journal WHERE kind = 'opening' AND subject = ANY (${openingSubjects})) =
        ${openingSubjects.length}
      AS is_complete`);
  return found?.isComplete === true;
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
