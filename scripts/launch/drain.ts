/**
 * Calls `stop` once, on the first signal to end or when the launcher that started us is gone, and
 * ends the process when it is done.
 */
export function drainOnSignal(stop: () => Promise<void>, graceMs: number): void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal as NodeJS.Signals, begin);
}
