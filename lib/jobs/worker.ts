import { Logger, run } from "graphile-worker";
import { env } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { warnWithoutMailServer } from "@/lib/mail/send-mail";
import { startDispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { type Sweep, sweeps } from "./sweeps";
import { crontab, tasks } from "./tasks";

const concurrency = 5;
const pollEveryMs = 1000;

/** Starts the queue, the sweeps and the deliveries of webhooks. Stopping waits for what is under way. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. «npm start» brings a database of its own.");
  warnWithoutMailServer();
  const queue = await run({
    connectionString: DATABASE_URL,
    taskList: tasks,
    crontab,
    concurrency,
    pollInterval: pollEveryMs,
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) => log[level === "warning" ? "warn" : level === "debug" ? "debug" : level](message),
    ),
  });
  const timers = sweeps.map(repeat);
  const dispatcher = startDispatcher();
  return {
    async stop() {
      await Promise.all([dispatcher, ...timers].map((part) => part.stop()));
      await queue.stop();
    },
  };
}

/** Runs a sweep now and then again `every` milliseconds after it ended: never twice at once here. */
function repeat({ name, every, startsAfter, run: sweep }: Sweep): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const turn = async (): Promise<void> => {
    await sweep().catch((error) => log.error({ err: error, sweep: name }, "a sweep failed"));
    if (!isStopped) timer = setTimeout(() => (current = turn()), every);
  };
  let current = Promise.resolve();
  if (startsAfter) timer = setTimeout(() => (current = turn()), startsAfter);
  else current = turn();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}
