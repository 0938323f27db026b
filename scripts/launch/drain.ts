/** Events that stop a process. A closed terminal sends SIGHUP. "disconnect" means that the launcher has ended. */
const endings = ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const;

/** On the first stop event, calls `stop` and then ends the process. After `graceMs`, the process ends anyway. */
export function drainOnSignal(stop: () => Promise<void>, graceMs: number, exitCode = 0): void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
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
