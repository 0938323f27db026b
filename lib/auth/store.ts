import { db, inTransaction, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { groupCalls } from "@/lib/db/group-calls";
import { anyOf, sql } from "@/lib/db/sql";
import { now } from "@/lib/kit/clock";
import type { AccountType, Environment, Platform } from "@/lib/reference/platforms";
import type { Scope } from "@/lib/reference/scopes";

/* Queries about accounts for authentication. */

/** The confirmed account with this email address, or all unconfirmed ones. The database never lets both exist. */
export function findAccountsForSignIn(email: string) {
  return db().account.findMany({
    where: { email, deletedAt: null },
    orderBy: { createdAt: "asc" },
    select: {
      accountNumber: true,
      passwordHash: true,
      passwordGrant: true,
      type: true,
      mayManageAccounts: true,
      scopeCeiling: true,
    },
  });
}

export async function isSharedEmail(email: string): Promise<boolean> {
  return (await db().account.count({ where: { email, deletedAt: null } })) > 1;
}

export type HolderRow = {
  accountNumber: string;
  type: AccountType;
  homePlatform: Platform;
  platforms: Platform[];
  sandboxOnly: boolean;
  mayManageAccounts: boolean;
  scopes: Scope[];
  /** Scopes to which the account's password limits its tokens. Empty for API keys, which have their own scopes. */
  scopeCeiling: Scope[];
};

const holderColumns = sql`
  a.account_number, a.type, a.home_platform, a.platforms, a.sandbox_only, a.may_manage_accounts`;

/** The account of a token family that is neither revoked nor expired. */
export const findBearer = groupCalls(async (familyIds: readonly string[]) => {
  const rows = await query<HolderRow & { id: string }>(sql`
    SELECT f.id, ${holderColumns}, a.scope_ceiling, f.scopes FROM token_family f JOIN account a USING (account_number)
    WHERE f.id = ${anyOf(familyIds)} AND f.revoked_at IS NULL AND f.expires_at > ${now()} AND a.deleted_at IS NULL`);
  return familyIds.map((familyId) => rows.find(({ id }) => id === familyId));
});

type KeyHolderRow = HolderRow & {
  kid: string;
  environment: Environment;
  secretDigest: Uint8Array;
  cidrs: string[];
  lastUsedAt: Date | null;
};

export const findKeyHolder = groupCalls(async (kids: readonly string[]) => {
  const rows = await query<KeyHolderRow>(sql`
    SELECT k.kid, ${holderColumns}, '{}'::text[] AS scope_ceiling, k.scopes, k.environment, k.secret_digest, k.cidrs,
           k.last_used_at
    FROM api_key k JOIN account a USING (account_number)
    WHERE k.kid = ${anyOf(kids)} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now()})
      AND a.deleted_at IS NULL`);
  return kids.map((kid) => rows.find((row) => row.kid === kid));
});

export async function recordKeyUse(kid: string, at: Date): Promise<void> {
  await query(sql`UPDATE api_key SET last_used_at = ${at} WHERE kid = ${kid}`);
}

/* Queries about token families. */

type NewFamily = {
  id: string;
  accountNumber: string;
  passwordHash: string;
  scopes: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
  /** Whether the token request included a valid code of the second factor. */
  withCode: boolean;
};

/**
 * Creates a token family if the account still has the compared password and still allows the password grant. A
 * concurrent change of the password waits for this row lock or is waited for: it either commits first, or revokes the
 * new family too. The lock is a separate statement, so that the insert sees a second factor that was enabled meanwhile.
 */
export async function insertFamily(family: NewFamily): Promise<boolean> {
  await query(sql`SELECT FROM account WHERE account_number = ${family.accountNumber} FOR SHARE`);
  const rows = await query(sql`
    INSERT INTO token_family (id, account_number, scopes, issued_at, expires_at, ends_at, revoked_at)
    SELECT ${family.id}, account_number, ${family.scopes}, ${family.issuedAt}, ${family.expiresAt}, ${family.endsAt},
           ${family.revokedAt}
    FROM account
    WHERE account_number = ${family.accountNumber} AND password_hash = ${family.passwordHash} AND password_grant
      AND deleted_at IS NULL AND (${family.withCode}
        OR NOT EXISTS (SELECT FROM member WHERE id = ${family.accountNumber} AND totp_since IS NOT NULL))
    RETURNING id`);
  return rows.length === 1;
}

export function findFamily(id: string) {
  return db().tokenFamily.findUnique({ where: { id } });
}

/**
 * Moves a token family to its next generation. The second of two parallel calls returns false. Never extends `ends_at`.
 */
export async function advanceFamily(
  from: { id: string; generation: number },
  at: Date,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await query(sql`
    UPDATE token_family SET generation = generation + 1, issued_at = ${at}, expires_at = least(${expiresAt}, ends_at)
    WHERE id = ${from.id} AND generation = ${from.generation} AND revoked_at IS NULL AND expires_at > ${at}
    RETURNING 1`);
  return rows.length === 1;
}

export async function revokeFamily(id: string, at: Date): Promise<void> {
  await db().tokenFamily.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
}

export async function revokeFamiliesOf(accountNumber: string, at: Date): Promise<void> {
  await db().tokenFamily.updateMany({ where: { accountNumber, revokedAt: null }, data: { revokedAt: at } });
}

/* Queries about dashboard sessions, members and email links that end together with an account's credentials. */

export async function deleteSessionsOf(accountNumber: string): Promise<void> {
  await db().dashboardSession.deleteMany({ where: { accountNumber } });
}

/** Removes all members of an account, so that their email addresses can be used again. */
export async function removeMembersOf(accountNumber: string, at: Date): Promise<void> {
  const data = { removedAt: at, formerPasswords: [] };
  await db().member.updateMany({ where: { accountNumber, removedAt: null }, data });
}

export async function insertTicket(data: Prisma.EmailTicketCreateManyInput): Promise<void> {
  await db().emailTicket.createMany({ data: [data] });
}

/** Invalidates unused email links of an account: all of them, or only those that match `which`. */
export async function spendTicketsOf(
  accountNumber: string,
  at: Date,
  which: Prisma.EmailTicketWhereInput = {},
): Promise<void> {
  await db().emailTicket.updateMany({ where: { ...which, accountNumber, usedAt: null }, data: { usedAt: at } });
}

/* Queries about signing keys. Lists are sorted newest first. */

export function listSigningKeys() {
  return db().signingKey.findMany({ orderBy: { createdAt: "desc" }, omit: { sealedPrivateJwk: false } });
}

export async function insertSigningKeyUnlessNewer(
  key: { kid: string; publicJwk: object; sealedPrivateJwk: Buffer; createdAt: Date },
  newerThan: Date,
): Promise<void> {
  await inTransaction(async () => {
    // If two processes find that the newest key is too old, the table lock lets only one of them add a key.
    await query(sql`LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE`);
    if ((await db().signingKey.count({ where: { createdAt: { gt: newerThan } } })) > 0) return;
    await db().signingKey.create({ data: { ...key, sealedPrivateJwk: new Uint8Array(key.sealedPrivateJwk) } });
  });
}

export async function deleteSigningKeysBefore(moment: Date): Promise<void> {
  await db().signingKey.deleteMany({ where: { createdAt: { lt: moment } } });
}

/* Queries about API keys. Each one is limited to the keys of one account. */

/** The account whose API keys a query reaches. Without `environment`, it reaches the keys of both environments. */
export type KeyReach = { accountNumber: string; environment?: Environment };

export function insertKey(data: Prisma.ApiKeyUncheckedCreateInput) {
  return db().apiKey.create({ data });
}

/** Counts keys under a lock on the account, so that parallel requests cannot exceed the limit together. */
export async function countKeysLocked(accountNumber: string, at: Date): Promise<number> {
  await query(sql`SELECT FROM account WHERE account_number = ${accountNumber} FOR UPDATE`);
  return db().apiKey.count({ where: { accountNumber, ...alive(at) } });
}

export function listKeys(reach: KeyReach, at: Date) {
  return db().apiKey.findMany({
    where: { ...reach, ...alive(at) },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
}

/** Keys that were revoked or expired after `since`, newest first. */
export function listEndedKeys(reach: KeyReach, at: Date, { since, limit }: { since: Date; limit: number }) {
  return db().apiKey.findMany({
    where: { ...reach, OR: [{ revokedAt: { gt: since } }, { revokedAt: null, expiresAt: { gt: since, lte: at } }] },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
    take: limit,
  });
}

export function findKey(reach: KeyReach, kid: string, at: Date) {
  return db().apiKey.findFirst({ where: { ...reach, kid, ...alive(at) } });
}

/** Locks an API key until the transaction ends, so that its scopes cannot change between check and update. */
export async function lockApiKey(reach: KeyReach, kid: string, at: Date) {
  await query(sql`SELECT FROM api_key WHERE kid = ${kid} AND account_number = ${reach.accountNumber} FOR UPDATE`);
  return findKey(reach, kid, at);
}

export function listKeysMadeBy(accountNumber: string, makers: readonly string[], at: Date) {
  return db().apiKey.findMany({
    where: { accountNumber, madeBy: { in: [...makers] }, ...alive(at) },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
}

/** Returns the email addresses of all members by member id. Includes removed members. */
export async function findMemberNames(accountNumber: string): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ id: string; email: string; isRemoved: boolean }>(sql`
    SELECT m.id, coalesce(m.email, a.email) AS email, m.removed_at IS NOT NULL AS is_removed
    FROM member m JOIN account a USING (account_number) WHERE m.account_number = ${accountNumber}`);
  return new Map(rows.map(({ id, email, isRemoved }) => [id, isRemoved ? `${email} (removed)` : email]));
}

/** Marks an API key as replaced. Returns false if it has already been replaced, revoked or has expired. */
export async function replaceKey(reach: KeyReach, kid: string, at: Date, successor: { kid: string; endsAt: Date }) {
  const { count } = await db().apiKey.updateMany({
    where: { ...reach, kid, replacedByKid: null, ...alive(at) },
    data: { replacedByKid: successor.kid, expiresAt: successor.endsAt },
  });
  return count === 1;
}

/** Updates an API key. Returns false if the key has been revoked or has expired meanwhile. */
export async function updateKey(
  reach: KeyReach,
  kid: string,
  at: Date,
  data: Prisma.ApiKeyUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await db().apiKey.updateMany({ where: { ...reach, kid, ...alive(at) }, data });
  return count === 1;
}

export async function revokeKeysOf(accountNumber: string, at: Date): Promise<void> {
  await db().apiKey.updateMany({ where: { accountNumber, revokedAt: null }, data: { revokedAt: at } });
}

const alive = (at: Date): Prisma.ApiKeyWhereInput => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
});
