import { env } from "@/lib/kit/env";
import { LaunchError } from "./processes";

const connectTimeoutMs = 10_000;

/** The DATABASE_URL of a process that does not start a database itself. */
export function databaseUrlOrThrow(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new LaunchError("DATABASE_URL is not set. «npm start» brings a database of its own.");
  return DATABASE_URL;
}

const needsDirectUrl =
  "PREPARED_STATEMENTS=false says that DATABASE_URL leads to a connection pooler. Migrations need PostgreSQL itself: set DIRECT_DATABASE_URL or MIGRATE_DATABASE_URL. Without a pooler, remove PREPARED_STATEMENTS.";

/**
 * The database URL for migrations. They take a session lock and change settings of the session. A pooler would keep
 * both for other clients.
 */
export async function migrationUrl(): Promise<string> {
  const { MIGRATE_DATABASE_URL, DIRECT_DATABASE_URL, PREPARED_STATEMENTS } = env();
  const directUrl = MIGRATE_DATABASE_URL ?? DIRECT_DATABASE_URL;
  if (!directUrl && !PREPARED_STATEMENTS) throw new LaunchError(needsDirectUrl);
  if (!directUrl) return databaseUrlOrThrow();
  await checkDatabase(directUrl);
  return directUrl;
}

const sharedRole = (role: string): string =>
  `Warning: the programs and the migrations use the same role, ${role}. The programs could change the append-only tables: docs/operations.md, «Roles».`;

/**
 * Applies the migrations, and gives the role of the programs its rights. For a pooler, also stores the time limits that
 * it does not pass on. `notes` are lines for the operator. Refuses to run beside processes of a release before the
 * previous one, unless they may fail.
 */
export async function migrateDatabase(oldProcesses: "refuse" | "may fail" = "refuse") {
  const directUrl = await migrationUrl();
  // Imported late, because the primary of several web processes does not need them.
  const { migrate } = await import("@/lib/db/migrations/migrate");
  const { releases } = await import("@/lib/db/migrations/releases");
  const { userOf } = await import("@/lib/db/servers");
  const { isProduction, isPooled } = env();
  const role = userOf(databaseUrlOrThrow());
  const isShared = role === userOf(directUrl);
  const applied = await migrate(directUrl, undefined, {
    report: console.log,
    ...(!isShared && { programRole: role }),
    ...(oldProcesses === "refuse" && { releases }),
  });
  const notes = [
    // A role may store its own limits. Another role needs rights that the migrations have not.
    ...(isPooled ? await storeLimits(env().DIRECT_DATABASE_URL ?? directUrl, role) : []),
    ...(isShared && isProduction ? [sharedRole(role)] : []),
  ];
  return { applied, notes };
}

async function storeLimits(directUrl: string, role: string): Promise<string[]> {
  const { storeTimeouts } = await import("@/lib/db/migrations/role-timeouts");
  const outcome = await storeTimeouts(directUrl, role);
  if ("reason" in outcome) {
    const advice = `The time limits of statements could not be stored: ${outcome.reason}. Run this as a superuser:`;
    return [[advice, ...outcome.statements].join("\n  ")];
  }
  if (outcome.stored.length === 0) return [];
  const limits = outcome.stored.join(", ");
  return [
    `Stored the time limits of the role ${role}: ${limits}. Connections of a pooler get them after «RECONNECT» in its console.`,
  ];
}

/** Connects once, so that a wrong database URL gives a clear error message instead of a stack trace. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  // Imported late, because the primary of several web processes does not need it.
  const { hostsOf, openClient } = await import("@/lib/db/servers");
  try {
    const client = await openClient(databaseUrl, { connectionTimeoutMillis: connectTimeoutMs });
    await client.end();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const where = hostsOf(databaseUrl).join(",");
    throw new LaunchError(`The database at ${where} cannot be used: ${message || code}.`, { cause: error });
  }
}
