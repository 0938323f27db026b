/** A closed terminal sends SIGHUP. "disconnect" means that the launcher has ended. */
const endings = ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const;

/** Calls `stop` once, on the first of these events, and then ends the process; after `graceMs` in any case. */
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
  // A closed terminal makes writes fail, which must not interrupt an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // The launcher may have ended before the listener above was added.
  if (process.send && !process.connected) begin();
}

/** Reports to the launcher if it started this process, else to the terminal. */
export function reportReady(sentence: string): void {
  if (process.connected) process.send?.("ready");
  else console.log(sentence);
}
