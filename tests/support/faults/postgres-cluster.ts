import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "@/scripts/launch/postgres";
import { databaseUser, findHome, quietEnv, usableBinaries } from "@/scripts/launch/postgres-home";
import { endOf } from "@/scripts/launch/processes";
import { until } from "@/tests/support/http/launcher";

/** A PostgreSQL that a test stops, kills and starts again. It does not start again by itself. */
export type Cluster = {
  url: string;
  /** The folder of its data. */
  folder: string;
  start(settings?: string[]): Promise<void>;
  /** SIGINT: fast shutdown. SIGQUIT: immediate shutdown. SIGKILL: crash. */
  stop(signal?: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
};

/** Creates the data in `dataDir`, and starts the server with these settings. */
export async function startCluster(dataDir: string, settings: string[] = []): Promise<Cluster> {
  const { url, stop } = await startPostgres(dataDir);
  await stop();
  const user = databaseUser(dataDir);
  const home = await findHome(dataDir, user);
  const { postgres } = await usableBinaries(home, user);
  const folder = join(home, "cluster");
  const fixed = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings];
  let server: ChildProcess | undefined;
  const cluster: Cluster = {
    url,
    folder,
    async start(more = []) {
      const options = [...fixed, ...more].flatMap((setting) => ["-c", setting]);
      const log = openSync(join(dataDir, "postgres.log"), "a");
      const args = ["-D", folder, "-p", new URL(url).port, ...options];
      server = spawn(postgres, args, { ...user, env: quietEnv, stdio: ["ignore", "ignore", log] });
      closeSync(log);
      await until("PostgreSQL", () => answers(url));
    },
    async stop(signal = "SIGINT") {
      if (!server) return;
      server.kill(signal);
      await endOf(server);
      server = undefined;
    },
  };
  await cluster.start();
  return cluster;
}

/** Also true if the server has no connection left. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "53300";
  }
}
