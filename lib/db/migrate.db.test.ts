import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { migrate, pendingChanges } from "./migrate";
import { migrationNames, migrationsDir } from "./migrate-files";
import { isReady } from "./readiness";

const databaseUrl = () => env().DATABASE_URL ?? "";

it("finds nothing in the schema that the migrations do not make", async () => {
  expect(await pendingChanges(databaseUrl())).toBe("");
});

it("applies every migration once, however many processes begin at the same moment", async () => {
  const fresh = new URL(databaseUrl());
  fresh.pathname += "_fresh";
  const name = fresh.pathname.slice(1);
  await administer(inject("product").databaseUrl, `CREATE DATABASE ${name}`);
  try {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(fresh.href)));
    expect(runs.flat()).toEqual(migrationNames());
  } finally {
    await administer(inject("product").databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("confirms the addresses of accounts from before, except those that a living member has", async () => {
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

it("is ready only at the newest migration", async () => {
  expect(await isReady()).toBe(true);
  await administer(databaseUrl(), "UPDATE _prisma_migrations SET migration_name = migration_name || '-older'");
  expect(await isReady()).toBe(false);
});
