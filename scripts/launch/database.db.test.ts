import { afterEach, describe, expect, it, vi } from "vitest";
import { env, extendEnv } from "@/lib/kit/env";
import { programUrlOf } from "@/tests/support/http/product";
import { migrateDatabase, migrationUrl } from "./database";

const ownerUrl = env().DATABASE_URL ?? "";
const programUrl = programUrlOf(ownerUrl);
const { username: role } = new URL(programUrl);
const { PUBLIC_URL, RATE_LIMIT_FACTOR } = env();
const production = {
  APP_ENV: "production",
  PUBLIC_URL: "https://pay.example.com",
  TRUSTED_PROXIES: "none",
  RATE_LIMIT_FACTOR: "",
};
const development = {
  APP_ENV: "development",
  PUBLIC_URL,
  TRUSTED_PROXIES: "",
  RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR),
  DATABASE_URL: ownerUrl,
  DIRECT_DATABASE_URL: "",
  MIGRATE_DATABASE_URL: "",
  PREPARED_STATEMENTS: "",
};
const said = vi.spyOn(console, "log").mockReturnValue();
afterEach(() => void extendEnv(development));

describe("migrations", () => {
  it("refuse to run through a connection pooler, and name the variables to set", async () => {
    extendEnv({ PREPARED_STATEMENTS: "false" });
    await expect(migrationUrl()).rejects.toThrow(/set DIRECT_DATABASE_URL or MIGRATE_DATABASE_URL/);
  });

  it("use DATABASE_URL if it leads to PostgreSQL itself", async () => {
    expect(await migrationUrl()).toBe(ownerUrl);
  });
});

describe("the role of the programs", () => {
  it("gets its rights if the migrations use another one", async () => {
    extendEnv({ ...production, DATABASE_URL: programUrl, MIGRATE_DATABASE_URL: ownerUrl });
    expect(await migrateDatabase()).toEqual({ applied: [], notes: [] });
    expect(said).toHaveBeenCalledWith(expect.stringContaining(`The role ${role} has the rights of the programs`));
  });

  it("may also apply the migrations, which is a warning in production", async () => {
    expect(await migrateDatabase()).toEqual({ applied: [], notes: [] });
    extendEnv(production);
    const { notes } = await migrateDatabase();
    expect(notes).toEqual([expect.stringMatching(/^Warning: the programs and the migrations use the same role/)]);
  });
});
