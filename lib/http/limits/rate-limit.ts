import { outageOf, unavailable } from "@/lib/db/outage";
import type { Caller } from "@/lib/http/message/caller";
import { addressBlock } from "@/lib/http/message/client-address";
import type { EndpointSpec, RateLimit } from "@/lib/http/message/endpoint";
import { later, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { type Bucket, type Count, type CountRow, countHits } from "./store";

/**
 * Counts one request against the endpoint's rate limit. The limit applies per account over all its credentials, or per
 * client address if there is no caller. Returns the RateLimit headers of the answer.
 */
export function enforceRateLimit(
  contract: LimitedContract,
  caller: Caller | null,
  clientAddress: string,
): Promise<Headers> {
  const subject = caller ? `account ${caller.accountNumber}` : addressOf(clientAddress);
  return enforceRateLimits(contract, [{ subject, limit: contract.limit }]);
}

type LimitedContract = Pick<EndpointSpec, "method" | "path" | "limit">;
type Headers = Record<string, string>;

export const addressOf = (clientAddress: string): string => `address ${addressBlock(clientAddress)}`;

/** A limit, and the account or address to which it applies. */
export type Allowance = { subject: string; limit: RateLimit };

/** Counts one request against several rate limits at once. The returned headers describe the last limit. */
export async function enforceRateLimits(contract: LimitedContract, allowances: readonly Allowance[]): Promise<Headers> {
  const at = now();
  const buckets = allowances.map(({ subject, limit }) => bucketOf(contract, subject, limit, at));
  const rows = await countHits({ buckets, at }).catch((error) => uncounted(contract, error));
  return checkCounts(contract, allowances, rows, at);
}

export function bucketOf({ method, path }: LimitedContract, subject: string, { seconds }: RateLimit, at: Date): Bucket {
  return { name: `${method} ${path} ${subject}`, resetsAt: later(seconds * second, at) };
}

/** Handles an error of the counters: the contract says whether its requests pass. Null counts pass. */
export function uncounted({ limit: { failing, seconds } }: LimitedContract, error: unknown): null {
  const isOutage = outageOf(error) !== null;
  if (!isOutage) log.error({ err: error, failing }, "requests cannot be counted");
  if (failing === "closed") throw isOutage ? unavailable(error) : tooMany(seconds);
  return null;
}

/** Refuses a request that exceeds one of its limits. The returned headers describe the last limit. */
export function checkCounts(
  { method, path }: LimitedContract,
  allowances: readonly Allowance[],
  rows: readonly CountRow[] | null,
  at: Date,
): Headers {
  let headers: Headers = {};
  for (const { subject, limit } of rows ? allowances : []) {
    const name = `${method} ${path} ${subject}`;
    const row = rows?.find(({ bucket }) => bucket === name);
    if (!row) throw new Error("A hit was not counted.");
    headers = rateLimitHeaders({ max: limit.requests * env().RATE_LIMIT_FACTOR, seconds: limit.seconds }, row, at);
  }
  return headers;
}

function rateLimitHeaders(
  { max, seconds }: { max: number; seconds: number },
  { hits, resetsAt }: Count,
  at: Date,
): Headers {
  // The wait is capped at the length of the window, because the clocks of two processes may differ a little.
  const remaining = Math.ceil((resetsAt.getTime() - at.getTime()) / second);
  const wait = Math.min(Math.max(remaining, 1), seconds);
  const headers = {
    "ratelimit-policy": `"default";q=${max};w=${seconds}`,
    ratelimit: `"default";r=${Math.max(0, max - hits)};t=${wait}`,
  };
  if (hits > max) throw tooMany(wait, headers);
  return headers;
}

function tooMany(wait: number, headers: Headers = {}): AppError {
  return new AppError("rate_limited", "Too Many Attempts.", { headers: { ...headers, "retry-after": String(wait) } });
}
