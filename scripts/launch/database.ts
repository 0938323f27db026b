import { env } from "@/lib/kit/env";
import { LaunchError } from "./processes";

const connectTimeoutMs = 10_000;

/** The DATABASE_URL of a process that does not start a database itself. */
export function databaseUrlOrThrow(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new LaunchError("DATABASE_URL is not set. «npm start» brings a database of its own.");
  return DATABASE_URL;
}

/**
 * The database URL for migrations. Migrations take a session lock, so the connection must not use a pooler in
 * transaction mode.
 */
export async function migrationUrl(): Promise<string> {
  const { MIGRATE_DATABASE_URL } = env();
  if (!MIGRATE_DATABASE_URL) return databaseUrlOrThrow();
  await checkDatabase(MIGRATE_DATABASE_URL);
  return MIGRATE_DATABASE_URL;
}

/** Connects once, so that a wrong database URL gives a clear error message instead of a stack trace. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  // Imported late, because the primary of several web processes does not need it.
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const where = `${client.host}:${client.port}`;
    throw new LaunchError(`The database at ${where} cannot be used: ${message || code}.`, { cause: error });
  }
  await client.end();
}
