import { db, inTransaction, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AccountType, Environment, Platform } from "@/lib/reference/platforms";
import type { Scope } from "@/lib/reference/scopes";

/* Accounts, as far as proving who somebody is needs them. */

/** The confirmed account with this address, or the unconfirmed ones. The database never lets both exist. */
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

type HolderRow = {
  account_number: string;
  type: AccountType;
  home_platform: Platform;
  platforms: Platform[];
  sandbox_only: boolean;
  may_manage_accounts: boolean;
  scopes: Scope[];
  /** Of the password that a token was granted with; empty for API keys, which have their own scopes. */
  scope_ceiling: Scope[];
};

const holderColumns =
  "a.account_number, a.type, a.home_platform, a.platforms::text[], a.sandbox_only, a.may_manage_accounts";

/** The living holder of a token family that is neither revoked nor over. One statement: every call needs it. */
export async function findBearer(familyId: string, at: Date): Promise<HolderRow | undefined> {
  const [row] = await query<HolderRow>(
    "find-bearer",
    `SELECT ${holderColumns}, a.scope_ceiling, f.scopes FROM token_family f JOIN account a USING (account_number)
     WHERE f.id = $1 AND f.revoked_at IS NULL AND f.expires_at > $2 AND a.deleted_at IS NULL`,
    [familyId, at],
  );
  return row;
}

type KeyHolderRow = HolderRow & {
  environment: Environment;
  secret_digest: Uint8Array;
  cidrs: string[];
  last_used_at: Date | null;
};

export async function findKeyHolder(kid: string, at: Date): Promise<KeyHolderRow | undefined> {
  const [row] = await query<KeyHolderRow>(
    "find-key-holder",
    `SELECT ${holderColumns}, '{}'::text[] AS scope_ceiling, k.scopes, k.environment, k.secret_digest, k.cidrs, k.last_used_at
     FROM api_key k JOIN account a USING (account_number)
     WHERE k.kid = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AND a.deleted_at IS NULL`,
    [kid, at],
  );
  return row;
}

export async function recordKeyUse(kid: string, at: Date): Promise<void> {
  await query("record-key-use", "UPDATE api_key SET last_used_at = $2 WHERE kid = $1", [kid, at]);
}

/* Token families. */

type NewFamily = {
  id: string;
  accountNumber: string;
  passwordHash: string;
  scopes: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
  /** Whether the holder's code was proven. */
  withCode: boolean;
};

/**
 * Opens a family for an account whose password is still the one that was compared, and still opens any. The lock on its
 * row makes a change of password that is under way come first, or revoke this family as well. It is a statement of its
 * own, in the same transaction, so that the insert sees a second factor that was enabled meanwhile.
 */
export async function insertFamily(family: NewFamily): Promise<boolean> {
  await query("share-account", "SELECT FROM account WHERE account_number = $1 FOR SHARE", [family.accountNumber]);
  const rows = await query(
    "insert-family",
    `INSERT INTO token_family (id, account_number, scopes, issued_at, expires_at, ends_at, revoked_at)
     SELECT $1, account_number, $4::text[], $5, $6, $7, $8 FROM account
     WHERE account_number = $2 AND password_hash = $3 AND password_grant AND deleted_at IS NULL
       AND ($9 OR NOT EXISTS (SELECT FROM member WHERE id = $2 AND totp_since IS NOT NULL))
     RETURNING id`,
    [
      family.id,
      family.accountNumber,
      family.passwordHash,
      family.scopes,
      family.issuedAt,
      family.expiresAt,
      family.endsAt,
      family.revokedAt,
      family.withCode,
    ],
  );
  return rows.length === 1;
}

export function findFamily(id: string) {
  return db().tokenFamily.findUnique({ where: { id } });
}

/** Moves a family to its next generation, once: of two calls the second gets false. No refresh moves the family's end. */
export async function advanceFamily(
  from: { id: string; generation: number },
  at: Date,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await query(
    "advance-family",
    `UPDATE token_family SET generation = generation + 1, issued_at = $3, expires_at = least($4, ends_at)
     WHERE id = $1 AND generation = $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING 1`,
    [from.id, from.generation, at, expiresAt],
  );
  return rows.length === 1;
}

export async function revokeFamily(id: string, at: Date): Promise<void> {
  await db().tokenFamily.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
}

export async function revokeFamiliesOf(accountNumber: string, at: Date): Promise<void> {
  await db().tokenFamily.updateMany({ where: { accountNumber, revokedAt: null }, data: { revokedAt: at } });
}

/* Who is signed in to the dashboard, as far as the account's own sign-in ends it. */

export async function deleteSessionsOf(accountNumber: string): Promise<void> {
  await db().dashboardSession.deleteMany({ where: { accountNumber } });
}

