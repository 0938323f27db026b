import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { migrationNames, migrationsDir } from "./migrate-files";
import { withSchemaEngine } from "./schema-engine";

/** Folders and the `_prisma_migrations` table are Prisma's own, so `prisma migrate deploy` works too. */
const schemaDir = "prisma/schema";
const lockfile = { path: "migration_lock.toml", content: '# Written by Prisma.\nprovider = "postgresql"\n' };
const filters = { externalTables: [], externalEnums: [] };

/** Any number, the same in every process: whoever holds it migrates. */
const advisoryLock = 20260310;

export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [advisoryLock]);
    return await withSchemaEngine(databaseUrl, readSchema(), async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: readMigrations(), filters });
      return appliedMigrationNames;
    });
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}

/**
 * The SQL that brings the migrations to the schema; empty when the two agree. The engine replays
 * the migrations in a shadow database beside the given one.
 */
export async function pendingChanges(databaseUrl: string): Promise<string> {
  const { stdout } = await withSchemaEngine(databaseUrl, readSchema(), (engine) =>
    engine.diff({
      from: { tag: "migrations", ...readMigrations() },
      to: { tag: "schemaDatamodel", files: readSchema() },
      script: true,
      exitCode: null,
      filters,
    }),
  );
  return !stdout || stdout.includes("This is an empty migration") ? "" : stdout;
}

/** Writes a migration for what changed in the schema since the last one. */
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

function readMigrations(): MigrationList {
  return {
    baseDir: migrationsDir,
    lockfile,
    shadowDbInitScript: "",
    migrationDirectories: migrationNames().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(migrationsDir, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

function readSchema() {
  return readdirSync(join(process.cwd(), schemaDir)).map((name) => {
    const path = join(schemaDir, name);
    return { path, content: readFileSync(join(process.cwd(), path), "utf8") };
  });
}
