import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import { migrationsDir, readMigrations } from "./migrate-files";
import { withSchemaEngine } from "./schema-engine";

/** Creates migrations, with the schema engine of Prisma. `migrate.ts` applies them without it. */
const schemaDir = "prisma/schema";
const lockfile = { path: "migration_lock.toml", content: '# Written by Prisma.\nprovider = "postgresql"\n' };
const filters = { externalTables: [], externalEnums: [] };

/**
 * The SQL that the migrations lack to produce the schema; empty if the two agree. The engine replays
 * the migrations in a shadow database on the same server.
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

/** Writes a migration for the changes of the schema since the last one, and returns its folder. */
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

/** The migrations in the form that the engine reads. */
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