/** Their addresses are free again. */
export async function removeMembersOf(accountNumber: string, at: Date): Promise<void> {
  await db().member.updateMany({ where: { accountNumber, removedAt: null }, data: { removedAt: at } });
}

export async function insertTicket(data: Prisma.EmailTicketCreateManyInput): Promise<void> {
  await db().emailTicket.createMany({ data: [data] });
}

/** Links of mails that were not followed yet; of an account all of them, or those of some kind. */
export async function spendTicketsOf(
  accountNumber: string,
  at: Date,
  which: Prisma.EmailTicketWhereInput = {},
): Promise<void> {
  await db().emailTicket.updateMany({ where: { ...which, accountNumber, usedAt: null }, data: { usedAt: at } });
}

/* Signing keys, the newest first. */

export function listSigningKeys() {
  return db().signingKey.findMany({ orderBy: { createdAt: "desc" }, omit: { sealedPrivateJwk: false } });
}

export async function insertSigningKeyUnlessNewer(
  key: { kid: string; publicJwk: object; sealedPrivateJwk: Buffer; createdAt: Date },
  newerThan: Date,
): Promise<void> {
  await inTransaction(async () => {
    // Two processes that both find none, or both find an old one, must not both add one.
    await query("lock-signing-keys", "LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE", []);
    if ((await db().signingKey.count({ where: { createdAt: { gt: newerThan } } })) > 0) return;
    await db().signingKey.create({ data: { ...key, sealedPrivateJwk: new Uint8Array(key.sealedPrivateJwk) } });
  });
}

export async function deleteSigningKeysBefore(moment: Date): Promise<void> {
  await db().signingKey.deleteMany({ where: { createdAt: { lt: moment } } });
}

/* API keys, always within their owner. */

/** Whose keys; without an environment, those of both. */
export type KeyReach = { accountNumber: string; environment?: Environment };

export function insertKey(data: Prisma.ApiKeyUncheckedCreateInput) {
  return db().apiKey.create({ data });
}

/** Counts under a lock on the account, so that parallel requests cannot together pass a limit. */
export async function countKeysLocked(accountNumber: string, at: Date): Promise<number> {
  await query("lock-account", "SELECT FROM account WHERE account_number = $1 FOR UPDATE", [accountNumber]);
  return db().apiKey.count({ where: { accountNumber, ...alive(at) } });
}

export function listKeys(reach: KeyReach, at: Date) {
  return db().apiKey.findMany({
    where: { ...reach, ...alive(at) },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
}

export function findKey(reach: KeyReach, kid: string, at: Date) {
  return db().apiKey.findFirst({ where: { ...reach, kid, ...alive(at) } });
}

/** Locked until the transaction ends, so that a key's scopes cannot change between a check and the update. */
export async function lockApiKey(reach: KeyReach, kid: string, at: Date) {
  await query("lock-key", "SELECT FROM api_key WHERE kid = $1 AND account_number = $2 FOR UPDATE", [
    kid,
    reach.accountNumber,
  ]);
  return findKey(reach, kid, at);
}

export function listKeysMadeBy(accountNumber: string, makers: readonly string[], at: Date) {
  return db().apiKey.findMany({
    where: { accountNumber, madeBy: { in: [...makers] }, ...alive(at) },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
}

/** Email addresses by member id, of removed members too. */
export async function findMemberNames(accountNumber: string): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ id: string; email: string; is_removed: boolean }>(
    "find-member-names",
    `SELECT m.id, coalesce(m.email, a.email) AS email, m.removed_at IS NOT NULL AS is_removed
     FROM member m JOIN account a USING (account_number) WHERE m.account_number = $1`,
    [accountNumber],
  );
  return new Map(rows.map(({ id, email, is_removed }) => [id, is_removed ? `${email} (removed)` : email]));
}

/** Marks a key as replaced, once: whoever comes second gets false. */
export async function replaceKey(reach: KeyReach, kid: string, at: Date, successor: { kid: string; endsAt: Date }) {
  const { count } = await db().apiKey.updateMany({
    where: { ...reach, kid, replacedByKid: null, ...alive(at) },
    data: { replacedByKid: successor.kid, expiresAt: successor.endsAt },
  });
  return count === 1;
}

/** False where the key was revoked or ended meanwhile. */
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

/* Housekeeping. */

export async function deleteExpiredAuthentication(at: Date, successBefore: Date): Promise<void> {
  await db().tokenFamily.deleteMany({ where: { expiresAt: { lt: at } } });
  await db().signInTry.deleteMany({
    where: { countsUntil: { lt: at }, OR: [{ lastSuccessAt: null }, { lastSuccessAt: { lt: successBefore } }] },
  });
}
