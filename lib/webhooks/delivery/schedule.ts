import { day, hour, later, minute, second } from "@/lib/kit/clock";

/** The wait before each attempt: ten attempts over three days. */
const waits = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const jitter = 0.1;
/** Upper bound for a receiver's `Retry-After`. */
const retryAfterMax = day;

export const deliveryAttemptsMax = waits.length;
/** Resends included. Every attempt is stored. */
export const attemptsInAllMax = 50;

/**
 * The time of the next attempt after `attempts` have been made, or null after the last. `random`, from 0 to 1, spreads
 * the retries to receivers that failed together. The next attempt is not made before `retryAfterMs` has passed.
 */
export function nextAttemptAt(attempts: number, now: Date, random: number, retryAfterMs = 0): Date | null {
  const wait = waits[attempts];
  if (wait === undefined) return null;
  const spread = wait * (1 + jitter * (2 * random - 1));
  return later(Math.max(Math.round(spread), Math.min(retryAfterMs, retryAfterMax)), now);
}

/** Milliseconds of a `Retry-After` header, given in seconds or as a date; 0 where it cannot be parsed. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const wait = Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
