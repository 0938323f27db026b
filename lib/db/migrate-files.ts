import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export const migrationsDir = join(process.cwd(), "prisma/migrations");

/** The migrations in the order they are applied. */
export function migrationNames(): string[] {
  const isMigration = (entry: string) => existsSync(join(migrationsDir, entry, "migration.sql"));
  return existsSync(migrationsDir) ? readdirSync(migrationsDir).filter(isMigration).sort() : [];
}
