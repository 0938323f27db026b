import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { readHolder } from "@/launch/data-dir";
import { startPostgres } from "@/launch/postgres";
import {
  cleanAround,
  processesOn,
  run,
  runScript,
  scriptProgram,
  stackTrace,
  temporaryFolder,
  until,
} from "@/tests/support/http/launcher";
import { drawCases } from "@/tests/support/in-process/seed";

const { acquirer } = firstEmulator;

cleanAround();

// These tests share one data folder and depend on their order. No `npm start` runs on this folder.
// operator/commands.db.test.ts runs more subcommands, without a process for each.
const dataDir = temporaryFolder();
const env = { DATA_DIR: dataDir };
const accounts = (...words: string[]) => runScript("scripts/tw.ts", ["accounts", ...words], { env });
const newAccount = (email: string) => ["create", "--email", email, "--first-name", "Ann", "--last-name", "Lee"];
const refused = (sentence: string) => ({ exitCode: 1, output: `${sentence}\n` });

describe("npm run tw -- accounts, before the first migration", () => {
  it.concurrent("prints its usage without starting a database", async () => {
    const ownEnv = { DATA_DIR: temporaryFolder() };
    expect(await runScript("scripts/tw.ts", ["accounts", "crate"], { env: ownEnv })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("Usage: npm run tw -- accounts <subcommand>"),
    });
  });

  it.concurrent("refuses to run on an empty database and names npm run migrate", async () => {
    const sentence = "The database has no current schema. Run «npm run migrate» first.";
    expect(await accounts("show", "ann@example.com")).toEqual(refused(sentence));
    expect(processesOn(dataDir)).toEqual([]);
  });
});

describe("npm run migrate", () => {
  it("succeeds in two processes that start on the same empty database at the same moment", async () => {
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

describe("npm run tw", () => {
  it("creates accounts with generated passwords that are shown once, and makes a second command wait for the first", async () => {
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

  describe("on a running database", () => {
    let postgres: Awaited<ReturnType<typeof startPostgres>>;
    beforeAll(async () => {
      postgres = await startPostgres(dataDir);
    });
    afterAll(() => postgres.stop());
    const twOnRunning = (...words: string[]) =>
      runScript("scripts/tw.ts", words, { env: { DATABASE_URL: postgres.url, APP_ENV: "development", ...env } });

    // commands.db.test.ts has the results of these commands. Their own processes show that the bundle contains them.
    it.concurrent.each(
      drawCases(
        [
          ["ledger reconcile", { exitCode: 0, output: expect.stringMatching(/^1 reports, .*\nThe books agree\.\n$/) }],
          ["vault status", { exitCode: 0, output: "version 1: 0 cards, active\n" }],
          [`chargebacks won SB-${"0".repeat(26)}`, refused("The transaction does not exist.")],
        ],
        2,
      ),
    )("%s runs as a process", async (words, result) => {
      expect(await twOnRunning(...words.split(" "))).toEqual(result);
    });

    it.concurrent("withdrawals export leaves no partial file behind at its exit", async () => {
      const folder = temporaryFolder();
      const { exitCode, output } = await twOnRunning("withdrawals", "export", `${folder}/bank.csv`);
      expect(output).toMatch(/^Batch \w{26}\nNo withdrawals are waiting\.\n$/);
      expect([exitCode, readdirSync(folder)]).toEqual([0, []]);
    });

    it.concurrent("acquirers add reads the password from standard input", async () => {
      const gateway = "http://127.0.0.1:1/api/";
      const words = ["acquirers", "add", acquirer, "--platform", "TT", "--currency", "TTD"];
      words.push("--merchant-id", "99901005", "--gateway", gateway);
      const { exitCode, output } = await runScript("scripts/tw.ts", words, {
        env: { DATABASE_URL: postgres.url, APP_ENV: "development", ...env },
        input: "the password of the terminal\n",
      });
      expect(output).toMatch(
        new RegExp(`^Terminal \\w{26} added: ${acquirer}, TT, TTD, merchant id 99901005, at ${gateway}\n`),
      );
      // The credentials are tried at once, and this port is closed.
      expect(output).toMatch(/\nTT TTD 99901005: not reachable, \d+ ms\nThe terminal is stored\./);
      expect(exitCode).toBe(1);
    });

    it.concurrent("secrets rotate re-seals the data and shows which secret is active", async () => {
      const { exitCode, output } = await twOnRunning("secrets", "rotate");
      expect(exitCode, output).toBe(0);
      const active = /\nversion 1 \(secret [0-9a-f]{8}\): in use since \d{4}-\d\d-\d\d, active\n$/;
      expect(output).toMatch(/^0 values were re-sealed\.\n/);
      expect(output).toMatch(active);
    });

    it.concurrent("npm run web refuses to start with the APP_SECRET of another database", async () => {
      const APP_SECRET = "the secret of another database: 0123456789";
      const { exitCode, output } = await runScript("scripts/web.ts", [], {
        env: { DATABASE_URL: postgres.url, APP_ENV: "development", ...env, APP_SECRET },
      });
      expect(exitCode, output).toBe(1);
      expect(output).toContain("APP_SECRET is another one than this database was sealed with.");
      expect(output).not.toMatch(stackTrace);
    });
  });

  it("stops the database that it started when it is interrupted", async () => {
    const words = [...newAccount("eve@example.com"), "--password-stdin"];
    const waiting = run([...scriptProgram("scripts/tw.ts"), "accounts", ...words], { env });
    await until("its database", () => processesOn(dataDir).some((name) => name.includes("cluster")), waiting.output);
    waiting.child.kill("SIGINT");
    expect(await waiting.exitCode()).toBe(1);
    expect(processesOn(dataDir)).toEqual([]);
    expect(readHolder(dataDir)).toBeNull();
  });
});
