import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { startPostgres } from "@/launch/postgres";
import { type DatabaseUser, databaseUser, findHome, quietEnv, usableBinaries } from "@/launch/postgres-home";
import { endOf } from "@/launch/processes";
import { childrenOf, succeeds, until } from "@/tests/support/http/launcher";

/** A PostgreSQL that a test stops, kills and starts again. It does not start again by itself. */
export type Cluster = {
  url: string;
  /** The folder of its data. */
  folder: string;
  start(settings?: string[]): Promise<void>;
  /** SIGINT: fast shutdown. SIGQUIT: immediate shutdown. SIGKILL: crash. */
  stop(signal?: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** Stops all processes without ending them: connections stay open and get no answer, as after a loss of power. */
  freeze(): void;
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Copies the data while the server runs, adds these files, and returns a server on the copy that is not started. */
  backUp(copy: { name: string; port: number; files: Record<string, string> }): Promise<Cluster>;
};

type Place = { program: string; user: DatabaseUser; url: string; folder: string; log: string; settings: string[] };

/** Creates the data in `dataDir`, and starts the server with these settings. */
export async function startCluster(dataDir: string, settings: string[] = []): Promise<Cluster> {
  const { url, stop } = await startPostgres(dataDir);
  await stop();
  const user = databaseUser(dataDir);
  const home = await findHome(dataDir, user);
  const { postgres: program } = await usableBinaries(home, user);
  const folder = join(home, "cluster");
  const cluster = clusterAt({ program, user, url, folder, log: join(dataDir, "postgres.log"), settings });
  await cluster.start();
  return cluster;
}

function clusterAt(place: Place): Cluster {
  const { program, user, url, folder, log: logFile, settings } = place;
  const fixed = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings];
  let server: ChildProcess | undefined;
  let frozen: number[] = [];
  return {
    url,
    folder,
    async start(more = []) {
      const options = [...fixed, ...more].flatMap((setting) => ["-c", setting]);
      const log = openSync(logFile, "a");
      const args = ["-D", folder, "-p", new URL(url).port, ...options];
      server = spawn(program, args, { ...user, env: quietEnv, stdio: ["ignore", "ignore", log] });
      closeSync(log);
      await until("PostgreSQL", () => answers(url));
    },
    async stop(signal = "SIGINT") {
      if (!server) return;
      // They cannot notice that the server has ended. They end first, because the server reaps them.
      for (const pid of frozen) process.kill(pid, "SIGKILL");
      server.kill(frozen.length > 0 ? "SIGKILL" : signal);
      await endOf(server);
      server = undefined;
      frozen = [];
    },
    freeze() {
      const pid = server?.pid ?? 0;
      // The server first, so that it starts no more processes.
      server?.kill("SIGSTOP");
      frozen = childrenOf(pid);
      for (const child of frozen) process.kill(child, "SIGSTOP");
    },
    query: <Row extends pg.QueryResultRow>(statement: string) =>
      withClient(url, async (client) => (await client.query<Row>(statement)).rows),
    async backUp({ name, port, files }) {
      const copy = join(dirname(folder), name);
      await copyWhileItRuns(url, folder, copy);
      for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text);
      if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, copy]);
      const copied = new URL(url);
      copied.port = String(port);
      return clusterAt({ ...place, url: copied.href, folder: copy, settings: [] });
    },
  };
}

/**
 * A base backup by the functions of PostgreSQL, as `pg_basebackup` makes it. The programs of PostgreSQL may be absent.
 */
function copyWhileItRuns(url: string, folder: string, copy: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query("SELECT pg_backup_start('copy', fast => true)");
    // Files that the server removes meanwhile make `cp` fail, but the copy is complete.
    succeeds("cp", ["-a", folder, copy]);
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop()");
    for (const file of ["postmaster.pid", "postmaster.opts"]) rmSync(join(copy, file), { force: true });
    for (const part of ["pg_wal", "pg_replslot"]) {
      rmSync(join(copy, part), { recursive: true });
      mkdirSync(join(copy, part), { mode: 0o700 });
    }
    writeFileSync(join(copy, "backup_label"), rows[0]?.labelfile ?? "");
  });
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Also true if the server has no free connection. */
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
