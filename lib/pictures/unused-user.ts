import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/kit/env";
import type { User } from "./limited-process";

/**
 * User ids that systemd leaves unassigned. Debian uses them only for users in /etc/passwd, and containers with the
 * usual 65,536 ids contain them.
 */
const idMin = 60_706;
const idMax = 61_183;

/** Finds a user and group id that no user, group, process or database uses. The user does not have to be created. */
export async function findUnusedUser(): Promise<User> {
  const taken = new Set([...(await knownIds()), ...(await runningIds()), ...(await databaseIds())]);
  const id = firstFreeId(taken);
  if (id === null) throw new Error(`every user id from ${idMin} to ${idMax} is in use`);
  return { uid: id, gid: id };
}

function firstFreeId(taken: ReadonlySet<number>): number | null {
  for (let id = idMax; id >= idMin; id--) if (!taken.has(id)) return id;
  return null;
}

async function knownIds(): Promise<number[]> {
  const files = ["/etc/passwd", "/etc/group"].map((path) => orIfMissing(readFile(path, "utf8"), ""));
  const lines = (await Promise.all(files)).flatMap((text) => text.split("\n"));
  return lines.flatMap((line) => line.split(":").slice(2, 4).map(Number));
}

/** The decoder could trace and kill processes of the same user, so the owners of all processes count as taken. */
async function runningIds(): Promise<number[]> {
  const names = await orIfMissing(readdir("/proc"), []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  return ownersOf(pids.map((pid) => join("/proc", pid)));
}

/** The user id of PostgreSQL, which is taken even if PostgreSQL is not running (launch/postgres-home.ts). */
const databaseIds = () => ownersOf([join(env().DATA_DIR, "postgres")]);

async function ownersOf(paths: string[]): Promise<number[]> {
  const owners = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return owners.flatMap((owner) => (owner ? [owner.uid, owner.gid] : []));
}

/** Treats a missing file as empty. Rethrows other errors, because they must not make a taken id look free. */
async function orIfMissing<Found>(found: Promise<Found>, otherwise: Found): Promise<Found> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return otherwise;
    throw error;
  });
}
