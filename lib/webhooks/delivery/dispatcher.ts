import { later, now } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { recordTries, takenForMs, tryDelivery } from "./deliver";
import { claimDeliveries, type DueDelivery, type Tried } from "./delivery-store";
import { createSender, type Send } from "./send";

/** So many requests are under way at once, of all endpoints together. */
const concurrency = 1000;
const lookEveryMs = 250;

/**
 * Delivers what is due, in the worker. No delivery waits for another one's answer: whatever is over by the time we look is written
 * down together, and its places are taken by what is due next.
 */
export function startDispatcher(send: Send & { close(): void } = createSender()): { stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const over: Tried[] = [];
  let isStopped = false;
  let wake = () => {};

  const begin = (delivery: DueDelivery): void => {
    const done = tryDelivery(delivery, send)
      .then((tried) => void over.push(tried), complain("a delivery could not be made"))
      .finally(() => {
        underWay.delete(done);
        wake();
      });
    underWay.add(done);
  };
  /** Whether there was anything to begin. */
  const look = async (): Promise<boolean> => {
    await recordTries(over.splice(0));
    const room = concurrency - underWay.size;
    if (isStopped || room === 0) return false;
    const due = await claimDeliveries(now(), later(takenForMs), room).catch(
      complain("due deliveries could not be found"),
    );
    due?.forEach(begin);
    return due !== undefined && due.length > 0;
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const hasBegun = await look();
      if (!hasBegun && over.length === 0) await pause();
    }
  };

  const ended = loop();
  return {
    async stop() {
      isStopped = true;
      wake();
      await ended;
      await Promise.all(underWay);
      await recordTries(over.splice(0));
      send.close();
    },
  };
}

const complain = (problem: string) => (error: unknown) => void log.error({ err: error }, problem);
