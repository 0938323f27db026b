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
import pg from "pg";
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
 * A real PostgreSQL from the npm package, run by us rather than by the package's own launcher,
 * which fails as root inside a folder that only root can enter: PostgreSQL refuses to run as
 * root, and the user it runs as instead can then reach neither binaries nor data. Here both are
 * staged where that user can reach them.
 */
export type RunningPostgres = { url: string; stop(): Promise<void> };

const database = "tradewind";
const startTries = 3;
const leftoverGraceMs = 30_000;
/** PostgreSQL's «fast» shutdown: it does not wait for its clients to leave. */
const stopSignal = "SIGINT";

/** Starts the database of a data folder. Should it die later, it is started again on the same port. */
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
      return { url, stop };
    } catch (error) {
      await stopProcess(server, stopSignal);
      // The port may have been taken between our look and PostgreSQL's.
      if (attempt === startTries) throw error;
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
 * Ends a PostgreSQL whose launcher was killed; it would keep the data to itself. Where it was
 * killed too, its own children take a moment to notice, and until then no other can start.
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
  // PostgreSQL would take any process of that number for its predecessor, also one that got the
  // number later, or a dead one that nobody has buried.
  if (isKnownStranger(pid, cluster)) rmSync(lock, { force: true });
}

/** True only where we can see that the process is there and is no PostgreSQL on this cluster. */
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
    // A process group of its own: Ctrl-C in the terminal must not end the database first.
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
  let isOver = false;
  endOf(server).then(() => (isOver = true));
  for (const deadline = performance.now() + 60_000; ; ) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (isOver || performance.now() > deadline) {
        throw new LaunchError("The embedded PostgreSQL did not start; its log is postgres.log in DATA_DIR.", {
          cause: error,
        });
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
