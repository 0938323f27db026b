import { randomBytes } from "node:crypto";
import { afterAll, afterEach, expect, inject } from "vitest";
import { query } from "@/lib/db/client";
import { disconnect } from "@/lib/db/connection";
import { sql } from "@/lib/db/sql";
import { finishAfterAnswers } from "@/lib/http/route/after-answer";
import { extendEnv } from "@/lib/kit/env";
import { checkLedger } from "@/lib/ledger/check-ledger";
import { administer } from "@/tests/support/http/product";
import { emptyDatabase, inspectDatabase, type WorkerDatabase, worker } from "./worker-database";

// Each worker has its own copy of the migrated template, and each file of database tests finds it empty. A copy per
// file would cost a second of processor time each: for the copy, Prisma's client and the caches of new connections.
const { databaseUrl, templateName } = inject("product");
const isDeep = inject("isDeep");
/** A copy of the template has 9 MB. Deleted rows keep their space, which makes later queries slower. */
const sizeMax = 24 * 1024 * 1024;

async function createDatabase(): Promise<WorkerDatabase> {
  // If the file before failed to clean up, its connections are still open.
  await disconnect();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  // PostgreSQL plans a statement five times before it keeps the plan, and few statements of a test run more often.
  if (!isDeep) await administer(databaseUrl, `ALTER DATABASE ${name} SET plan_cache_mode = force_generic_plan`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  extendEnv({ DATABASE_URL: url.href });
  const { schema } = await inspectDatabase();
  return { name, url: url.href, schema, restore: [] };
}

worker.ownDatabase ??= await createDatabase();
const own = worker.ownDatabase;
extendEnv({ DATABASE_URL: own.url });

// After every test, the ledger must balance. Most tests move no money.
afterEach(async () => {
  const [found] = await query<{ isUsed: boolean }>(sql`
    SELECT EXISTS (SELECT FROM ledger_line) OR EXISTS (SELECT FROM merchant_balance) AS is_used`);
  if (found?.isUsed) expect(await checkLedger()).toEqual({ differences: [], unbalanced: [] });
});

afterAll(async () => {
  // Until the database is empty, the next file must not use it. If anything below fails, that file gets a new copy.
  delete worker.ownDatabase;
  await finishAfterAnswers();
  const { schema, size } = await inspectDatabase();
  if (schema === own.schema && size <= sizeMax) {
    await emptyDatabase(own);
    worker.ownDatabase = own;
    return;
  }
  await disconnect();
  await administer(databaseUrl, `DROP DATABASE ${own.name} WITH (FORCE)`);
});
