import { day, hour, later, minute, second } from "@/lib/kit/clock";

/** The wait before each attempt of a delivery: ten attempts over three days. */
const waits = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const jitter = 0.1;
/** The longest wait that a receiver can request with `Retry-After`. */
const retryAfterMax = day;

export const deliveryAttemptsMax = waits.length;
/** The maximum number of attempts per delivery, resends included. It limits storage: every attempt is stored. */
export const attemptsInAllMax = 50;

/**
 * Returns the time of the next attempt after `attempts` have been made, or null after the last one. `random`, from 0 to
 * 1, spreads the retries of deliveries that failed together. The next attempt is not before `retryAfterMs` has passed.
 */
export function nextAttemptAt(attempts: number, now: Date, random: number, retryAfterMs = 0): Date | null {
  const wait = waits[attempts];
  if (wait === undefined) return null;
  const spread = wait * (1 + jitter * (2 * random - 1));
  return later(Math.max(Math.round(spread), Math.min(retryAfterMs, retryAfterMax)), now);
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. 0 if the header cannot be parsed. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const wait = Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
