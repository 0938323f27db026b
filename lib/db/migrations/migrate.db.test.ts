import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { onEmptyDatabase } from "@/tests/support/in-process/empty-database";
import { findObstacle } from "../readiness";
import { migrationList, pendingChanges, readSchema } from "./create-migration";
import { MigrationError, migrate } from "./migrate";
import { migrationNames, migrationsDir } from "./migrate-files";
import { withSchemaEngine } from "./schema-engine";

const databaseUrl = () => env().DATABASE_URL ?? "";

const first = { name: "1_first", sql: "CREATE TABLE one (id int);\n" };
const broken = { name: "2_broken", sql: "CREATE TABLE two (id int);\nALTER TABLE one\n  ADD COLUMN é nosuchtype;\n" };

it("the migrations produce the schema", async () => {
  expect(await pendingChanges(databaseUrl())).toBe("");
});

it("concurrent processes apply each migration once, and Prisma's engine finds nothing left to apply", async () => {
  await onEmptyDatabase("_fresh", async (url) => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(url)));
    expect(runs.flat()).toEqual(migrationNames());
    const filters = { externalTables: [], externalEnums: [] };
    await withSchemaEngine(url, readSchema(), async (engine) => {
      const migrationsList = migrationList();
      expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({ appliedMigrationNames: [] });
      const history = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
      expect(history).toMatchObject({ editedMigrationNames: [], failedMigrationNames: [], history: null });
    });
  });
});

it("applies nothing to a database that Prisma's engine has migrated", async () => {
  await onEmptyDatabase("_prisma", async (url) => {
    const migrationsList = migrationList();
    const filters = { externalTables: [], externalEnums: [] };
    await withSchemaEngine(url, readSchema(), (engine) => engine.applyMigrations({ migrationsList, filters }));
    expect(await migrate(url)).toEqual([]);
  });
});

it("names a failed migration and the position of its error, rolls it back, and refuses until a retry is allowed", async () => {
  await onEmptyDatabase("_broken", async (url) => {
    const reason = 'Migration 2_broken failed at line 3, column 16: type "nosuchtype" does not exist';
    await expect(migrate(url, [first, broken])).rejects.toThrow(
      new MigrationError(`${reason}\nIts changes were rolled back.`),
    );
    const mended = [first, { ...broken, sql: "CREATE TABLE two (id int)" }];
    const refusal = await migrate(url, mended).catch((error: Error) => error.message);
    expect(refusal).toContain("Migration 2_broken failed on 20");
    expect(refusal).toContain(reason);
    const [statement = ""] = /UPDATE _prisma_migrations SET .*;/.exec(String(refusal)) ?? [];
    await administer(url, statement);
    expect(await migrate(url, mended)).toEqual(["2_broken"]);
  });
});

it("refuses a database with tables of another application", async () => {
  await onEmptyDatabase("_foreign", async (url) => {
    await administer(url, "CREATE TABLE customers (id int)");
    await expect(migrate(url)).rejects.toThrow(
      "The database has tables (customers) but no list of applied migrations.",
    );
  });
});

it("the migration of confirmed emails confirms the addresses of existing accounts, except those of an active member", async () => {
  const old = new URL(databaseUrl());
  old.pathname += "_old";
  const name = old.pathname.slice(1);
  const sqlOf = (migration: string) => readFileSync(join(migrationsDir, migration, "migration.sql"), "utf8");
  const names = migrationNames();
  const turn = names.indexOf("20261116110100_confirmed_emails");
  await administer(inject("product").databaseUrl, `CREATE DATABASE ${name}`);
  const client = new pg.Client({ connectionString: old.href });
  try {
    await client.connect();
    for (const migration of names.slice(0, turn)) await client.query(sqlOf(migration));
    await client.query(`
      INSERT INTO account (account_number, type, email, password_hash, first_name, last_name, home_platform, created_at, deleted_at)
      SELECT number, 'BUSINESS', email, 'hash', 'A', 'B', 'TT', now(), gone FROM (VALUES
        ('1000000001', 'own@example.com', NULL), ('1000000002', 'member@example.com', NULL),
        ('1000000003', 'removed@example.com', NULL), ('1000000004', 'own@example.com', now())
      ) AS v (number, email, gone);
      INSERT INTO member (id, account_number, role, email, password_hash, created_at, removed_at)
      VALUES ('m1', '1000000001', 'developer', 'member@example.com', 'hash', now(), NULL),
             ('m2', '1000000001', 'developer', 'removed@example.com', 'hash', now(), now())`);
    await client.query(sqlOf(names[turn] ?? ""));
    const { rows: accounts } = await client.query(
      `SELECT account_number, email, email_confirmed_at IS NOT NULL AS is_confirmed FROM account
       WHERE deleted_at IS NULL ORDER BY account_number`,
    );
    expect(accounts.map(Object.values)).toEqual([
      ["1000000001", "own@example.com", true],
      ["1000000002", null, false],
      ["1000000003", "removed@example.com", true],
    ]);
    const { rows: confirmed } = await client.query("SELECT email, holder_id FROM confirmed_email ORDER BY email");
    expect(confirmed.map(Object.values)).toEqual([
      ["member@example.com", "m1"],
      ["own@example.com", "1000000001"],
      ["removed@example.com", "1000000003"],
    ]);
  } finally {
    await client.end();
    await administer(inject("product").databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("the database is ready only if the newest migration is applied", async () => {
  expect(await findObstacle()).toBe(null);
  await administer(databaseUrl(), "UPDATE _prisma_migrations SET migration_name = migration_name || '-older'");
  expect(await findObstacle()).toBe("The database has no current schema. Run «npm run migrate» first.");
  // The next test file of this worker uses the same database.
  await administer(
    databaseUrl(),
    "UPDATE _prisma_migrations SET migration_name = replace(migration_name, '-older', '')",
  );
});
