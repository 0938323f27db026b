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

/** Applies the migrations. For a pooler, also stores the time limits that it does not pass on. */
export async function migrateDatabase(): Promise<string[]> {
  const directUrl = await migrationUrl();
  // Imported late, because the primary of several web processes does not need them.
  const { migrate } = await import("@/lib/db/migrations/migrate");
  const applied = await migrate(directUrl, undefined, { report: console.log });
  if (!env().isPooled) return applied;
  const { storeTimeouts } = await import("@/lib/db/migrations/role-timeouts");
  const { userOf } = await import("@/lib/db/servers");
  const refusal = await storeTimeouts(directUrl, userOf(databaseUrlOrThrow()));
  if (refusal) {
    const advice = `The time limits of statements could not be stored: ${refusal.reason}. Run this as a superuser:`;
    console.log([advice, ...refusal.statements].join("\n  "));
  }
  return applied;
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
