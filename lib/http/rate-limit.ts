import { later, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import type { Caller } from "./caller";
import { addressBlock } from "./client-address";
import type { EndpointSpec, RateLimit } from "./endpoint";
import { countHit } from "./store";

/**
 * Counts one request against its endpoint's limit: per account over all its credentials, else per
 * client address. Returns the headers that say where the caller stands.
 */
export async function takeAllowance(
  contract: EndpointSpec,
  caller: Caller | null,
  clientAddress: string,
): Promise<Record<string, string>> {
  return takeFrom(contract, contract.limit, caller ? `account ${caller.accountNumber}` : addressOf(clientAddress));
}

export const addressOf = (clientAddress: string): string => `address ${addressBlock(clientAddress)}`;

/** Counts one request of a subject against a limit. */
export async function takeFrom(
  { method, path }: Pick<EndpointSpec, "method" | "path">,
  { requests, seconds, failing }: RateLimit,
  subject: string,
): Promise<Record<string, string>> {
  const max = requests * env().RATE_LIMIT_FACTOR;
  const bucket = `${method} ${path} ${subject}`;
  const at = now();

  const count = await countHit({ bucket, max, at, resetsAt: later(seconds * second, at) }).catch((error) => {
    log.error({ err: error, failing }, "requests cannot be counted");
    if (failing === "closed") throw tooMany(seconds);
    return null;
  });
  if (!count) return {};

  // Clocks of two processes may differ by a little; nobody waits longer than the window.
  const left = Math.ceil((count.resetsAt.getTime() - at.getTime()) / second);
  const wait = Math.min(Math.max(left, 1), seconds);
  const headers = {
    "ratelimit-policy": `"default";q=${max};w=${seconds}`,
    ratelimit: `"default";r=${Math.max(0, max - count.hits)};t=${wait}`,
  };
  if (count.hits > max) throw tooMany(wait, headers);
  return headers;
}

function tooMany(wait: number, headers: Record<string, string> = {}): AppError {
  return new AppError("rate_limited", "Too Many Attempts.", { headers: { ...headers, "retry-after": String(wait) } });
}
