import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const migrationsDir = join(process.cwd(), "prisma/migrations");

const fileOf = (name: string) => join(migrationsDir, name, "migration.sql");

/** The names of all migrations, in the order in which they are applied. */
export function migrationNames(): string[] {
  const isMigration = (entry: string) => existsSync(fileOf(entry));
  return existsSync(migrationsDir) ? readdirSync(migrationsDir).filter(isMigration).sort() : [];
}

export type Migration = { name: string; sql: string };

export function readMigrations(): Migration[] {
  return migrationNames().map((name) => ({ name, sql: readFileSync(fileOf(name), "utf8") }));
}
