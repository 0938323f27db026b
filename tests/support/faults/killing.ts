import pg from "pg";
import { vi } from "vitest";
import { readHolder } from "@/launch/data-dir";
import { type Launcher, type Part, partsOf } from "@/tests/support/http/launcher";
import { isServing } from "@/tests/support/http/launcher-client";

/** For tests that kill processes, and look into the database, or lock it, from outside. */
export async function connect({ dataDir }: Launcher): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: readHolder(dataDir)?.databaseUrl ?? "" });
  // The database is stopped under it when the tests are over.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Kills the process. The returned function waits until the launcher has started it again. */
export async function kill({ dataDir, ready }: Launcher, part: Part): Promise<() => Promise<void>> {
  const origin = await ready();
  const pid = partsOf(dataDir)[part];
  if (pid === 0) throw new Error(`There is no ${part} to kill.`);
  process.kill(pid, "SIGKILL");
  return async () => {
    const isBack = () => ![0, pid].includes(partsOf(dataDir)[part]);
    await vi.waitUntil(async () => isBack() && (part === "worker" || (await isServing(origin))), {
      timeout: 30_000,
      interval: 100,
    });
  };
}
