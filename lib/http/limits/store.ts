import { query } from "@/lib/db/client";
import { literal, type Statement, sql } from "@/lib/db/sql";

/** Short, because every request waits for this count. On timeout, the endpoint's rate limit fails open or closed. */
export const countTimeoutMs = 2_000;

/** The counter of one rate limit. */
export type Bucket = { name: string; resetsAt: Date };
export type Count = { hits: number; resetsAt: Date };
export type CountRow = Count & { bucket: string };

/** Counters stop here, far above every limit, because the column holds 32 bits. */
const hitsMax = 1_000_000_000;

/**
 * Counts one hit in the current window of each bucket. A single statement keeps the counts exact. It can be part of a
 * larger statement.
 */
export function countingHits(buckets: readonly Bucket[], at: Date): Statement {
  const names = buckets.map(({ name }) => name);
  const ends = buckets.map(({ resetsAt }) => resetsAt);
  return sql`
    INSERT INTO rate_window AS w (bucket, hits, resets_at)
    SELECT name, 1, resets_at FROM unnest(${names}::text[], ${ends}::timestamptz[]) AS hit (name, resets_at)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN w.resets_at <= ${at} THEN 1 ELSE LEAST(w.hits, ${literal(hitsMax)}) + 1 END,
      resets_at = CASE WHEN w.resets_at <= ${at} THEN excluded.resets_at ELSE w.resets_at END
    RETURNING bucket, hits, resets_at`;
}

export async function countHits(buckets: readonly Bucket[], at: Date): Promise<CountRow[]> {
  return query<CountRow>(countingHits(buckets, at), countTimeoutMs);
}

/** Locks an idempotency key until the transaction ends. Returns false if another transaction holds the lock. */
export async function lockIdempotencyKey(lock: Buffer): Promise<boolean> {
  const [row] = await query<{ locked: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(${lock.readBigInt64BE(0)}::bigint) AS locked`);
  return row?.locked ?? false;
}

export type RememberedAnswer = { scope: Uint8Array; requestDigest: Uint8Array; status: number; body: string };

/**
 * Finds the stored answer of an idempotency key. `scopes` has one digest of the key per APP_SECRET, old ones included.
 */
export async function findAnswer(scopes: Uint8Array[], at: Date): Promise<RememberedAnswer | undefined> {
  const [answer] = await query<RememberedAnswer>(sql`
    SELECT scope_digest AS scope, request_digest, status, body FROM idempotency_key
    WHERE scope_digest = ANY (${scopes}::bytea[]) AND expires_at > ${at}`);
  return answer;
}

export async function rememberAnswer(answer: RememberedAnswer, expiresAt: Date): Promise<void> {
  await query(sql`
    INSERT INTO idempotency_key (scope_digest, request_digest, status, body, expires_at)
    VALUES (${answer.scope}, ${answer.requestDigest}, ${answer.status}, ${answer.body}, ${expiresAt})
    ON CONFLICT (scope_digest) DO UPDATE SET
      request_digest = excluded.request_digest, status = excluded.status,
      body = excluded.body, expires_at = excluded.expires_at`);
}

export async function forgetExpired(at: Date): Promise<void> {
  await query(sql`DELETE FROM rate_window WHERE resets_at <= ${at}`);
  await query(sql`DELETE FROM idempotency_key WHERE expires_at <= ${at}`);
}
