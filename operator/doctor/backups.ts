import { stat } from "node:fs/promises";
import { openClient } from "@/lib/db/servers";
import { day, hour, now, second } from "@/lib/kit/clock";
import { type Check, type Finding, ok, problem, warning } from "./checks";

/** A daily backup may take a while, so it is late after more than a day. */
const backupAgeMaxMs = 26 * hour;
const archiveAgeMaxMs = day;

/** A minute is usual. From here on, too many payments are missing in the archive. */
const archiveTimeoutMaxSeconds = hour / second;

type Archiver = {
  mode: string;
  hasCommand: boolean;
  /** `archive_timeout`, or 0 if it is off. */
  timeoutSeconds: number;
  archivedAt: Date | null;
  failedAt: Date | null;
};

const readArchiver = `
  SELECT current_setting('archive_mode') AS mode, last_archived_time AS "archivedAt", last_failed_time AS "failedAt",
    (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS "timeoutSeconds",
    current_setting('archive_command') <> '' OR coalesce(current_setting('archive_library', true), '') <> '' AS "hasCommand"
  FROM pg_stat_archiver`;

async function checkArchive(databaseUrl: string): Promise<Finding> {
  const client = await openClient(databaseUrl, { connectionTimeoutMillis: 5_000 });
  try {
    const { rows } = await client.query<Archiver>(readArchiver);
    return archiveFinding(rows[0]);
  } finally {
    void client.end().catch(() => {});
  }
}

const seeBackups = "See «Backups» in docs/operations.md.";

export function archiveFinding(archiver: Archiver | undefined): Finding {
  if (!archiver || archiver.mode === "off") {
    return warning(
      "PostgreSQL archives no WAL, so a crash of its disk loses the payments since the last backup.",
      seeBackups,
    );
  }
  const { hasCommand, timeoutSeconds, archivedAt, failedAt } = archiver;
  if (!hasCommand) return problem("archive_mode is on, but archive_command is empty, so WAL piles up.", seeBackups);
  if (failedAt && (!archivedAt || failedAt > archivedAt)) {
    return problem(
      `The last attempt to archive WAL failed, at ${failedAt.toISOString()}.`,
      "Read PostgreSQL's log and repair archive_command.",
    );
  }
  if (!archivedAt || now().getTime() - archivedAt.getTime() > archiveAgeMaxMs) {
    return warning(
      archivedAt
        ? `The last WAL segment was archived at ${archivedAt.toISOString()}.`
        : "No WAL segment has been archived yet.",
      timeoutAdvice(timeoutSeconds),
    );
  }
  return ok(`The last WAL segment was archived at ${archivedAt.toISOString()}.`);
}

function timeoutAdvice(seconds: number): string {
  if (seconds === 0) return "Set archive_timeout, for example to 60.";
  if (seconds > archiveTimeoutMaxSeconds) return `Lower archive_timeout from ${seconds} to 60.`;
  return `archive_timeout is ${seconds} s. If the database was written to since, read PostgreSQL's log and repair archive_command.`;
}

async function checkMarker(file: string | undefined): Promise<Finding> {
  const action = "Repair the backup job. It touches this file after each successful backup.";
  if (file === undefined) {
    return warning(
      "The age of the last base backup is unknown.",
      "Make the backup job touch a file, and pass it with --backup-marker.",
    );
  }
  const made = await stat(file).catch(() => null);
  if (!made) return problem(`${file} does not exist.`, action);
  const ageMs = now().getTime() - made.mtimeMs;
  const message = `The last base backup is ${Math.round(ageMs / hour)} hours old.`;
  return ageMs > backupAgeMaxMs ? problem(message, action) : ok(message);
}

/** Production needs backups. A development database needs none. */
export const backupChecks = (marker: string | undefined): Check[] => [
  {
    name: "WAL archive",
    needs: ["database"],
    run: async ({ env, databaseUrl }) =>
      env?.isProduction === false ? ok("Not needed in development.") : checkArchive(databaseUrl ?? ""),
  },
  {
    name: "base backup",
    run: async ({ env }) =>
      env?.isProduction === false && marker === undefined ? ok("Not needed in development.") : checkMarker(marker),
  },
];
