import { randomBytes } from "node:crypto";
import { afterAll, afterEach, expect, inject } from "vitest";
import { disconnect } from "@/lib/db/client";
import { finishAfterAnswers } from "@/lib/http/route/after-answer";
import { extendEnv } from "@/lib/kit/env";
import { checkLedger } from "@/lib/ledger/check-ledger";
import { administer } from "@/tests/support/http/product";

// Each file of database tests gets its own copy of the migrated template.
const { databaseUrl, templateName } = inject("product");
const name = `test_${randomBytes(6).toString("hex")}`;
await administer(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
const own = new URL(databaseUrl);
own.pathname = `/${name}`;
extendEnv({ DATABASE_URL: own.href });

// After every test, the ledger must balance.
afterEach(async () => {
  expect(await checkLedger()).toEqual({ differences: [], unbalanced: [] });
});

afterAll(async () => {
  // The next file has another database, so work after answers must end here.
  await finishAfterAnswers();
  await disconnect();
  await administer(databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
});
