import { query } from "@/lib/db/client";

/** Every request waits for its count, and a request that is not counted is refused or let through: soon. */
const countTimeoutMs = 2_000;

export type Bucket = { name: string; max: number; resetsAt: Date };
export type Count = { hits: number; resetsAt: Date };

/**
 * Counts one hit in each bucket's window and says where the counts stand, in the buckets' order. One
 * statement, so exact. A hit is counted one beyond the limit and no further.
 */
export async function countHits(buckets: readonly Bucket[], at: Date): Promise<Count[]> {
  const rows = await query<{ bucket: string; hits: number; resets_at: Date }>(
    "count-hits",
    `INSERT INTO rate_window AS w (bucket, hits, resets_at)
     SELECT name, 1, resets_at FROM unnest($1::text[], $2::timestamptz[]) AS asked (name, resets_at)
     ON CONFLICT (bucket) DO UPDATE SET
       hits = CASE WHEN w.resets_at <= $3 THEN 1
         ELSE LEAST(w.hits, ($4::int[])[array_position($1::text[], w.bucket)]) + 1 END,
       resets_at = CASE WHEN w.resets_at <= $3 THEN excluded.resets_at ELSE w.resets_at END
     RETURNING bucket, hits, resets_at`,
    [buckets.map(({ name }) => name), buckets.map(({ resetsAt }) => resetsAt), at, buckets.map(({ max }) => max)],
    countTimeoutMs,
  );
  return buckets.map(({ name }) => {
    const row = rows.find(({ bucket }) => bucket === name);
    if (!row) throw new Error("A hit was not counted.");
    return { hits: row.hits, resetsAt: row.resets_at };
  });
}

/** Whether this transaction is the only one at work on the key. The lock ends with the transaction. */
export async function lockIdempotencyKey(lock: Buffer): Promise<boolean> {
  const [row] = await query<{ locked: boolean }>("lock-key", "SELECT pg_try_advisory_xact_lock($1::bigint) AS locked", [
    lock.readBigInt64BE(0),
  ]);
  return row?.locked ?? false;
}

export type RememberedAnswer = { scope: Uint8Array; requestDigest: Uint8Array; status: number; body: string };

/** A key has a digest under every secret; it was remembered under one of them. */
export async function findAnswer(scopes: Uint8Array[], at: Date): Promise<RememberedAnswer | undefined> {
  const [row] = await query<{ scope_digest: Uint8Array; request_digest: Uint8Array; status: number; body: string }>(
    "find-answer",
    `SELECT scope_digest, request_digest, status, body FROM idempotency_key
     WHERE scope_digest = ANY ($1::bytea[]) AND expires_at > $2`,
    [scopes.map((scope) => Buffer.from(scope)), at],
  );
  return row && { scope: row.scope_digest, requestDigest: row.request_digest, status: row.status, body: row.body };
}

export async function rememberAnswer(answer: RememberedAnswer, expiresAt: Date): Promise<void> {
  await query(
    "remember-answer",
    `INSERT INTO idempotency_key (scope_digest, request_digest, status, body, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (scope_digest) DO UPDATE SET
       request_digest = excluded.request_digest, status = excluded.status,
       body = excluded.body, expires_at = excluded.expires_at`,
    [answer.scope, answer.requestDigest, answer.status, answer.body, expiresAt],
  );
}

export async function forgetExpired(at: Date): Promise<void> {
  await query("forget-windows", "DELETE FROM rate_window WHERE resets_at <= $1", [at]);
  await query("forget-answers", "DELETE FROM idempotency_key WHERE expires_at <= $1", [at]);
}
