import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { db, query } from "@/lib/db/client";
import { rawSql, sql } from "@/lib/db/sql";
import { newTransactionId } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { completed, pending } from "@/lib/withdrawals/status";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { inProduction } from "@/tests/support/http/production";
import { insertWithdrawals } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { doneRun as done, operatorCommands, refusedRun as refused } from "@/tests/support/in-process/operator-command";
import { accounts } from "./accounts";
import { chargebacks } from "./chargebacks";
import { ledger } from "./ledger";
import { vault } from "./vault";
import { withdrawals } from "./withdrawals";

const { tw } = operatorCommands(accounts, chargebacks, ledger, vault, withdrawals);

describe("tw accounts", () => {
  const enableLive = (email: string) => tw("accounts", "live-enable", email, "--platform", "tt");
  const create = (email: string, ...options: string[]) =>
    tw("accounts", "create", "--email", email, "--first-name", "Ann", "--last-name", "Lee", ...options);

  it("enables live payments only for a verified account, and shows them without the password", async () => {
    const email = uniqueEmail();
    expect((await create(email)).exitCode).toBe(0);
    expect(await enableLive(email)).toEqual(refused("Verify the account first."));
    expect(await tw("accounts", "verify", email)).toEqual(done(`Done: verify ${email}.`));
    const enabled = {
      exitCode: 0,
      output: expect.stringMatching(
        new RegExp(`^${email} may take live payments in TT, but they do not work yet\\.\nMissing: `),
      ),
    };
    expect(await enableLive(email)).toEqual(enabled);
    const { exitCode, output } = await tw("accounts", "show", email);
    expect(exitCode).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ verified: true, live_platforms: ["TT"] });
    expect(output).not.toContain("password");
  });

  it("never enables live payments for an account that is created with --sandbox-only", async () => {
    const email = uniqueEmail();
    expect((await create(email, "--sandbox-only")).exitCode).toBe(0);
    const sentence = "This account is confined to sandbox and can never go live.";
    expect(await enableLive(email)).toEqual(refused(sentence));
  });

  it("changes the type and the request limit, and refuses wrong values", async () => {
    const { email } = await openTestAccount();
    expect(await tw("accounts", "request-limit", email, "100000")).toEqual(done(`Done: request-limit ${email}.`));
    expect(await tw("accounts", "type", email, "ROYAL")).toEqual(
      refused("The type must be one of PERSONAL, BUSINESS."),
    );
    expect(await tw("accounts", "request-limit", email, "100001")).toEqual(
      refused("The limit must be a whole number from 1 to 100000, or usual."),
    );
    expect(await tw("accounts", "type", email, "personal")).toEqual(done(`Done: type ${email}.`));
    const { output } = await tw("accounts", "show", email);
    expect(JSON.parse(output)).toMatchObject({ type: "PERSONAL", requests_per_minute: 100_000 });
  });

  it("unlocks an account, and refuses an unknown account and an invalid email", async () => {
    const { email } = await openTestAccount();
    expect(await tw("accounts", "unlock", email)).toEqual(done(`Done: unlock ${email}.`));
    const unknown = refused("Unknown account: unknown@example.com.");
    expect(await tw("accounts", "verify", "unknown@example.com")).toEqual(unknown);
    expect(await create("ann")).toEqual(refused("The email must be a valid email address."));
  });
});

describe("tw accounts seed-sandbox", () => {
  it("creates the public sandbox where SEED_SANDBOX is on, and can be repeated", async () => {
    const ready = { exitCode: 0, output: expect.stringMatching(/^The public sandbox is ready: merchant \d{10}/) };
    expect(await tw("accounts", "seed-sandbox")).toEqual(ready);
    expect(await tw("accounts", "seed-sandbox")).toEqual(ready);
    expect(await db().account.count({ where: { accountNumber: sandbox.merchant.accountNumber } })).toBe(1);
  });

  it("refuses in production unless SEED_SANDBOX is set", async () => {
    const leave = inProduction();
    const { exitCode, output } = await tw("accounts", "seed-sandbox");
    leave();
    expect([exitCode, output]).toEqual([1, expect.stringMatching(/^SEED_SANDBOX is off/)]);
  });
});

