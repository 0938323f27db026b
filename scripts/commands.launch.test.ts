import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { readHolder } from "./launch/data-dir";
import { startPostgres } from "./launch/postgres";

cleanAround();

// These tests share one data folder and depend on their order. No `npm start` runs on this folder.
const dataDir = temporaryFolder();
const env = { DATA_DIR: dataDir };
const accounts = (...words: string[]) => runScript("scripts/tw.ts", ["accounts", ...words], { env });
const newAccount = (email: string) => ["create", "--email", email, "--first-name", "Ann", "--last-name", "Lee"];
const refused = (sentence: string) => ({ exitCode: 1, output: `${sentence}\n` });
const done = (sentence: string) => ({ exitCode: 0, output: `${sentence}\n` });

/** Inserts two withdrawals: a waiting one, whose amount is held, and a completed one. */
async function insertLiveWithdrawals(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ transaction_id: string }>(
    `WITH ann AS (SELECT account_number FROM account WHERE email = 'ann@example.com'),
     journal AS (INSERT INTO ledger_journal (id, account_number, environment, currency, kind, subject, created_at)
       SELECT 'opening', account_number, 'live', 'TTD', 'opening', 'launch', now() FROM ann RETURNING id),
     line AS (INSERT INTO ledger_line (journal_id, book, amount)
       SELECT id, book::ledger_book, amount FROM journal, (VALUES ('held', 100), ('adjustment', -100)) AS l (book, amount))
     INSERT INTO withdrawal (transaction_id, reference, account_number, environment, platform, type, status, currency,
       amount, created_at, updated_at)
     SELECT repeat(status::text, 26), gen_random_uuid(), account_number, 'live', 'TT', 'sub_unbanked', status, 'TTD',
       100, now(), now()
     FROM ann, unnest(ARRAY[0, 2]) AS status
     RETURNING transaction_id`,
  );
  await client.end();
  return rows.map((row) => row.transaction_id);
}

