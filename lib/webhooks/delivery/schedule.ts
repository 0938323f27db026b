import { day, hour, later, minute, second } from "@/lib/kit/clock";

/** How long after one try the next one follows: ten in all, over three days. */
const waits = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const jitter = 0.1;
/** A receiver may ask us to wait, but not for ever. */
const retryAfterMax = day;

export const triesMax = waits.length;
/** Resends included. All of them are kept. */
export const triesInAllMax = 50;

/**
 * When a delivery is tried next after so many tries, or null after the last. `random` is from 0 to 1: receivers that were down
 * together are not asked together again. A receiver that names a time is not asked before it.
 */
export function nextTryAt(tries: number, now: Date, random: number, retryAfterMs = 0): Date | null {
  const wait = waits[tries];
  if (wait === undefined) return null;
  const spread = wait * (1 + jitter * (2 * random - 1));
  return later(Math.max(Math.round(spread), Math.min(retryAfterMs, retryAfterMax)), now);
}

/** `Retry-After`: seconds, or a date. What cannot be read says nothing. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const wait = Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
