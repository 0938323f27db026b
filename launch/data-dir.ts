import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { LaunchError, processIdentity } from "./processes";

/** Manages the data folder of a development installation: its lock, generated keys, logs and database. */

export type Holder = { pid: number; identity: string; databaseUrl?: string; publicUrl?: string };
export type DataDirLock = { update(details: Partial<Holder>): void; release(): void };

export class AlreadyRunning extends LaunchError {
  constructor(dataDir: string, holder: Holder | null) {
    const where = holder?.publicUrl ? ` at ${holder.publicUrl}` : "";
    super(
      `Tradewind already runs on ${dataDir}${where}${holder ? ` (process ${holder.pid})` : ""}. ` +
        "Stop it first, or set DATA_DIR to another folder.",
    );
  }
}

const lockFile = (dataDir: string) => join(dataDir, "running.json");

/** The running process that holds the lock of the data folder, or null. */
export function readHolder(dataDir: string): Holder | null {
  return readLiving(lockFile(dataDir));
}

function readLiving(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8")) as Holder;
    return processIdentity(holder.pid) === holder.identity ? holder : null;
  } catch {
    return null;
  }
}

/** Locks the data folder for this process, or throws `AlreadyRunning`. Replaces the lock of a killed process. */
export function lockDataDir(dataDir: string): DataDirLock {
  makeDataDir(dataDir);
  const path = lockFile(dataDir);
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "alive" };
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    const isOurs = takeLock(draft, path) || (!readLiving(path) && takeOver(draft, path));
    if (!isOurs) throw new AlreadyRunning(dataDir, readHolder(dataDir));
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    update(details) {
      writeFileSync(draft, JSON.stringify(Object.assign(own, details)), { mode: 0o600 });
      renameSync(draft, path);
    },
    release: () => rmSync(path, { force: true }),
  };
}

/** Creates the data folder if it is missing, and checks that it is writable. */
function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LaunchError(`Nothing can be written in DATA_DIR ${dataDir} (${code}). Set it to another folder.`);
  }
}

/** Takes the lock of the data folder. Returns false if another process has it. */
function takeLock(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the lock of a killed process. If several processes try this at the same time, only one succeeds. */
function takeOver(draft: string, path: string): boolean {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    // Another process has just removed the stale lock. The first process that links its own file gets the lock.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return takeLock(draft, path);
    throw error;
  }
  // Between our check and the rename, another process may have taken the lock. Its lock is put back.
  const isStale = readLiving(aside) === null;
  if (!isStale) takeLock(aside, path);
  rmSync(aside, { force: true });
  return isStale && takeLock(draft, path);
}

/** The keys of a development installation, which are generated once. In production, the operator must set the keys. */
export function developmentKeys(dataDir: string): { APP_SECRET: string; CARD_KEYS: string } {
  const path = join(dataDir, "keys.json");
  if (!existsSync(path)) {
    makeDataDir(dataDir);
    const keys = {
      APP_SECRET: randomBytes(48).toString("base64"),
      CARD_KEYS: `1:${randomBytes(32).toString("base64")}`,
    };
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(keys), { mode: 0o600 });
    takeLock(draft, path);
    rmSync(draft);
  }
  return JSON.parse(readFileSync(path, "utf8"));
}
