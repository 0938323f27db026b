import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import { migrationsDir, readMigrations } from "./migrate-files";
import { withSchemaEngine } from "./schema-engine";

/** Creates migrations with Prisma's schema engine. `migrate.ts` applies migrations without the engine. */
const schemaDir = "prisma/schema";
const lockfile = { path: "migration_lock.toml", content: '# Written by Prisma.\nprovider = "postgresql"\n' };
const filters = { externalTables: [], externalEnums: [] };

/**
 * Returns the SQL that the migrations lack to produce the schema, or an empty string if both agree. Prisma's engine
 * replays the migrations in a shadow database on the same server.
 */
export async function pendingChanges(databaseUrl: string): Promise<string> {
  const { stdout } = await withSchemaEngine(databaseUrl, readSchema(), (engine) =>
    engine.diff({
      from: { tag: "migrations", ...migrationList() },
      to: { tag: "schemaDatamodel", files: readSchema() },
      script: true,
      exitCode: null,
      filters,
    }),
  );
  return !stdout || stdout.includes("This is an empty migration") ? "" : stdout;
}

/**
 * Writes a migration for the schema changes since the last migration and returns its folder. Returns null if nothing
 * changed.
 */
export async function writeMigration(databaseUrl: string, name: string, at: Date): Promise<string | null> {
  const sql = await pendingChanges(databaseUrl);
  if (!sql) return null;
  const stamp = at.toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(migrationsDir, `${stamp}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "migration.sql"), sql);
  writeFileSync(join(migrationsDir, lockfile.path), lockfile.content);
  return folder;
}

/** The migrations in the format that Prisma's schema engine reads. */
export function migrationList(): MigrationList {
  return {
    baseDir: migrationsDir,
    lockfile,
    shadowDbInitScript: "",
    migrationDirectories: readMigrations().map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

export function readSchema() {
  return readdirSync(join(process.cwd(), schemaDir)).map((name) => {
    const path = join(schemaDir, name);
    return { path, content: readFileSync(join(process.cwd(), path), "utf8") };
  });
}
