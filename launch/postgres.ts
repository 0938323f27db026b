import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type pg from "pg";
import { watchProgram } from "./postgres-files";
import { type Binaries, type DatabaseUser, databaseUser, findHome, quietEnv, usableBinaries } from "./postgres-home";
import {
  endOf,
  findFreePort,
  keepRunning,
  LaunchError,
  processesIn,
  processIdentity,
  runProgram,
  stopProcess,
} from "./processes";

/**
 * A real PostgreSQL from an npm package. We do not use the package's own launcher, because it fails for root in a
 * folder that only root can enter. PostgreSQL refuses to run as root, and another user can access neither the binaries
 * nor the data. This module moves both to a folder that the other user can access.
 */
export type RunningPostgres = { url: string; stop(): Promise<void> };

const database = "tradewind";
const startAttempts = 3;
const leftoverGraceMs = 30_000;
/** SIGINT is the fast shutdown of PostgreSQL, which does not wait for clients to disconnect. */
const stopSignal = "SIGINT";

/** Starts the PostgreSQL of a data folder. If the server dies later, it is restarted on the same port. */
export async function startPostgres(dataDir: string, settings: string[] = []): Promise<RunningPostgres> {
  const user = databaseUser(resolve(dataDir));
  const home = await findHome(resolve(dataDir), user);
  const cluster = join(home, "cluster");
  await endLeftover(cluster);
  const binaries = await usableBinaries(home, user);
  await initialise(home, cluster, binaries, user);

  const password = readFileSync(join(home, "password"), "utf8").trim();
  const logFile = join(dataDir, "postgres.log");
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
    const serveHere = () => serve(binaries, user, { cluster, port, logFile, settings });
    const server = serveHere();
    try {
      await ensureDatabase(url, server);
      const from = Promise.resolve();
      const { stop } = keepRunning(server, { title: "PostgreSQL", spawn: serveHere, from, stopSignal });
      const stopWatching = watchProgram(binaries.postgres);
      return {
        url,
        stop() {
          stopWatching();
          return stop();
        },
      };
    } catch (error) {
      await stopProcess(server, stopSignal);
      // Retry with another port: another process may have taken the port before PostgreSQL.
      if (attempt === startAttempts) throw error;
    }
  }
}

async function initialise(home: string, cluster: string, { initdb }: Binaries, user: DatabaseUser): Promise<void> {
  if (existsSync(cluster)) return;
  const [draft, passwordFile] = [join(home, "cluster.new"), join(home, "password")];
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const args = [
    `--pgdata=${draft}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  await runProgram(initdb, args, { ...user, env: quietEnv });
  renameSync(draft, cluster);
}

/**
 * Stops a PostgreSQL that outlived its killed launcher, because only one server can run on the data. If the server was
 * killed too, its child processes take a moment to end. No other server can start until then.
 */
async function endLeftover(cluster: string): Promise<void> {
  const lock = join(cluster, "postmaster.pid");
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  if (processesIn(cluster).includes(pid)) process.kill(pid, stopSignal);
  const deadline = performance.now() + leftoverGraceMs;
  while (processesIn(cluster).length > 0 && performance.now() < deadline) {
    await new Promise((done) => setTimeout(done, 50));
  }
  // PostgreSQL does not start if any process has the id in the lock file, even a zombie or an unrelated process that
  // reuses the id.
  if (isKnownStranger(pid, cluster)) rmSync(lock, { force: true });
}

/** True if the process exists and is certainly not a PostgreSQL server on this cluster. False in case of doubt. */
function isKnownStranger(pid: number, cluster: string): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  if (processIdentity(pid) === null) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== cluster;
  } catch {
    return false;
  }
}

type Serving = { cluster: string; port: number; logFile: string; settings: string[] };

function serve(
  { postgres }: Binaries,
  user: DatabaseUser,
  { cluster, port, logFile, settings }: Serving,
): ChildProcess {
  const options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings];
  const log = openSync(logFile, "a");
  const server = spawn(postgres, ["-D", cluster, "-p", String(port), ...options.flatMap((option) => ["-c", option])], {
    ...user,
    env: quietEnv,
    // PostgreSQL gets its own process group, so that Ctrl-C in the terminal does not stop it before its clients.
    detached: true,
    stdio: ["ignore", "ignore", log],
  });
  closeSync(log);
  return server;
}

async function ensureDatabase(url: string, server: ChildProcess): Promise<void> {
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const client = await connectWhenReady(admin.href, server);
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

async function connectWhenReady(url: string, server: ChildProcess): Promise<pg.Client> {
  let hasEnded = false;
  endOf(server).then(() => (hasEnded = true));
  // Imported late, because every command imports this file, and few start PostgreSQL.
  const { default: pg } = await import("pg");
  for (const deadline = performance.now() + 60_000; ; ) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (hasEnded || performance.now() > deadline) {
        throw new LaunchError("The embedded PostgreSQL did not start; its log is postgres.log in DATA_DIR.", {
          cause: error,
        });
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
