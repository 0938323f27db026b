/** SIGHUP is what a closed terminal sends; "disconnect" comes when the launcher that started us is gone. */
const endings = ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const;

/** Calls `stop` once, on the first sign that we are to end, and ends the process when it is done. */
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
  // Nobody may be reading what we print any more; that must not keep us from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // The launcher may have gone while we were still starting, before anybody listened.
  if (process.send && !process.connected) begin();
}

/** Tells the launcher that started us, else whoever typed the command. */
export function reportReady(sentence: string): void {
  if (process.connected) process.send?.("ready");
  else console.log(sentence);
}
