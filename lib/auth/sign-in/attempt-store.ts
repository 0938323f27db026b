import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/* Queries about failed attempts to enter a password or code. */

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
