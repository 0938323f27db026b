import { afterEach, describe, expect, it, vi } from "vitest";
import { disconnect } from "@/lib/db/connection";
import { openClient } from "@/lib/db/servers";
import { env, extendEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { administer, programUrlOf } from "@/tests/support/http/product";
import { migrateDatabase, migrationUrl } from "./database";
import { guardSecrets } from "./secrets";

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

describe("the time limits of the role, for a pooler", () => {
  const database = new URL(programUrl).pathname.slice(1);
  const pooled = { DATABASE_URL: programUrl, DIRECT_DATABASE_URL: programUrl, MIGRATE_DATABASE_URL: ownerUrl };
  const readLimits = async () => {
    const client = await openClient(programUrl);
    const { rows } = await client.query("SHOW statement_timeout").finally(() => client.end());
    return rows[0]?.statement_timeout;
  };
  const stored = `Stored the time limits of the role ${role}: statement_timeout = 12000, lock_timeout = 8000, idle_in_transaction_session_timeout = 15000. Connections of a pooler get them after «RECONNECT» in its console.`;

  it("are stored again if they were reset, which the operator reads, and are left alone otherwise", async () => {
    extendEnv(pooled);
    expect((await migrateDatabase()).notes).toEqual([stored]);
    expect((await migrateDatabase()).notes).toEqual([]);
    await administer(ownerUrl, `ALTER ROLE ${role} IN DATABASE ${database} RESET ALL`);
    expect(await readLimits()).toBe("0");
    expect((await migrateDatabase()).notes).toEqual([stored]);
    expect(await readLimits()).toBe("12s");
    await administer(ownerUrl, `ALTER ROLE ${role} IN DATABASE ${database} RESET ALL`);
  });
});

it("a process that starts before its database knows why it does not serve, and serves when the database answers", async () => {
  const warned = vi.spyOn(log, "warn").mockReturnValue();
  vi.spyOn(log, "error").mockReturnValue();
  await disconnect();
  extendEnv({ DATABASE_URL: Object.assign(new URL(ownerUrl), { port: "9" }).href });
  const guard = await guardSecrets();
  expect([guard.areGood(), guard.obstacle()]).toEqual([false, "The database is unreachable."]);
  expect(warned).toHaveBeenCalledOnce();
  await disconnect();
  extendEnv({ DATABASE_URL: ownerUrl });
  await guard.whenGood;
  expect(guard.areGood()).toBe(true);
});
