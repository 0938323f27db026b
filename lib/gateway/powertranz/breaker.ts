import { second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";

/** After this many unanswered calls in a row, the gateway counts as down. */
const failuresMax = 5;
/** A call without an answer for this long counts as unanswered, although it may still be answered. */
const slowAfterMs = 10 * second;
const probeEveryMs = second;

/**
 * The circuit breaker of the gateway. While it is open, calls are refused at once. It checks the gateway's health in
 * the background and closes itself when the check succeeds.
 */
export class CircuitBreaker {
  #failures = 0;
  #isOpen = false;
  #probe: () => Promise<boolean> = async () => true;
  #probedAt = 0;
  #isProbing = false;

  probeWith(probe: () => Promise<boolean>): void {
    this.#probe = probe;
  }

  /** While the breaker is open, this question also starts the next health check. */
  isClosed(): boolean {
    if (this.#isOpen && !this.#isProbing && performance.now() - this.#probedAt >= probeEveryMs) void this.#check();
    return !this.#isOpen;
  }

  /** Watches a call. The returned function must be called when the call ends. */
  watch(): (end: { isAnswered: boolean }) => void {
    let isCounted = false;
    const count = () => {
      if (!isCounted) this.#countFailure();
      isCounted = true;
    };
    const timer = setTimeout(count, slowAfterMs);
    timer.unref();
    return ({ isAnswered }) => {
      clearTimeout(timer);
      if (isAnswered) this.#failures = 0;
      else count();
    };
  }

  #countFailure(): void {
    this.#failures += 1;
    if (this.#isOpen || this.#failures < failuresMax) return;
    this.#isOpen = true;
    log.error({}, "the acquirer is down: new payments are refused until it answers again");
  }

  async #check(): Promise<void> {
    this.#isProbing = true;
    const isUp = await this.#probe().catch(() => false);
    this.#isProbing = false;
    this.#probedAt = performance.now();
    if (!isUp || !this.#isOpen) return;
    this.close();
    log.info({}, "the acquirer answers again");
  }

  close(): void {
    this.#isOpen = false;
    this.#failures = 0;
  }
}

// One breaker per process, on `globalThis`: the server and the bundle of the pages each load this file.
const holder = globalThis as typeof globalThis & { tradewindBreaker?: CircuitBreaker };
holder.tradewindBreaker ??= new CircuitBreaker();
export const breaker: CircuitBreaker = holder.tradewindBreaker;
