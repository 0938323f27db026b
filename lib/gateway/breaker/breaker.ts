import { outsideTransaction } from "@/lib/db/client";
import { second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";
import {
  type BreakerState,
  closeBreaker,
  countUnanswered,
  findBreaker,
  openBreaker,
  resetFailures,
} from "./breaker-store";

/** After this many unanswered calls in a row, the gateway counts as down. */
const failuresMax = 5;
/** A call without an answer for this long counts as unanswered, although it may still be answered. */
const slowAfterMs = 10 * second;
const probeEveryMs = second;

/** Must be called when the call ends. It never fails. */
type EndOfCall = (end: { isAnswered: boolean }) => Promise<void>;

/** Asks whether the gateway answers. */
type Probe = () => Promise<boolean>;

/** Calls a function after a time. The returned function cancels it. */
type Timer = (milliseconds: number, call: () => void) => () => void;

/** The timer does not keep the process running. */
const systemTimer: Timer = (milliseconds, call) => {
  const timer = setTimeout(call, milliseconds).unref();
  return () => clearTimeout(timer);
};

/**
 * The circuit breaker of the gateway. Its state is in the database, so all processes share it. While it is open, calls
 * are refused at once. A process that notices it checks the gateway's health in the background, and closes the breaker
 * when the check succeeds.
 */
export class CircuitBreaker {
  readonly #address: string;
  readonly #probe: Probe;
  readonly #after: Timer;
  /** The state as this process last read or changed it. */
  #seen: BreakerState = { isOpen: false, failures: 0, closings: 0 };
  /** Whether this process read or counted failures that were not reset since. */
  #knowsFailures = false;
  #isProbing = false;

  constructor(address: string, probe: Probe, timer: Timer = systemTimer) {
    this.#address = address;
    this.#probe = probe;
    this.#after = timer;
  }

  async isClosed(): Promise<boolean> {
    return !(await this.#read()).isOpen;
  }

  /** Watches a call that is about to start. Returns null if the breaker is open, so that the call must not be sent. */
  async watch(): Promise<EndOfCall | null> {
    const { isOpen, closings } = await this.#read();
    if (isOpen) return null;
    let isCounted = false;
    const count = async () => {
      if (isCounted) return;
      isCounted = true;
      await quietly(() => this.#countFailure(closings));
    };
    const cancel = this.#after(slowAfterMs, count);
    return async ({ isAnswered }) => {
      cancel();
      await (isAnswered ? this.#resetFailures() : count());
    };
  }

  async open(): Promise<void> {
    if (await openBreaker(this.#address)) this.#noticeOpening();
  }

  async close(): Promise<void> {
    const hasClosed = await closeBreaker(this.#address);
    this.#seen = { ...this.#seen, isOpen: false };
    if (hasClosed) log.info({ gateway: this.#address }, "the acquirer answers again");
  }

  /** If the database does not answer, the breaker counts as closed: the gateway may well be up. */
  async #read(): Promise<BreakerState> {
    const read = await quietly(() => findBreaker(this.#address));
    if (!read) return { ...this.#seen, isOpen: false };
    this.#seen = read;
    this.#knowsFailures = read.failures > 0;
    if (read.isOpen) this.#probeUntilUp();
    return read;
  }

  /**
   * A call from before the last closing counts nothing, because it says nothing about the gateway now. Otherwise calls
   * that still hang from an outage would open the breaker again.
   */
  async #countFailure(closings: number): Promise<void> {
    this.#knowsFailures = true;
    if (await countUnanswered(this.#address, { closings, failuresMax })) this.#noticeOpening();
  }

  /** Writes only after failures that this process knows of, so that a healthy gateway costs no writes. */
  async #resetFailures(): Promise<void> {
    if (!this.#knowsFailures) return;
    this.#knowsFailures = false;
    await quietly(() => resetFailures(this.#address));
  }

  #noticeOpening(): void {
    this.#seen = { ...this.#seen, isOpen: true };
    log.error({ gateway: this.#address }, "the acquirer is down: it gets no new payments until it answers again");
    this.#probeUntilUp();
  }

  /** The probes run on a timer, so that no payer must be refused to find out that the gateway is back. */
  #probeUntilUp(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const isOpenLater = async () => {
      await new Promise<void>((resolve) => this.#after(probeEveryMs, resolve));
      return this.#seen.isOpen && !(await this.isClosed());
    };
    outsideTransaction(async () => {
      while (await isOpenLater()) {
        if (await this.#probe().catch(() => false)) await quietly(() => this.close());
      }
      this.#isProbing = false;
    });
  }
}

/** A call to the gateway must never fail because its breaker cannot be read or written. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    log.warn({ err: error }, "the circuit breaker of the acquirer cannot be read or written");
  }
}

const breakers = processWide("circuit breakers", () => new Map<string, CircuitBreaker>());

/** The breaker of a gateway. `probe` asks this gateway whether it answers. */
export function breakerOf(baseAddress: string, probe: Probe): CircuitBreaker {
  const known = breakers.get(baseAddress) ?? new CircuitBreaker(baseAddress, probe);
  breakers.set(baseAddress, known);
  return known;
}