describe("npm run tw -- accounts, before the first migration", () => {
  it.concurrent("prints its usage without starting a database", async () => {
    const ownEnv = { DATA_DIR: temporaryFolder() };
    const [unknownVerb, unknownOption] = await Promise.all(
      [["crate"], ["show", "--colour"]].map((words) =>
        runScript("scripts/tw.ts", ["accounts", ...words], { env: ownEnv }),
      ),
    );
    expect(unknownVerb).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("Usage: npm run tw -- accounts <subcommand>"),
    });
    expect(unknownOption).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^Unknown option '--colour'/) });
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
    const onRunning = (...words: string[]) => twOnRunning("accounts", ...words);
    const enableLive = (who: string) => onRunning("live-enable", who, "--platform", "tt");

    it.concurrent("enables live payments only for a verified account", async () => {
      expect(await enableLive("ann@example.com")).toEqual(refused("Verify the account first."));
      expect(await onRunning("verify", "ann@example.com")).toEqual(done("Done: verify ann@example.com."));
      expect(await enableLive("ann@example.com")).toEqual(done("Done: live-enable ann@example.com."));
    });

    it.concurrent("never enables live payments for a sandbox-only account", async () => {
      const sentence = "This account is confined to sandbox and can never go live.";
      expect(await enableLive("sam@example.com")).toEqual(refused(sentence));
    });

    it.concurrent("ledger reconcile compares the books, and ledger report prints the result again", async () => {
      const agree = { exitCode: 0, output: expect.stringMatching(/^1 reports, .*\nThe books agree\.\n$/) };
      expect(await twOnRunning("ledger", "reconcile")).toEqual(agree);
      expect(await twOnRunning("ledger", "report")).toEqual(agree);
    });

    it.concurrent("vault shows the keys in use, rotates them and generates new ones", async () => {
      const [status, rotate, newKey] = await Promise.all(
        ["status", "rotate", "new-key"].map((verb) => twOnRunning("vault", verb)),
      );
      expect(status).toEqual(done("version 1: 0 cards, active"));
      expect(rotate).toEqual(done("0 cards were moved to the active key."));
      expect(newKey?.output).toMatch(/^2:[\w+/]{43}=\n\nTo switch to this key/);
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

    it.concurrent("withdrawals writes complete bank files that only their owner can read, and reads results", async () => {
      const withdrawals = (...words: string[]) => twOnRunning("withdrawals", ...words);
      const folder = temporaryFolder();
      const file = (name: string) => `${folder}/${name}.csv`;
      expect(await withdrawals("hold", "SB-01M7F61JK17BWFPG6NYTHBQ2XE")).toEqual(
        refused("The withdrawal does not exist."),
      );
      const [waiting, paid] = await insertLiveWithdrawals(postgres.url);
      const exported = await withdrawals("export", file("bank"));
      const batch = /^Batch (\w{26})\n1 withdrawals in/.exec(exported.output)?.[1] ?? "";
      expect([exported.exitCode, batch.length], exported.output).toEqual([0, 26]);
      const text = readFileSync(file("bank"), "utf8");
      expect(text.split("\r\n")[1]).toMatch(`"${batch}","${waiting}",`);
      expect(statSync(file("bank")).mode & 0o777).toBe(0o600);

      writeFileSync(file("mixed"), `${paid},completed\n\n${waiting},"lost\n`);
      const [taken, again, batches, mixed] = await Promise.all([
        withdrawals("export", file("bank")),
        withdrawals("export", file("again"), "--batch", batch),
        withdrawals("batches"),
        withdrawals("import", file("mixed")),
      ]);
      expect(taken).toEqual(refused(`The file cannot be written: ${file("bank")} exists already.`));
      expect(again).toEqual(done(`Batch ${batch}\n1 withdrawals in ${file("again")}.`));
      expect(readFileSync(file("again"), "utf8")).toBe(text);
      expect(batches?.output).toMatch(new RegExp(`^${batch} of 20\\S+Z: 1 processing, TTD 1.00\n$`));
      const outcome = `line 1: ${paid} was completed already\nline 3: the line is not valid CSV\n1 of 2 lines were rejected.`;
      expect(mixed).toEqual(refused(outcome));
      expect(readdirSync(folder).sort()).toEqual(["again.csv", "bank.csv", "mixed.csv"]);
    });

    it.concurrent("chargebacks prints its usage, and refuses an unknown transaction", async () => {
      const chargebacks = (...words: string[]) => twOnRunning("chargebacks", ...words);
      const [unclear, missing] = await Promise.all([chargebacks("open"), chargebacks("won", `SB-${"0".repeat(26)}`)]);
      expect(unclear).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining("Usage: npm run tw -- chargebacks <subcommand>"),
      });
      expect(missing).toEqual(refused("The transaction does not exist."));
    });

    it("accounts changes the type and the request limit, and refuses wrong values", async () => {
      const sam = "sam@example.com";
      const [limited, royal, tooMany] = await Promise.all([
        onRunning("request-limit", sam, "100000"),
        onRunning("type", sam, "ROYAL"),
        onRunning("request-limit", sam, "100001"),
      ]);
      expect(limited).toEqual(done(`Done: request-limit ${sam}.`));
      expect(royal).toEqual(refused("The type must be one of PERSONAL, BUSINESS."));
      expect(tooMany).toEqual(refused("The limit must be a whole number from 1 to 100000, or usual."));
      expect(await onRunning("type", sam, "personal")).toEqual(done(`Done: type ${sam}.`));
      const { output } = await onRunning("show", sam);
      expect(JSON.parse(output)).toMatchObject({ type: "PERSONAL", requests_per_minute: 100_000 });
    });

    it("accounts shows and unlocks an account, and refuses an unknown account and an invalid email", async () => {
      const [shown, unlocked, missing, mistaken] = await Promise.all([
        onRunning("show", "ann@example.com"),
        onRunning("unlock", "ann@example.com"),
        onRunning("verify", "unknown@example.com"),
        onRunning(...newAccount("ann")),
      ]);
      expect(shown?.exitCode).toBe(0);
      expect(JSON.parse(shown?.output ?? "")).toMatchObject({ verified: true, live_platforms: ["TT"] });
      expect(shown?.output).not.toContain("password");
      expect(unlocked).toEqual(done("Done: unlock ann@example.com."));
      expect(missing).toEqual(refused("Unknown account: unknown@example.com."));
      expect(mistaken).toEqual(refused("The email must be a valid email address."));
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
