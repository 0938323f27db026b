import { db, inTransaction, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AccountType, Environment, Platform } from "@/lib/reference/platforms";
import type { Scope } from "@/lib/reference/scopes";

/* Accounts, as far as proving who somebody is needs them. */

export function findAccountForSignIn(email: string) {
  return db().account.findFirst({
    where: { email, deletedAt: null },
    select: { accountNumber: true, passwordHash: true, type: true, mayManageAccounts: true },
  });
}

type HolderRow = {
  account_number: string;
  type: AccountType;
  home_platform: Platform;
  sandbox_only: boolean;
  may_manage_accounts: boolean;
  scopes: Scope[];
};

const holderColumns = "a.account_number, a.type, a.home_platform, a.sandbox_only, a.may_manage_accounts";

/** The living holder of a token family that is neither revoked nor over. One statement: every call needs it. */
export async function findBearer(familyId: string, at: Date): Promise<HolderRow | undefined> {
  const [row] = await query<HolderRow>(
    "find-bearer",
    `SELECT ${holderColumns}, f.scopes FROM token_family f JOIN account a USING (account_number)
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
    `SELECT ${holderColumns}, k.scopes, k.environment, k.secret_digest, k.cidrs, k.last_used_at
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

export function insertFamily(data: Prisma.TokenFamilyUncheckedCreateInput) {
  return db().tokenFamily.create({ data });
}

export function findFamily(id: string) {
  return db().tokenFamily.findUnique({ where: { id } });
}

/** Moves a family to its next generation, once: whoever comes second gets false. */
export async function advanceFamily(
  from: { id: string; generation: number },
  at: Date,
  expiresAt: Date,
): Promise<boolean> {
  const { count } = await db().tokenFamily.updateMany({
    where: { ...from, revokedAt: null, expiresAt: { gt: at } },
    data: { generation: from.generation + 1, issuedAt: at, expiresAt },
  });
  return count === 1;
}

export async function revokeFamily(id: string, at: Date): Promise<void> {
  await db().tokenFamily.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
}

export async function revokeFamiliesOf(accountNumber: string, at: Date): Promise<void> {
  await db().tokenFamily.updateMany({ where: { accountNumber, revokedAt: null }, data: { revokedAt: at } });
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

export function insertKey(data: Prisma.ApiKeyUncheckedCreateInput) {
  return db().apiKey.create({ data });
}

export function countKeys(accountNumber: string, at: Date) {
  return db().apiKey.count({ where: { accountNumber, ...alive(at) } });
}

export function listKeys(accountNumber: string, at: Date) {
  return db().apiKey.findMany({
    where: { accountNumber, ...alive(at) },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
}

export function findKey(accountNumber: string, kid: string, at: Date) {
  return db().apiKey.findFirst({ where: { accountNumber, kid, ...alive(at) } });
}

/** False where the key was revoked or ended meanwhile. */
export async function updateKey(
  accountNumber: string,
  kid: string,
  at: Date,
  data: Prisma.ApiKeyUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await db().apiKey.updateMany({ where: { accountNumber, kid, ...alive(at) }, data });
  return count === 1;
}

export async function revokeKeysOf(accountNumber: string, at: Date): Promise<void> {
  await db().apiKey.updateMany({ where: { accountNumber, revokedAt: null }, data: { revokedAt: at } });
}

const alive = (at: Date): Prisma.ApiKeyWhereInput => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: at } }],
});

/* Password tries. */

type TryCount = { failures: number; lastSuccessAt: Date | null };

/** Consumes one try before the password is compared, so that parallel guesses cannot outrun the count. */
export async function countTry(
  emailDigest: Buffer,
  network: string,
  rule: { max: number; at: Date; until: Date },
): Promise<TryCount> {
  const [row] = await query<{ failures: number; last_success_at: Date | null }>(
    "count-try",
    `INSERT INTO sign_in_try AS t (email_digest, network, failures, counts_until) VALUES ($1, $2, 1, $5)
     ON CONFLICT (email_digest, network) DO UPDATE SET
       failures = CASE WHEN t.counts_until <= $4 THEN 1 ELSE LEAST(t.failures, $3) + 1 END,
       counts_until = CASE WHEN t.counts_until <= $4 OR t.failures + 1 = $3 THEN excluded.counts_until ELSE t.counts_until END
     RETURNING failures, last_success_at`,
    [emailDigest, network, rule.max, rule.at, rule.until],
  );
  if (!row) throw new Error("A try was not counted.");
  return { failures: row.failures, lastSuccessAt: row.last_success_at };
}

/** A success wipes its own network's count and gives the email as a whole its one try back. */
export async function recordSignIn(emailDigest: Buffer, network: string, everywhere: string, at: Date): Promise<void> {
  await query(
    "record-sign-in",
    `UPDATE sign_in_try SET
       failures = CASE WHEN network = $2 THEN 0 ELSE GREATEST(failures - 1, 0) END,
       last_success_at = CASE WHEN network = $2 THEN $4 ELSE last_success_at END
     WHERE email_digest = $1 AND network IN ($2, $3)`,
    [emailDigest, network, everywhere, at],
  );
}

export async function forgetTries(emailDigest: Buffer): Promise<void> {
  await db().signInTry.deleteMany({ where: { emailDigest: new Uint8Array(emailDigest) } });
}

/* Housekeeping. */

export async function deleteOver(at: Date, successBefore: Date): Promise<void> {
  await db().tokenFamily.deleteMany({ where: { expiresAt: { lt: at } } });
  await db().signInTry.deleteMany({
    where: { countsUntil: { lt: at }, OR: [{ lastSuccessAt: null }, { lastSuccessAt: { lt: successBefore } }] },
  });
}
