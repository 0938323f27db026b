import { inject } from "vitest";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";

/** Runs a test on an empty database of its own, which has the name of the file's database and a suffix. */
export async function onEmptyDatabase(suffix: string, test: (url: string) => Promise<void>): Promise<void> {
  const url = new URL(env().DATABASE_URL ?? "");
  url.pathname += suffix;
  const name = url.pathname.slice(1);
  const { databaseUrl } = inject("product");
  await administer(databaseUrl, `CREATE DATABASE ${name}`);
  try {
    await test(url.href);
  } finally {
    await administer(databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}
