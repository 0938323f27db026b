import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchError, processIdentity } from "./processes";

/** The folder of a development installation: its lock, its generated keys, its logs, its database. */

export type Holder = { pid: number; identity: string; databaseUrl?: string; publicUrl?: string };

const lockFile = (dataDir: string) => join(dataDir, "running.json");

/** Who runs on this folder now, if anybody does. */
export function readHolder(dataDir: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(lockFile(dataDir), "utf8")) as Holder;
    return processIdentity(holder.pid) === holder.identity ? holder : null;
  } catch {
    return null;
  }
}

/** Takes the folder for this process, or refuses with a sentence. A lock left by a kill is taken over. */
export function lockDataDir(dataDir: string): { update(details: Partial<Holder>): void; release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const path = lockFile(dataDir);
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "alive" };
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    if (!takeLock(draft, path)) {
      const holder = readHolder(dataDir);
      if (holder) throw alreadyRunning(dataDir, holder);
      // Moving it aside first means that of two starts after a kill only one can go on.
      const stale = `${path}.stale-${process.pid}`;
      renameSync(path, stale);
      rmSync(stale, { force: true });
      if (!takeLock(draft, path)) throw alreadyRunning(dataDir, readHolder(dataDir));
    }
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

function takeLock(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function alreadyRunning(dataDir: string, holder: Holder | null): LaunchError {
  const where = holder?.publicUrl ? ` at ${holder.publicUrl}` : "";
  return new LaunchError(
    `Tradewind already runs on ${dataDir}${where}${holder ? ` (process ${holder.pid})` : ""}. ` +
      "Stop it first, or set DATA_DIR to another folder.",
  );
}

/** The keys of a development installation, made once. Production is given its own. */
export function developmentKeys(dataDir: string): { APP_SECRET: string; CARD_KEYS: string } {
  const path = join(dataDir, "keys.json");
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
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
