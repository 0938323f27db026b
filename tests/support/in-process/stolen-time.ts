import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** The time per core that the host of this virtual machine gave to other machines. */
function stolenMs(): number {
  if (!existsSync("/proc/stat")) return 0;
  const [sums = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  const [, , , , , , , , stolenTicks] = sums.split(/\s+/);
  return (Number(stolenTicks ?? 0) * 10) / availableParallelism();
}

/** Starts a clock that leaves out what the host took. Returns the milliseconds since. */
export function startOwnClock(): () => number {
  const [startedAt, stolenBefore] = [performance.now(), stolenMs()];
  return () => performance.now() - startedAt - (stolenMs() - stolenBefore);
}
