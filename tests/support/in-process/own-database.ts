import { randomBytes } from "node:crypto";
import { afterAll, afterEach, expect, inject } from "vitest";
import { inTransaction, query } from "@/lib/db/client";
import { disconnect } from "@/lib/db/connection";
import { sql } from "@/lib/db/sql";
import { finishAfterAnswers } from "@/lib/http/route/after-answer";
import { extendEnv } from "@/lib/kit/env";
import { checkLedger } from "@/lib/ledger/check-ledger";
import { administer } from "@/tests/support/http/product";

/** `schema` is a digest of the catalogs at the start. */
type OwnDatabase = { name: string; url: string; schema: string };

// Each worker has its own copy of the migrated template, and each file of database tests finds it empty. A copy per
// file would cost a second of processor time each: for the copy, Prisma's client and the caches of new connections.
const worker = globalThis as typeof globalThis & { ownDatabase?: OwnDatabase };
const { databaseUrl, templateName } = inject("product");
/** A copy of the template has 9 MB. Deleted rows keep their space, which makes later queries slower. */
const sizeMax = 24 * 1024 * 1024;

async function createDatabase(): Promise<OwnDatabase> {
  // If the file before failed to clean up, its connections are still open.
  await disconnect();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  extendEnv({ DATABASE_URL: url.href });
  const { schema } = await inspect();
  return { name, url: url.href, schema };
}

/** Changes of tables, constraints, triggers, functions and enums write rows of these catalogs. */
async function inspect(): Promise<{ schema: string; isSmall: boolean }> {
  const [found] = await query<{ schema: string; isSmall: boolean }>(sql`
    SELECT string_agg(concat_ws(' ', catalog, count, newest), ', ' ORDER BY catalog) AS schema,
      pg_database_size(current_database()) <= ${sizeMax} AS is_small
    FROM (SELECT 'pg_class' AS catalog, count(*), max(xmin::text::bigint) AS newest FROM pg_class
      UNION ALL SELECT 'pg_attribute', count(*), max(xmin::text::bigint) FROM pg_attribute
      UNION ALL SELECT 'pg_constraint', count(*), max(xmin::text::bigint) FROM pg_constraint
      UNION ALL SELECT 'pg_trigger', count(*), max(xmin::text::bigint) FROM pg_trigger
      UNION ALL SELECT 'pg_proc', count(*), max(xmin::text::bigint) FROM pg_proc
      UNION ALL SELECT 'pg_enum', count(*), max(xmin::text::bigint) FROM pg_enum) AS catalogs`);
  if (!found) throw new Error("The catalogs of the database cannot be read.");
  return found;
}

/**
 * Deletes all rows past the triggers that forbid it, and restarts the sequences. No migration inserts rows that stay.
 */
async function emptyDatabase(): Promise<void> {
  await inTransaction(async () => {
    await query(sql`SET LOCAL session_replication_role = replica`);
    await query(sql`
      DO $$ DECLARE filled regclass; BEGIN
        FOR filled IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname <> '_prisma_migrations' AND pg_relation_size(oid) > 0
        LOOP EXECUTE 'DELETE FROM ' || filled; END LOOP;
        PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
      END $$`);
  });
}

worker.ownDatabase ??= await createDatabase();
const own = worker.ownDatabase;
extendEnv({ DATABASE_URL: own.url });

// After every test, the ledger must balance.
afterEach(async () => {
  expect(await checkLedger()).toEqual({ differences: [], unbalanced: [] });
});

afterAll(async () => {
  // Until the database is empty, the next file must not use it. If anything below fails, that file gets a new copy.
  delete worker.ownDatabase;
  await finishAfterAnswers();
  const { schema, isSmall } = await inspect();
  if (schema === own.schema && isSmall) {
    await emptyDatabase();
    worker.ownDatabase = own;
    return;
  }
  await disconnect();
  await administer(databaseUrl, `DROP DATABASE ${own.name} WITH (FORCE)`);
});
