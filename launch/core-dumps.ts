import { readFileSync } from "node:fs";

/**
 * Starts Node.js without core dumps, because a core dump would write keys and card numbers to disk. Node.js cannot
 * change its own limits. A shell sets the limit and then replaces itself with Node.js, under the same process id.
 */
export const coreFreeNode = {
  program: "/bin/sh",
  args: (...nodeArgs: string[]) => ["-c", 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...nodeArgs],
};

/** Warns if core dumps are enabled. This happens if neither `npm` nor the launcher started the process. */
export async function warnOfCoreDumps(): Promise<void> {
  const limit = ownCoreLimit();
  if (limit === null || limit === "0") return;
  // Imported late, because the module reads the configuration when it loads.
  const { log } = await import("@/lib/kit/log");
  log.warn({ limit }, "core dumps are on and can contain card data: start with «ulimit -c 0» (docs/card-data.md)");
}

/** The soft limit for core dumps: a number of bytes or `unlimited`. Null on systems without /proc. */
function ownCoreLimit(): string | null {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return /^Max core file size\s+(\S+)/m.exec(limits)?.[1] ?? null;
  } catch {
    return null;
  }
}
