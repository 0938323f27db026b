import { isOutageRecent, outageOf } from "@/lib/db/outage";
import { minute, now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { meters } from "@/lib/kit/telemetry/meters";
import { inSpan } from "@/lib/kit/telemetry/trace";
import { warnWithoutMailServer } from "@/lib/mail/send-mail";
import { startDispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { createSender } from "@/lib/webhooks/delivery/send";
import type { Queue } from "./due-store";
import { notDue } from "./exclusive-job";
import { deleteHeartbeat, writeHeartbeat } from "./heartbeat-store";
import { createProgress, type WorkerLoop, type WorkerProgress } from "./progress";
import { type QueueSweep, queueSweeps, type Sweep, sweeps } from "./sweeps";
import { watchQueues } from "./watch-queues";

type Part = { stop(): Promise<void> };
/** A part that works when its queue has due work. `wake` returns when to look at the queue again. */
type QueuePart = Part & { queue: Queue; wake(): number };

/** The worker wakes the dispatcher. Its own timer is only a safety net. */
const dispatcherPollMs = minute;
/** Sweeps on timers start one after the other, so that they share one connection and do not open many at once. */
const staggerMs = 50;

/** An idle worker looks at the queues every ten seconds. */
const heartbeatMs = 10 * second;

/** Starts the sweeps and the delivery of webhooks. `stop` waits for work in progress. */
export function startWorker(progress: WorkerProgress = createProgress()): Part {
  warnWithoutMailServer();
  const heartbeat = createHeartbeat(progress);
  const onIteration = (loop: WorkerLoop) => () => {
    progress.record(loop);
    heartbeat.send();
  };
  const dispatcher = startDispatcher(createSender(), dispatcherPollMs, onIteration("deliveries"));
  const queueParts: QueuePart[] = [{ ...dispatcher, queue: "deliveries" }, ...queueSweeps().map(runOnDemand)];
  const timedParts = sweeps.map(({ startsAfter = 0, ...sweep }, index) =>
    repeat({ ...sweep, startsAfter: startsAfter + index * staggerMs }),
  );
  const wake = (queue: Queue) => queueParts.filter((part) => part.queue === queue).map((part) => part.wake());
  const watch = watchQueues(wake, onIteration("queues"));
  return {
    async stop() {
      await Promise.all([watch, ...queueParts, ...timedParts].map((part) => part.stop()));
      await heartbeat.stop();
    },
  };
}

/** Records in the database that this worker makes progress, so that web processes can tell. */
function createHeartbeat(progress: WorkerProgress): Part & { send(): void } {
  const worker = { id: newUlid(), startedAt: now() };
  let [sentAt, current] = [Number.NEGATIVE_INFINITY, Promise.resolve()];
  return {
    send() {
      if (progress.stuck().length > 0 || performance.now() - sentAt < heartbeatMs) return;
      sentAt = performance.now();
      current = writeHeartbeat(worker).catch((error) => log.warn({ err: error }, "a heartbeat could not be written"));
    },
    async stop() {
      await current;
      await deleteHeartbeat(worker.id).catch(() => {});
    },
  };
}

/** Runs a sweep at the start, and then each time its queue has due work, but not more often than `every`. */
function runOnDemand({ queue, name, every, run }: QueueSweep): QueuePart {
  meters()?.task(name);
  let current: Promise<unknown> | undefined;
  let isStopped = false;
  let mayRunAt = 0;
  const wake = (): number => {
    const waitMs = mayRunAt - performance.now();
    if (waitMs > 0) return waitMs;
    if (isStopped || current) return every;
    mayRunAt = performance.now() + every;
    current = runJob(name, run).finally(() => {
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
  meters()?.task(name);
  let isStopped = false;
  let current = Promise.resolve();
  const runOnce = async (): Promise<void> => {
    await runJob(name, run);
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

/** Runs a job in a span and counts it. A failure is logged, and the next run is due as usual. */
async function runJob(task: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const count = (result: "success" | "failure") =>
    meters()?.job({ task, result, seconds: (performance.now() - startedAt) / 1000 });
  try {
    const result = await inSpan({ name: `job ${task}`, kind: "internal" }, run);
    if (result !== notDue) count("success");
  } catch (error) {
    count("failure");
    // `lib/db` logs an outage of the database once for all sweeps.
    if (outageOf(error) === null || !isOutageRecent()) log.error({ err: error, sweep: task }, "a sweep failed");
  }
}
