import { query } from "@/lib/db/client";
import { groupCalls } from "@/lib/db/group-calls";
import { literal, type Statement, sql } from "@/lib/db/sql";

/** Short, because every request waits for this count. On timeout, the endpoint's rate limit fails open or closed. */
export const countTimeoutMs = 2_000;

/** The counter of one rate limit. */
export type Bucket = { name: string; resetsAt: Date };
export type Count = { hits: number; resetsAt: Date };
export type CountRow = Count & { bucket: string };

/** A request to be counted: one hit in the current window of each bucket. */
export type Hits = { buckets: readonly Bucket[]; at: Date };

/** Counters stop here, far above every limit, because the column holds 32 bits. */
const hitsMax = 1_000_000_000;

/**
 * Counts requests that arrived together. A single statement keeps the counts exact. It can be part of a larger
 * statement.
 */
export function countingHits(requests: readonly Hits[]): Statement {
  const sums = new Map<string, { hits: number; resetsAt: Date }>();
  for (const { name, resetsAt } of requests.flatMap(({ buckets }) => buckets)) {
    sums.set(name, { hits: (sums.get(name)?.hits ?? 0) + 1, resetsAt });
  }
  // Sorted, so that two processes that count the same buckets never wait for each other.
  const names = [...sums.keys()].sort();
  const hits = names.map((name) => sums.get(name)?.hits);
  const ends = names.map((name) => sums.get(name)?.resetsAt);
  const at = requests.at(-1)?.at;
  return sql`
    INSERT INTO rate_window AS w (bucket, hits, resets_at)
    SELECT * FROM unnest(${names}::text[], ${hits}::int[], ${ends}::timestamptz[])
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN w.resets_at <= ${at} THEN 0 ELSE LEAST(w.hits, ${literal(hitsMax)}) END + excluded.hits,
      resets_at = CASE WHEN w.resets_at <= ${at} THEN excluded.resets_at ELSE w.resets_at END
    RETURNING bucket, hits, resets_at`;
}

/** Gives each request its own counts. Requests that were counted together get consecutive numbers. */
export function splitCounts(requests: readonly Hits[], sums: readonly CountRow[]): CountRow[][] {
  const counts = new Map(sums.map((row) => [row.bucket, { ...row }]));
  const take = ({ name }: Bucket): CountRow[] => {
    const count = counts.get(name);
    if (!count) return [];
    count.hits -= 1;
    return [{ ...count, hits: count.hits + 1 }];
  };
  return requests.map(({ buckets }) => buckets.flatMap(take));
}

export const countHits = groupCalls(async (requests: readonly Hits[]) =>
  splitCounts(requests, await query<CountRow>(countingHits(requests), countTimeoutMs)),
);

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
