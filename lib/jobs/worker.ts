import { outageOf } from "@/lib/db/outage";
import { minute } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { warnWithoutMailServer } from "@/lib/mail/send-mail";
import { startDispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { createSender } from "@/lib/webhooks/delivery/send";
import type { Queue } from "./due-store";
import { type QueueSweep, queueSweeps, type Sweep, sweeps } from "./sweeps";
import { watchQueues } from "./watch-queues";

type Part = { stop(): Promise<void> };
/** A part that works when its queue has due work. `wake` returns when to look at the queue again. */
type QueuePart = Part & { queue: Queue; wake(): number };

/** The worker wakes the dispatcher. Its own timer is only a safety net. */
const dispatcherPollMs = minute;
/** Sweeps on timers start one after the other, so that they share one connection and do not open many at once. */
const staggerMs = 50;

/** Starts the sweeps and the delivery of webhooks. `stop` waits for work in progress. */
export function startWorker(): Part {
  warnWithoutMailServer();
  const dispatcher = startDispatcher(createSender(), dispatcherPollMs);
  const queueParts: QueuePart[] = [{ ...dispatcher, queue: "deliveries" }, ...queueSweeps().map(runOnDemand)];
  const timedParts = sweeps.map(({ startsAfter = 0, ...sweep }, index) =>
    repeat({ ...sweep, startsAfter: startsAfter + index * staggerMs }),
  );
  const watch = watchQueues((queue) => queueParts.filter((part) => part.queue === queue).map((part) => part.wake()));
  return {
    async stop() {
      await Promise.all([watch, ...queueParts, ...timedParts].map((part) => part.stop()));
    },
  };
}

/** Runs a sweep at the start, and then each time its queue has due work, but not more often than `every`. */
function runOnDemand({ queue, name, every, run }: QueueSweep): QueuePart {
  let current: Promise<unknown> | undefined;
  let isStopped = false;
  let mayRunAt = 0;
  const wake = (): number => {
    const waitMs = mayRunAt - performance.now();
    if (waitMs > 0) return waitMs;
    if (isStopped || current) return every;
    mayRunAt = performance.now() + every;
    current = runLogged(name, run).finally(() => {
      current = undefined;
    });
    return every;
  };
  wake();
  return {
    queue,
    wake,
    async stop() {
      isStopped = true;
      await current;
    },
  };
}

/** Runs a sweep, waits `every` milliseconds after its end, and runs it again. Runs never overlap in one process. */
function repeat({ name, every, startsAfter, run }: Sweep): Part {
  let isStopped = false;
  let current = Promise.resolve();
  const runOnce = async (): Promise<void> => {
    await runLogged(name, run);
    if (!isStopped) timer = setTimeout(() => (current = runOnce()), every);
  };
  let timer = setTimeout(() => (current = runOnce()), startsAfter);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}

/** `lib/db` logs an outage of the database once for all sweeps. */
const runLogged = (name: string, run: () => Promise<unknown>): Promise<unknown> =>
  run().catch((error) => outageOf(error) ?? log.error({ err: error, sweep: name }, "a sweep failed"));
