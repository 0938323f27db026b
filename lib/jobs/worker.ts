import { log } from "@/lib/kit/log";
import { warnWithoutMailServer } from "@/lib/mail/send-mail";
import { startDispatcher } from "@/lib/webhooks/delivery/dispatcher";
import { type Sweep, sweeps } from "./sweeps";

/** Starts the sweeps and the delivery of webhooks. `stop` waits for work in progress. */
export function startWorker(): { stop(): Promise<void> } {
  warnWithoutMailServer();
  const parts = [startDispatcher(), ...sweeps.map(repeat)];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** Runs a sweep, waits `every` milliseconds after its end, and runs it again. Runs never overlap in one process. */
function repeat({ name, every, startsAfter, run }: Sweep): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const runOnce = async (): Promise<void> => {
    await run().catch((error) => log.error({ err: error, sweep: name }, "a sweep failed"));
    if (!isStopped) timer = setTimeout(() => (current = runOnce()), every);
  };
  let current = Promise.resolve();
  if (startsAfter) timer = setTimeout(() => (current = runOnce()), startsAfter);
  else current = runOnce();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}
