import { readFileSync } from "node:fs";

/**
 * A core dump of the web process or the worker would put keys and card numbers on a disk. Node.js cannot change its own
 * limits, so a shell sets the limit and then becomes Node.js, under the same process id.
 */
export const coreFreeNode = {
  program: "/bin/sh",
  args: (...nodeArgs: string[]) => ["-c", 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...nodeArgs],
};

/** The limit is missing if neither `npm` nor the launcher started the process. */
export async function warnOfCoreDumps(): Promise<void> {
  const limit = coreLimitOf("self");
  if (limit === null || limit === "0") return;
  // Imported here, because it reads the configuration when it loads.
  const { log } = await import("@/lib/kit/log");
  log.warn({ limit }, "core dumps are on and can contain card data: start with «ulimit -c 0» (docs/card-data.md)");
}

/** The soft limit of a process: a number of bytes or `unlimited`; null on systems without /proc. */
function coreLimitOf(pid: number | "self"): string | null {
  try {
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
    return /^Max core file size\s+(\S+)/m.exec(limits)?.[1] ?? null;
  } catch {
    return null;
  }
}
