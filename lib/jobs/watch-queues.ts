import { queryTimeoutMs } from "@/lib/db/connection";
import { listenTo } from "@/lib/db/listen";
import { outageOf } from "@/lib/db/outage";
import { now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { type Queue, type QueueWait, selectWaits, switchOffNotifications } from "./due-store";
import { createPace } from "./pace";

const channel = "due_work";
/** A timer may fire a little early. Without a margin, a look would find the work not due yet. */
const timerMarginMs = 5;
const retryAfterMs = second;
const transactionMarginMs = 5 * second;

/**
 * Starts the work of a queue that has due work. Returns when to look at the queue again, or nothing if this worker does
 * not serve the queue.
 */
type Wake = (queue: Queue) => number[];

/**
 * Looks at all queues with one statement, wakes those with due work, and sleeps until the next work is due. Triggers
 * notify it of work that is due sooner than its next look. `onLook` is called after each look that succeeded.
 */
export function watchQueues(wake: Wake, onLook: () => void = () => {}): { stop(): Promise<void> } {
  const pace = createPace(queryTimeoutMs() + transactionMarginMs);
  let isStopped = false;
  let isNoticed = false;
  let endPause = () => {};
  const listener = listenTo(channel, () => {
    pace.notice(performance.now());
    isNoticed = true;
    endPause();
  });

  /** Returns the time until the next look. */
  const look = async (): Promise<number> => {
    isNoticed = false;
    const waits = await listener.query<QueueWait>(selectWaits(now()));
    onLook();
    if (isStopped) return 0;
    const due = waits.filter(({ waitMs }) => waitMs <= 0).flatMap(({ queue }) => wake(queue));
    const later = waits.map(({ waitMs }) => waitMs + timerMarginMs).filter((waitMs) => waitMs > timerMarginMs);
    const seen = { isAnythingDue: due.length > 0, isListening: listener.isListening() };
    const { waitMs, silenceMs } = pace.next(performance.now(), seen);
    if (silenceMs > 0) await switchOffNotifications(silenceMs);
    return Math.min(waitMs, ...due, ...later);
  };
  const pause = (waitMs: number) =>
    new Promise<void>((resolve) => {
      if (isNoticed || isStopped) return resolve();
      const timer = setTimeout(resolve, waitMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await pause(
        await look().catch((error) => {
          if (!outageOf(error)) log.error({ err: error }, "due work could not be looked up");
          isNoticed = false;
          return retryAfterMs;
        }),
      );
    }
  };

  const ended = loop();
  return {
    async stop() {
      isStopped = true;
      endPause();
      await ended;
      await listener.stop();
    },
  };
}
