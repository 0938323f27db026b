import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Product } from "./product";
import type { Program } from "./program";

/** Reads processor time from /proc, so it works on Linux only. */
const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

type Stat = { parent: number; ownTicks: number; endedChildrenTicks: number };

/** Fields after the name of the program, which is in parentheses and may contain spaces. See proc_pid_stat(5). */
function readStat(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return { parent, ownTicks: utime + stime, endedChildrenTicks: cutime + cstime };
  } catch {
    // The process has ended.
    return null;
  }
}

export type Cost = { web: number; worker: number; database: number };

/** Does some work `times` times in all, and returns the processor time of once, in milliseconds. */
export async function measureCost(
  product: Product,
  worker: Program,
  times: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const pids = [product.web.pid, worker.pid, product.databasePid];
  const before = pids.map(processorMs);
  await work();
  const [web = 0, ours = 0, database = 0] = pids.map((pid, at) => (processorMs(pid) - (before[at] ?? 0)) / times);
  return { web, worker: ours, database };
}

/** Milliseconds of processor time of a process and all its descendants, including those that have ended. */
function processorMs(root: number): number {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(Number(name));
    if (stat) stats.set(Number(name), stat);
  }
  const ticksOf = (pid: number): number => {
    const stat = stats.get(pid);
    if (!stat) return 0;
    const children = [...stats].filter(([, { parent }]) => parent === pid).map(([child]) => child);
    return children.reduce((sum, child) => sum + ticksOf(child), stat.ownTicks + stat.endedChildrenTicks);
  };
  return (ticksOf(root) * 1000) / ticksPerSecond;
}
