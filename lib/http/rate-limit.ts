import { later, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import type { Caller } from "./caller";
import { addressBlock } from "./client-address";
import type { EndpointSpec } from "./endpoint";
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
  const { seconds, failing } = contract.limit;
  const max = contract.limit.requests * env().RATE_LIMIT_FACTOR;
  const subject = caller ? `account ${caller.accountNumber}` : `address ${addressBlock(clientAddress)}`;
  const bucket = `${contract.method} ${contract.path} ${subject}`;
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
