import pg from "pg";
import { env } from "@/lib/kit/env";
import { LaunchError } from "./processes";

const connectTimeoutMs = 10_000;

/** The database of a process that starts none. */
export function databaseUrlOrThrow(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new LaunchError("DATABASE_URL is not set. «npm start» brings a database of its own.");
  return DATABASE_URL;
}

/**
 * The connection for migrations. It must not lead through a pooler that shares sessions between transactions,
 * because migrations take a session lock.
 */
export async function migrationUrl(): Promise<string> {
  const { MIGRATE_DATABASE_URL } = env();
  if (!MIGRATE_DATABASE_URL) return databaseUrlOrThrow();
  await checkDatabase(MIGRATE_DATABASE_URL);
  return MIGRATE_DATABASE_URL;
}

/** Connects once, so that a wrong address ends in a sentence instead of a stack trace. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
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
