import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { migrationNames, migrationsDir } from "@/lib/db/migrations/migrate-files";
import { newUlid } from "@/lib/kit/ids";
import { administer } from "@/tests/support/http/product";

/**
 * Creates a database with every migration before the named one, and drops it after `work`. `apply` runs the named
 * migration.
 */
export async function withDatabaseBefore(
  migration: string,
  work: (client: pg.Client, apply: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { databaseUrl } = inject("product");
  const url = new URL(databaseUrl);
  const name = `before_${newUlid().toLowerCase()}`;
  url.pathname = `/${name}`;
  await administer(databaseUrl, `CREATE DATABASE ${name}`);
  const client = new pg.Client({ connectionString: url.href });
  try {
    await client.connect();
    const run = async (each: string) => {
      await client.query(readFileSync(join(migrationsDir, each, "migration.sql"), "utf8"));
    };
    for (const earlier of migrationNames().filter((each) => each < migration)) await run(earlier);
    await work(client, () => run(migration));
  } finally {
    await client.end();
    await administer(databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}