describe("tw ledger", () => {
  it("reconcile compares the books, and report prints the result again", async () => {
    const agree = { exitCode: 0, output: expect.stringMatching(/^1 reports, .*\nThe books agree\.\n$/) };
    expect(await tw("ledger", "reconcile")).toEqual(agree);
    expect(await tw("ledger", "report")).toEqual(agree);
  });
});

describe("tw vault", () => {
  it("shows the keys in use, rotates them and generates new ones", async () => {
    expect(await tw("vault", "status")).toEqual(done("version 1: 0 cards, active"));
    expect(await tw("vault", "rotate")).toEqual(done("0 cards were moved to the active key."));
    const newKey = expect.stringMatching(/^2:[\w+/]{43}=\n\nTo switch to this key/);
    expect(await tw("vault", "new-key")).toEqual({ exitCode: 0, output: newKey });
  });
});

describe("tw withdrawals", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-withdrawals-"));
  const file = (name: string) => join(folder, `${name}.csv`);
  afterAll(() => rmSync(folder, { recursive: true }));

  it("refuses an unknown withdrawal", async () => {
    const id = newTransactionId("sandbox");
    expect(await tw("withdrawals", "hold", id)).toEqual(refused("The withdrawal does not exist."));
  });

  it("writes a batch to a new file for its owner alone, repeats it, lists it, and reads results", async () => {
    const { accountNumber } = await openTestAccount();
    const [waiting] = await insertWithdrawals(accountNumber, 1, { environment: "live", status: pending });
    const [paid] = await insertWithdrawals(accountNumber, 1, { environment: "live", status: completed });

    const exported = await tw("withdrawals", "export", file("bank"));
    const batch = /^Batch (\w{26})\n1 withdrawals in/.exec(exported.output)?.[1] ?? "";
    expect([exported.exitCode, batch.length], exported.output).toEqual([0, 26]);
    const text = readFileSync(file("bank"), "utf8");
    expect(text.split("\r\n")[1]).toMatch(`"${batch}","${waiting}",`);
    expect(statSync(file("bank")).mode & 0o777).toBe(0o600);

    const taken = refused(`The file cannot be written: ${file("bank")} exists already.`);
    expect(await tw("withdrawals", "export", file("bank"))).toEqual(taken);
    const again = done(`Batch ${batch}\n1 withdrawals in ${file("again")}.`);
    expect(await tw("withdrawals", "export", file("again"), "--batch", batch)).toEqual(again);
    expect(readFileSync(file("again"), "utf8")).toBe(text);
    const { output } = await tw("withdrawals", "batches");
    expect(output).toMatch(new RegExp(`^${batch} of 20\\S+Z: 1 processing, TTD 1.00\n$`));

    writeFileSync(file("mixed"), `${paid},completed\n\n${waiting},"lost\n`);
    const outcome = `line 1: ${paid} was completed already\nline 3: the line is not valid CSV\n1 of 2 lines were rejected.`;
    expect(await tw("withdrawals", "import", file("mixed"))).toEqual(refused(outcome));
  });
});

