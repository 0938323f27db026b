import { later, now } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { claimDeliveries, type DueDelivery } from "./claim-store";
import { attemptDelivery, deliveryLeaseMs, recordAttempts } from "./deliver";
import type { DeliveryAttempt } from "./delivery-store";
import { createSender, type Send } from "./send";

/** The maximum number of requests in flight at once, over all endpoints. */
const concurrency = 1000;
const pollEveryMs = 250;

/** `wake` makes the dispatcher look for due deliveries. It returns when to call it again while some are due. */
type Dispatcher = { wake(): number; stop(): Promise<void> };

/**
 * Sends due deliveries in the worker. No delivery waits for the response to another one. Each turn of the loop records
 * the attempts that finished since the last turn in one batch, and at the same time starts as many due deliveries as
 * there are free places. `onClaim` is called when the database has answered a look for due deliveries.
 */
export function startDispatcher(
  send: Send & { close(): void } = createSender(),
  pauseMs: number = pollEveryMs,
  onClaim: () => void = () => {},
): Dispatcher {
  const inFlight = new Set<Promise<void>>();
  const finished: DeliveryAttempt[] = [];
  let isStopped = false;
  let claimedAt = 0;
  let wake = () => {};

  const start = (delivery: DueDelivery): void => {
    const done = attemptDelivery(delivery, send)
      .then((attempt) => void finished.push(attempt), logFailure("a delivery attempt failed unexpectedly"))
      .finally(() => {
        inFlight.delete(done);
        wake();
      });
    inFlight.add(done);
  };
  /** Returns whether any delivery was started. */
  const startDue = async (): Promise<boolean> => {
    const room = concurrency - inFlight.size;
    if (room === 0) return false;
    claimedAt = performance.now();
    const due = await claimDeliveries(now(), later(deliveryLeaseMs), room).catch(
      logFailure("due deliveries could not be claimed"),
    );
    if (due) onClaim();
    due?.forEach(start);
    return due !== undefined && due.length > 0;
  };
  /** Runs one turn of the loop. Returns whether the next turn may find work: recorded attempts make room for others. */
  const runOnce = async (): Promise<boolean> => {
    const attempts = finished.splice(0);
    const [hasStarted] = await Promise.all([startDue(), recordAttempts(attempts)]);
    return hasStarted || attempts.length > 0 || finished.length > 0;
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      // A stop during the last turn had nothing to wake.
      if (isStopped) return resolve();
      const timer = setTimeout(resolve, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const hasWork = await runOnce();
      if (!hasWork) await pause();
    }
  };

  const ended = loop();
  return {
    wake() {
      // Some due deliveries have to wait for others, so a claim that found nothing is not repeated at once.
      const waitMs = claimedAt + pollEveryMs - performance.now();
      if (waitMs > 0) return waitMs;
      wake();
      return pollEveryMs;
    },
    async stop() {
      isStopped = true;
      wake();
      await ended;
      await Promise.all(inFlight);
      await recordAttempts(finished.splice(0));
      send.close();
    },
  };
}

const logFailure = (problem: string) => (error: unknown) => void log.error({ err: error }, problem);
