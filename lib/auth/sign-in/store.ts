import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/* Failed attempts to enter a password or code. */

type Digest = Uint8Array<ArrayBuffer>;

/** Sums the failures of an email address over its digests, because each APP_SECRET gives another digest. */
export async function readSignInAttempts(emailDigests: Digest[], network: string, at: Date) {
  const rows = await db().signInTry.findMany({ where: { emailDigest: { in: emailDigests }, network } });
  const counting = rows.filter(({ countsUntil }) => countsUntil > at);
  const successes = rows.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
  return {
    failures: counting.reduce((sum, { failures }) => sum + failures, 0),
    lastSuccessAt: successes.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
  };
}

/**
 * Counts one failure in a single statement, up to `rule.max`. The failure that reaches `rule.max` starts the lock-out.
 */
export async function countFailure(
  emailDigest: Digest,
  network: string,
  rule: { max: number; at: Date; until: Date },
): Promise<{ failures: number; lastSuccessAt: Date | null } | undefined> {
  const [row] = await query<{ failures: number; lastSuccessAt: Date | null }>(sql`
    INSERT INTO sign_in_try AS t (email_digest, network, failures, counts_until)
    VALUES (${emailDigest}, ${network}, 1, ${rule.until})
    ON CONFLICT (email_digest, network) DO UPDATE SET
      failures = CASE WHEN t.counts_until <= ${rule.at} THEN 1 ELSE t.failures + 1 END,
      counts_until = CASE WHEN t.counts_until <= ${rule.at} OR t.failures + 1 = ${rule.max}
        THEN excluded.counts_until ELSE t.counts_until END
    WHERE t.counts_until <= ${rule.at} OR t.failures < ${rule.max}
    RETURNING failures, last_success_at`);
  return row;
}

export async function uncountFailure(emailDigest: Digest, network: string): Promise<void> {
  await query(sql`
    UPDATE sign_in_try SET failures = greatest(failures - 1, 0)
    WHERE email_digest = ${emailDigest} AND network = ${network}`);
}

export async function recordSuccess(emailDigest: Digest, network: string, at: Date): Promise<void> {
  await query(sql`
    INSERT INTO sign_in_try (email_digest, network, failures, counts_until, last_success_at)
    VALUES (${emailDigest}, ${network}, 0, ${at}, ${at})
    ON CONFLICT (email_digest, network) DO UPDATE SET failures = 0, last_success_at = excluded.last_success_at`);
}

export async function deleteSignInAttempts(emailDigests: Digest[]): Promise<void> {
  await db().signInTry.deleteMany({ where: { emailDigest: { in: emailDigests } } });
}

/* The codes of a member's second factor. */

export function findSecondFactor(memberId: string) {
  return db().member.findUnique({
    where: { id: memberId },
    select: { id: true, sealedTotp: true, totpSince: true, recoveryDigests: true },
  });
}

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** Marks the time step of a code as used. Returns false if this step or a later one was used before. */
export async function takeStep(memberId: string, step: number): Promise<boolean> {
  const { count } = await db().member.updateMany({
    where: { id: memberId, totpSince: { not: null }, totpStep: { lt: step } },
    data: { totpStep: step },
  });
  return count === 1;
}

export async function takeRecoveryDigest(memberId: string, digest: Uint8Array): Promise<boolean> {
  const rows = await query(sql`
    UPDATE member SET recovery_digests = array_remove(recovery_digests, ${digest})
    WHERE id = ${memberId} AND totp_since IS NOT NULL AND ${digest} = ANY (recovery_digests) RETURNING 1`);
  return rows.length === 1;
}

/**
 * Records a use of the network. Returns true if the account is known from other networks, but not from this one. Of
 * parallel requests from a new network only one gets true. To save writes, `last_used_at` changes only if it is before
 * `renewBefore`.
 */
export async function recordNetworkOf(
  accountNumber: string,
  network: string,
  at: Date,
  renewBefore: Date,
): Promise<boolean> {
  const [row] = await query<{ isNew: boolean }>(sql`
    WITH noted AS (
      INSERT INTO known_network AS k (account_number, network, last_used_at)
      VALUES (${accountNumber}, ${network}, ${at})
      ON CONFLICT (account_number, network) DO UPDATE SET last_used_at = excluded.last_used_at
      WHERE k.last_used_at < ${renewBefore} RETURNING xmax = 0 AS is_inserted)
    SELECT is_inserted AND EXISTS (
      SELECT FROM known_network WHERE account_number = ${accountNumber} AND network <> ${network}) AS is_new
    FROM noted`);
  return row?.isNew ?? false;
}

/** The hashes of the last four passwords of a member. The account holder has the account number as member id. */
export async function findLastHashes(memberId: string): Promise<string[]> {
  const [row] = await query<{ hashes: string[] }>(sql`
    SELECT password_hash || former_passwords AS hashes FROM account WHERE account_number = ${memberId}
    UNION ALL
    SELECT password_hash || former_passwords FROM member WHERE id = ${memberId} AND password_hash IS NOT NULL`);
  return row?.hashes ?? [];
}
