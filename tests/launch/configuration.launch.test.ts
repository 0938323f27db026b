import { describe, expect, it } from "vitest";
import { cleanAround, processesOn, runScript, stackTrace, temporaryFolder } from "@/tests/support/http/launcher";

cleanAround();

describe("a wrong configuration", () => {
  it.concurrent.each(["start", "web", "worker", "migrate", "tw"])(
    "ends %s with one message that names every wrong variable",
    async (script) => {
      const env = {
        DATA_DIR: temporaryFolder(),
        DATABASE_URL: "postgresql://user@127.0.0.1:1/nothing",
        APP_ENV: "production",
        APP_SECRET: "weak",
        CARD_KEYS: "1:AAAA",
        RATE_LIMIT_FACTOR: "5",
      };
      const args = script === "tw" ? ["accounts", "show", "1234567890"] : [];
      const { exitCode, output } = await runScript(`scripts/${script}.ts`, args, { env });
      expect(exitCode, output).toBe(1);
      const names = ["PUBLIC_URL", "APP_SECRET", "CARD_KEYS", "TRUSTED_PROXIES", "RATE_LIMIT_FACTOR"];
      for (const name of names) expect(output).toContain(name);
      expect(output.match(/The configuration is wrong/g)).toHaveLength(1);
      expect(output).not.toMatch(stackTrace);
      expect(processesOn(env.DATA_DIR)).toEqual([]);
    },
  );

  it.concurrent.each(["start", "tw"])("ends %s with one sentence when the database does not answer", async (script) => {
    const env = { DATABASE_URL: "postgresql://somebody:hunter2hunter2@127.0.0.1:1/nothing", APP_ENV: "development" };
    const { exitCode, output } = await runScript(`scripts/${script}.ts`, ["accounts", "show", "1234567890"], {
      env: { ...env, DATA_DIR: temporaryFolder() },
    });
    expect(exitCode, output).toBe(1);
    expect(output).toContain("The database at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1.");
    expect(output).not.toContain("hunter2hunter2");
    expect(output).not.toMatch(stackTrace);
  });

  it.concurrent.each(["web", "worker"])("ends %s with one sentence when DATABASE_URL is not set", async (script) => {
    const { exitCode, output } = await runScript(`scripts/${script}.ts`, [], { env: { DATA_DIR: temporaryFolder() } });
    expect(exitCode, output).toBe(1);
    expect(output).toContain("DATABASE_URL is not set.");
    expect(output).not.toMatch(stackTrace);
  });

  it.concurrent("ends npm start with one sentence when the data folder cannot be written", async () => {
    const { exitCode, output } = await runScript("scripts/start.ts", [], { env: { DATA_DIR: "/dev/null/data" } });
    expect(exitCode, output).toBe(1);
    expect(output).toContain("/dev/null/data");
    expect(output).not.toMatch(stackTrace);
  });

  it.concurrent("ends npm start with one sentence when HOST is not an address of this machine", async () => {
    const env = { DATA_DIR: temporaryFolder(), HOST: "192.0.2.1", APP_ENV: "development" };
    const { exitCode, output } = await runScript("scripts/start.ts", [], { env });
    expect(exitCode, output).toBe(1);
    expect(output).toContain("HOST 192.0.2.1");
    expect(output).not.toMatch(stackTrace);
  });
});
