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
  /** The number of times that the breaker has closed. */
  #closings = 0;
  #probe: () => Promise<boolean> = async () => true;
  #isProbing = false;

  probeWith(probe: () => Promise<boolean>): void {
    this.#probe = probe;
  }

  isClosed(): boolean {
    return !this.#isOpen;
  }

  /** Watches a call. The returned function must be called when the call ends. */
  watch(): (end: { isAnswered: boolean }) => void {
    const closings = this.#closings;
    let isCounted = false;
    const count = () => {
      // A call from before the last closing says nothing about the gateway now. Otherwise calls that still hang from an
      // outage would open the breaker again.
      if (!isCounted && closings === this.#closings) this.#countFailure();
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
    void this.#probeUntilUp();
  }

  /** The probes run on a timer, so that no payer must be refused to find out that the gateway is back. */
  async #probeUntilUp(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    while (this.#isOpen) {
      await pause(probeEveryMs);
      if (this.#isOpen && (await this.#probe().catch(() => false))) this.close();
    }
    this.#isProbing = false;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#failures = 0;
    this.#closings += 1;
    log.info({}, "the acquirer answers again");
  }
}

/** The timer does not keep the process running. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

// One breaker per process, on `globalThis`: the server and the bundle of the pages each load this file.
const holder = globalThis as typeof globalThis & { tradewindBreaker?: CircuitBreaker };
holder.tradewindBreaker ??= new CircuitBreaker();
export const breaker: CircuitBreaker = holder.tradewindBreaker;