describe("tw chargebacks import", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-chargebacks-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const importFile = (lines: string | readonly string[], ...options: string[]) => {
    const file = join(folder, "chargebacks.csv");
    writeFileSync(file, [lines].flat().join("\r\n"));
    return tw("chargebacks", "import", file, ...options);
  };

  /** Two payments of TTD 12.05 each. */
  async function twoPayments(): Promise<[string, string]> {
    const shop = await openShop();
    const paid = async () => {
      const session = await openSession(shop);
      await pay(session, cards.approved);
      return session.transactionId;
    };
    return [await paid(), await paid()];
  }

  /** A digest of the rows of every table, and the state of every sequence. */
  async function readDatabase(): Promise<Record<string, unknown>> {
    const tables = await query<{ name: string }>(sql`
      SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
    const digests: Record<string, unknown> = {};
    for (const { name } of tables) {
      const [row] = await query<{ digest: string }>(sql`
        SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '') AS digest
        FROM ${rawSql(name)} t`);
      digests[name] = row?.digest;
    }
    return { ...digests, sequences: await query(sql`SELECT sequencename, last_value FROM pg_sequences ORDER BY 1`) };
  }

  it("prints one line for each row and a summary, and a dry run prints the same and writes nothing", async () => {
    const [one, other] = await twoPayments();
    await tw("chargebacks", "fraud", other);
    const file = [
      "event;transaction_id;amount;note",
      `open;${one};12.05;"a; b"`,
      `won;${one};12.05;`,
      `fraud;${other};;`,
      `lost;${other};;`,
      "open;unknown;;",
    ];
    const output = (begin: string, recorded: string, rejected: string) =>
      [
        `line 2: open ${one}: ${recorded}`,
        `line 3: won ${one}: ${recorded}`,
        `line 4: fraud ${other}: already recorded`,
        `line 5: lost ${other}: ${rejected}: There is no chargeback of this transaction.`,
        `line 6: open: ${rejected}: The transaction does not exist.`,
        `${begin}5 rows: 2 ${recorded}, 1 already recorded, 2 ${rejected}.`,
      ].join("\n");

    const before = await readDatabase();
    expect(await importFile(file, "--dry-run")).toEqual(
      refused(output("Dry run, nothing was recorded. ", "would be recorded", "would be refused")),
    );
    expect(await readDatabase()).toEqual(before);
    expect(await importFile(file)).toEqual(refused(output("", "recorded", "refused")));
    expect(await readDatabase()).not.toEqual(before);
  });

  it("ends with exit code 0 if no row is refused, also when the file is imported again", async () => {
    const [one] = await twoPayments();
    const file = ["transaction_id,event", `${one},open`];
    const outcome = (result: string, counts: string) => done(`line 2: open ${one}: ${result}\n${counts}`);
    const dry = "Dry run, nothing was recorded. 1 rows: 1 would be recorded, 0 already recorded, 0 would be refused.";
    expect(await importFile(file, "--dry-run")).toEqual(outcome("would be recorded", dry));
    expect(await importFile(file)).toEqual(outcome("recorded", "1 rows: 1 recorded, 0 already recorded, 0 refused."));
    const before = await readDatabase();
    const again = outcome("already recorded", "1 rows: 0 recorded, 1 already recorded, 0 refused.");
    expect(await importFile(file)).toEqual(again);
    expect(await readDatabase()).toEqual(before);
  });

  it("changes nothing if any line has a structural error, and names the line", async () => {
    const [one] = await twoPayments();
    const before = await readDatabase();
    const file = ["transaction_id,event", `${one},open`];
    expect(await importFile([...file, `${one},closed`])).toEqual(
      refused("Line 3: the event must be one of open, won, lost, fraud. Nothing was imported."),
    );
    expect(await importFile([...file, `"${one},open`])).toEqual(
      refused("Line 3: the line is not valid CSV. Nothing was imported."),
    );
    expect(await importFile(["transaction_id", one])).toEqual(
      refused("Line 1: the column event is missing. Nothing was imported."),
    );
    expect(await readDatabase()).toEqual(before);
    expect(await db().chargeback.count({ where: { session: { transactionId: one } } })).toBe(0);
  });

  it("never prints a card number, and refuses a file that contains one", async () => {
    const [one] = await twoPayments();
    const before = await readDatabase();
    for (const card of [cards.approved, "4111 1111 1111 1111"]) {
      expect(await importFile(["transaction_id,event,note", `${one},open,`, `${one},won,${card}`])).toEqual(
        refused("Line 3: a cell looks like a card number. Delete card numbers from the file. Nothing was imported."),
      );
    }
    expect(await readDatabase()).toEqual(before);
  });

  it("refuses a file that is missing or larger than 1 MB", async () => {
    const missing = await tw("chargebacks", "import", join(folder, "missing.csv"));
    expect(missing).toEqual({ exitCode: 1, output: expect.stringMatching(/^The file cannot be read: ENOENT/) });
    const large = refused("The file is larger than 1 MB. Nothing was imported.");
    expect(await importFile("x".repeat(1024 * 1024 + 1))).toEqual(large);
  });
});
