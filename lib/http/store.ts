import { query } from "@/lib/db/client";

/** Every request waits for its count, and a request that is not counted is refused or let through: soon. */
const countTimeoutMs = 2_000;

/** Counts one hit in a bucket's window and says where the count stands. One statement, so exact. */
export async function countHit(hit: {
  bucket: string;
  max: number;
  at: Date;
  resetsAt: Date;
}): Promise<{ hits: number; resetsAt: Date }> {
  const [row] = await query<{ hits: number; resets_at: Date }>(
    "count-hit",
    `INSERT INTO rate_window AS w (bucket, hits, resets_at) VALUES ($1, 1, $4)
     ON CONFLICT (bucket) DO UPDATE SET
       hits = CASE WHEN w.resets_at <= $3 THEN 1 ELSE LEAST(w.hits, $2) + 1 END,
       resets_at = CASE WHEN w.resets_at <= $3 THEN excluded.resets_at ELSE w.resets_at END
     RETURNING hits, resets_at`,
    [hit.bucket, hit.max, hit.at, hit.resetsAt],
    countTimeoutMs,
  );
  if (!row) throw new Error("A hit was not counted.");
  return { hits: row.hits, resetsAt: row.resets_at };
}

/** Whether this transaction is the only one at work on the key. The lock ends with the transaction. */
export async function lockKey(scopeDigest: Buffer): Promise<boolean> {
  const [row] = await query<{ locked: boolean }>("lock-key", "SELECT pg_try_advisory_xact_lock($1::bigint) AS locked", [
    scopeDigest.readBigInt64BE(0),
  ]);
  return row?.locked ?? false;
}

export type RememberedAnswer = { requestDigest: Uint8Array; status: number; body: string };

export async function findAnswer(scopeDigest: Buffer, at: Date): Promise<RememberedAnswer | undefined> {
  const [row] = await query<{ request_digest: Uint8Array; status: number; body: string }>(
    "find-answer",
    "SELECT request_digest, status, body FROM idempotency_key WHERE scope_digest = $1 AND expires_at > $2",
    [scopeDigest, at],
  );
  return row && { requestDigest: row.request_digest, status: row.status, body: row.body };
}

export async function rememberAnswer(scopeDigest: Buffer, answer: RememberedAnswer, expiresAt: Date): Promise<void> {
  await query(
    "remember-answer",
    `INSERT INTO idempotency_key (scope_digest, request_digest, status, body, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (scope_digest) DO UPDATE SET
       request_digest = excluded.request_digest, status = excluded.status,
       body = excluded.body, expires_at = excluded.expires_at`,
    [scopeDigest, answer.requestDigest, answer.status, answer.body, expiresAt],
  );
}

export async function forgetExpired(at: Date): Promise<void> {
  await query("forget-windows", "DELETE FROM rate_window WHERE resets_at <= $1", [at]);
  await query("forget-answers", "DELETE FROM idempotency_key WHERE expires_at <= $1", [at]);
}
