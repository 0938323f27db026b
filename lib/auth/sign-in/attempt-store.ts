import { db, query } from "@/lib/db/client";

/* Password tries. */

type Digest = Uint8Array<ArrayBuffer>;

/** One email has a row per secret that digested it. */
export async function readSignInAttempts(emailDigests: Digest[], network: string, at: Date) {
  const rows = await db().signInTry.findMany({ where: { emailDigest: { in: emailDigests }, network } });
  const counting = rows.filter(({ countsUntil }) => countsUntil > at);
  const successes = rows.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
  return {
    failures: counting.reduce((sum, { failures }) => sum + failures, 0),
    lastSuccessAt: successes.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
  };
}

/** Counts in one statement, up to the maximum. The failure that fills the count starts the lock's time. */
export async function countFailure(
  emailDigest: Digest,
  network: string,
  rule: { max: number; at: Date; until: Date },
): Promise<{ failures: number; lastSuccessAt: Date | null } | undefined> {
  const [row] = await query<{ failures: number; lastSuccessAt: Date | null }>(
    "count-failure",
    `INSERT INTO sign_in_try AS t (email_digest, network, failures, counts_until) VALUES ($1, $2, 1, $5)
     ON CONFLICT (email_digest, network) DO UPDATE SET
       failures = CASE WHEN t.counts_until <= $4 THEN 1 ELSE t.failures + 1 END,
       counts_until = CASE WHEN t.counts_until <= $4 OR t.failures + 1 = $3 THEN excluded.counts_until ELSE t.counts_until END
     WHERE t.counts_until <= $4 OR t.failures < $3
     RETURNING failures, last_success_at AS "lastSuccessAt"`,
    [emailDigest, network, rule.max, rule.at, rule.until],
  );
  return row;
}

export async function uncountFailure(emailDigest: Digest, network: string): Promise<void> {
  await query(
    "uncount-failure",
    "UPDATE sign_in_try SET failures = greatest(failures - 1, 0) WHERE email_digest = $1 AND network = $2",
    [emailDigest, network],
  );
}

export async function recordSuccess(emailDigest: Digest, network: string, at: Date): Promise<void> {
  await query(
    "record-success",
    `INSERT INTO sign_in_try (email_digest, network, failures, counts_until, last_success_at) VALUES ($1, $2, 0, $3, $3)
     ON CONFLICT (email_digest, network) DO UPDATE SET failures = 0, last_success_at = excluded.last_success_at`,
    [emailDigest, network, at],
  );
}

export async function deleteSignInAttempts(emailDigests: Digest[]): Promise<void> {
  await db().signInTry.deleteMany({ where: { emailDigest: { in: emailDigests } } });
}
