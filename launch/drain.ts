import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";

/** The time in which a process finishes its work after it has stopped taking more. */
export const drainMs = 25 * second;

/** The time in which a web process still serves after a stop signal, until load balancers have seen that it stops. */
export const gracePeriodMs = () => env().SHUTDOWN_GRACE_SECONDS * second;

export const webDrainMs = () => gracePeriodMs() + drainMs;

/** Events that stop a process. A closed terminal sends SIGHUP. "disconnect" means that the launcher has ended. */
const endings = ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const;

/** On the first stop event, calls `stop` and then ends the process. After `limitMs`, the process ends anyway. */
export function drainOnSignal(stop: () => Promise<void>, limitMs: number, exitCode = 0): void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), limitMs).unref();
    stop().then(
      () => process.exit(exitCode),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const ending of endings) process.on(ending as NodeJS.Signals, begin);
  // Ignore write errors: a closed terminal makes every write fail, and this must not interrupt the shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // The launcher may have ended before the "disconnect" listener was added.
  if (process.send && !process.connected) begin();
}

/** Reports to the launcher that the process is ready. Without a launcher, prints `sentence` to the terminal. */
export function reportReady(sentence: string): void {
  if (process.connected) process.send?.("ready");
  else console.log(sentence);
}
