import type pg from "pg";
import { commandLine } from "@/lib/kit/commands";
import { apiVersion } from "@/lib/reference/api-version";
import { migrationNames } from "./migrate-files";

/** `newest` is the newest migration that the release has. */
export type Release = { version: string; newest: string };

/**
 * The releases, oldest first. A release works on the schema of the next one, and not always on later ones. Add a line
 * for each release.
 */
export const releases: readonly Release[] = [{ version: "2.0.5", newest: "20261118130200_drop_order_index" }];

/** The first 14 digits of a migration's name. */
const stampOf = (migration: string): string => migration.slice(0, 14);

/** How the processes of this release announce themselves to PostgreSQL, which lists them in `pg_stat_activity`. */
export const releaseName = (): string => `tradewind ${apiVersion} ${stampOf(migrationNames().at(-1) ?? "")}`;
const namePattern = /^tradewind \S+ (\d{14})$/;

/** Processes of releases that do not announce themselves have no name. Every role can read these columns. */
const listSessions = `
  SELECT application_name AS name FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND (application_name LIKE 'tradewind %' OR (application_name = '' AND usename IN (current_user, $1)))`;

type Upgrade = {
  /** The migrations of the database, and of this release. */
  applied: readonly string[];
  known: readonly string[];
  releases: readonly Release[];
  programRole: string | undefined;
};

/**
 * Says why the migrations must wait: a release before the previous one still uses the database. Null if none does. A
 * process without a name is at most as new as the schema, because it serves only on the schema of its release.
 */
export async function findOldRelease(client: pg.Client, upgrade: Upgrade): Promise<string | null> {
  const { applied, known, releases: list, programRole } = upgrade;
  const newest = (names: readonly string[]) => stampOf([...names].sort().at(-1) ?? "");
  const previous = list.findLast((release) => stampOf(release.newest) < newest(known));
  if (!previous || applied.length === 0) return null;
  const { rows } = await client.query<{ name: string }>(listSessions, [programRole ?? ""]);
  const stamps = rows.map(({ name }) => namePattern.exec(name)?.[1] ?? newest(applied));
  const old = stamps.filter((stamp) => stamp < stampOf(previous.newest)).sort();
  const next = list.find((release) => stampOf(release.newest) > (old[0] ?? ""));
  return next && old[0] ? refusal(next, old.length) : null;
}

const refusal = ({ version, newest }: Release, connections: number): string =>
  [
    `Processes of an older release use the database (connections: ${connections}). Payments would fail there on the new schema, so nothing was changed.`,
    `Release ${version} must run first: its newest migration is ${newest}. Upgrade all processes to it, and then to this release.`,
    `If all processes are stopped, or may fail, run «${commandLine("migrate", "--anyway")}».`,
  ].join("\n");
