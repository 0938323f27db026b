import { afterEach, expect, it } from "vitest";
import { extendEnv } from "@/lib/kit/env";
import { migrationUrl } from "./database";

const DATABASE_URL = "postgresql://u:p@127.0.0.1:1/tradewind";
afterEach(() => extendEnv({ DATABASE_URL: "", PREPARED_STATEMENTS: "" }));

it("migrations refuse to run through a connection pooler, and name the variables to set", async () => {
  extendEnv({ DATABASE_URL, PREPARED_STATEMENTS: "false" });
  await expect(migrationUrl()).rejects.toThrow(/set DIRECT_DATABASE_URL or MIGRATE_DATABASE_URL/);
});

it("migrations use DATABASE_URL if it leads to PostgreSQL itself", async () => {
  extendEnv({ DATABASE_URL });
  expect(await migrationUrl()).toBe(DATABASE_URL);
});
