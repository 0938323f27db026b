import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanAround, processesOn, run, runScript, temporaryFolder, until } from "@/e2e/support/launcher";
import { readHolder } from "./launch/data-dir";
import { startPostgres } from "./launch/postgres";

cleanAround();

// One data folder on which no «npm start» runs lives through all of these, in their order.
const dataDir = temporaryFolder();
const env = { DATA_DIR: dataDir };
const accounts = (...words: string[]) => runScript("scripts/accounts.ts", words, { env });
const newAccount = (email: string) => ["create", "--email", email, "--first-name", "Ann", "--last-name", "Lee"];
const refused = (sentence: string) => ({ exitCode: 1, output: `${sentence}\n` });
const done = (sentence: string) => ({ exitCode: 0, output: `${sentence}\n` });

describe("npm run accounts, before anything is installed", () => {
  it.concurrent("explains itself without starting a database", async () => {
    const ownEnv = { DATA_DIR: temporaryFolder() };
    const [unknownVerb, unknownOption] = await Promise.all(
      [["crate"], ["show", "--colour"]].map((words) => runScript("scripts/accounts.ts", words, { env: ownEnv })),
    );
    expect(unknownVerb).toMatchObject({ exitCode: 1, output: expect.stringContaining("npm run accounts -- <what>") });
    expect(unknownOption).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^Unknown option '--colour'/) });
  });

  it.concurrent("asks for «npm run migrate»", async () => {
    const sentence = "The database has no current schema. Run «npm run migrate» first.";
    expect(await accounts("show", "ann@example.com")).toEqual(refused(sentence));
    expect(processesOn(dataDir)).toEqual([]);
  });
});

describe("npm run migrate", () => {
  it("succeeds in two processes that find the same empty database at the same moment", async () => {
    const postgres = await startPostgres(dataDir);
    const both = { DATABASE_URL: postgres.url, APP_ENV: "development", ...env };
    const runs = await Promise.all([1, 2].map(() => runScript("scripts/migrate.ts", [], { env: both })));
    await postgres.stop();
    expect(
      runs.map(({ exitCode }) => exitCode),
      JSON.stringify(runs),
    ).toEqual([0, 0]);
    expect(runs.filter(({ output }) => output.startsWith("Applied: "))).toHaveLength(1);
  });
});

describe("npm run accounts", () => {
  it("creates accounts with made-up passwords that are shown once, two commands each in its turn", async () => {
    const created = await Promise.all([
      accounts(...newAccount("Ann@Example.com")),
      accounts(...newAccount("sam@example.com"), "--sandbox-only"),
    ]);
    for (const { exitCode, output } of created) {
      expect(output).toMatch(/^Account [1-9]\d{9} created\.\nIts password, shown once: \S{12,}\n$/);
      expect(exitCode).toBe(0);
    }
    expect(processesOn(dataDir)).toEqual([]);
  });

  describe("on a database that is running", () => {
    let postgres: Awaited<ReturnType<typeof startPostgres>>;
    beforeAll(async () => {
      postgres = await startPostgres(dataDir);
    });
    afterAll(() => postgres.stop());
    const scriptOnRunning = (script: string, ...words: string[]) =>
      runScript(script, words, { env: { DATABASE_URL: postgres.url, APP_ENV: "development", ...env } });
    const onRunning = (...words: string[]) => scriptOnRunning("scripts/accounts.ts", ...words);
    const enableLive = (who: string) => onRunning("live-enable", who, "--platform", "tt");

    it.concurrent("enables live only for an account that was verified before", async () => {
      expect(await enableLive("ann@example.com")).toEqual(refused("Verify the account first."));
      expect(await onRunning("verify", "ann@example.com")).toEqual(done("Done: verify ann@example.com."));
      expect(await enableLive("ann@example.com")).toEqual(done("Done: live-enable ann@example.com."));
    });

    it.concurrent("never enables live for an account that is confined to sandbox", async () => {
      const sentence = "This account is confined to sandbox and can never go live.";
      expect(await enableLive("sam@example.com")).toEqual(refused(sentence));
    });

    it.concurrent("npm run ledger checks the balances, compares the books and shows what was found", async () => {
      const ledger = (verb: string) => scriptOnRunning("scripts/ledger.ts", verb);
      const agree = expect.stringMatching(/^1 reports, .*\nThe books agree\.\n$/);
      expect(await ledger("report")).toEqual(refused("There is no report of the last seven days."));
      expect(await ledger("reconcile")).toEqual({ exitCode: 0, output: agree });
      expect(await ledger("report")).toEqual({ exitCode: 0, output: agree });
      const sound = "Every balance is the sum of its lines, and every journal sums to zero.";
      expect(await ledger("check")).toEqual(done(sound));
    });

    it.concurrent("npm run withdrawals writes no file where nothing waits, and knows no withdrawal that is none", async () => {
      const file = `${dataDir}/bank.csv`;
      const withdrawals = (...words: string[]) => scriptOnRunning("scripts/withdrawals.ts", ...words);
      expect(await withdrawals("export", file)).toEqual(done("Nothing is waiting."));
      expect(existsSync(file)).toBe(false);
      expect(await withdrawals("hold", "SB-01M7F61JK17BWFPG6NYTHBQ2XE")).toMatchObject({ exitCode: 1 });
    });

    it("shows and unlocks an account, and says so where there is none or the email is no email", async () => {
      const [shown, unlocked, missing, mistaken] = await Promise.all([
        onRunning("show", "ann@example.com"),
        onRunning("unlock", "ann@example.com"),
        onRunning("verify", "nobody@example.com"),
        onRunning(...newAccount("ann")),
      ]);
      expect(shown?.exitCode).toBe(0);
      expect(JSON.parse(shown?.output ?? "")).toMatchObject({ verified: true, live_platforms: ["TT"] });
      expect(shown?.output).not.toContain("password");
      expect(unlocked).toEqual(done("Done: unlock ann@example.com."));
      expect(missing).toEqual(refused("There is no account nobody@example.com."));
      expect(mistaken).toEqual(refused("The email must be a valid email address."));
    });
  });

  it("stops the database it started when it is interrupted", async () => {
    const words = [...newAccount("eve@example.com"), "--password-stdin"];
    const waiting = run([process.execPath, "--import", "tsx", "scripts/accounts.ts", ...words], { env });
    await until("its database", () => processesOn(dataDir).some((name) => name.includes("cluster")), waiting.output);
    waiting.child.kill("SIGINT");
    expect(await waiting.exitCode()).toBe(1);
    expect(processesOn(dataDir)).toEqual([]);
    expect(readHolder(dataDir)).toBeNull();
  });
});
