import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import { day, later } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { erasePayer } from "@/lib/privacy/erase-payer";
import { sweepTables } from "@/lib/retention/sweep-tables";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { administer, programUrlOf } from "@/tests/support/http/product";
import { startReceiver } from "@/tests/support/http/receiver";
import { newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf, unbanked } from "@/tests/support/http/withdrawals";
import { cards, openShop, pay, recordOf, requestSession } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { onEmptyDatabase } from "@/tests/support/in-process/empty-database";
import { db } from "../client";
import { disconnect } from "../connection";
import { migrate } from "./migrate";
import { appendOnlyTables } from "./program-role";

const ownerUrl = env().DATABASE_URL ?? "";
const programUrl = programUrlOf(ownerUrl);
const role = new URL(programUrl).username;

/** The codes of PostgreSQL's answers to each statement, or its result. */
async function attempt(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const answers: unknown[] = [];
  for (const statement of statements) {
    answers.push(
      await client.query(statement).then(
        ({ rows }) => rows,
        ({ code }: pg.DatabaseError) => code,
      ),
    );
  }
  await client.end();
  return answers;
}

const forbidden = "42501";
const isForbidden = (statements: readonly string[]) => statements.map(() => forbidden);

describe("The role of the programs", () => {
  beforeAll(async () => {
    await disconnect();
    extendEnv({ DATABASE_URL: programUrl });
  });
  afterAll(async () => {
    await disconnect();
    extendEnv({ DATABASE_URL: ownerUrl });
  });

  it("is enough for a payment, a refund, a withdrawal, a webhook, the retention and an erasure", async () => {
    const shop = await openShop();
    const caller = callerOf(shop.accountNumber);
    const receiver = await startReceiver();
    const events = ["payment.success", "payment.refunded", "withdrawal.pending"];
    await newEndpoint({ accountNumber: shop.accountNumber, environment: "sandbox" }, receiver.url, events);
    const failures = vi.spyOn(log, "error");
    const worker = startWorker();
    try {
      const session = await requestSession(shop);
      expect(await pay(session, cards.approved)).toMatchObject({ state: "finalised", money: "charged" });
      await createWithdrawal(caller, "sandbox", unbanked("1.00"));
      await requestRefund(caller, "sandbox", session.transactionId, { amount: 500n });
      await vi.waitUntil(() => receiver.received.length === 3, { timeout: 20_000 });
      const yearsAgo = later(-731 * day);
      const old = { id: newUlid(yearsAgo), accepted_at: yearsAgo.toISOString(), status: "success" };
      await copySession(session, [old]);
      await db().$executeRaw`INSERT INTO session_event (session_id, at, type) VALUES (${old.id}, now(), 'clock_moved')`;
      await sweepTables();
      expect(await db().sessionEvent.count({ where: { sessionId: old.id } })).toBe(0);
      expect(await erasePayer("ada@example.com")).toMatchObject({ open: [] });
      expect(await recordOf(session)).toMatchObject({ email: null, refunded: 500n });
      // The sweeps of the worker and of the retention log what fails, and go on.
      expect(failures.mock.calls).toEqual([]);
    } finally {
      await worker.stop();
      receiver.close();
    }
  });

  it("can neither drop, disable nor bypass a trigger, nor change the schema", async () => {
    const statements = [
      'DROP TRIGGER "ledger_line_append_only" ON ledger_line',
      "ALTER TABLE ledger_line DISABLE TRIGGER ALL",
      "ALTER TABLE ledger_line DISABLE TRIGGER ledger_line_append_only",
      "SET session_replication_role = replica",
      "CREATE OR REPLACE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
      "CREATE TRIGGER own BEFORE INSERT ON ledger_line FOR EACH ROW EXECUTE FUNCTION keep_ledger()",
      "TRUNCATE ledger_line",
      "DROP TABLE ledger_line",
      "DROP SCHEMA public CASCADE",
      "CREATE TABLE own (id int)",
      "ALTER TABLE checkout_session OWNER TO CURRENT_USER",
      "UPDATE _prisma_migrations SET finished_at = NULL",
    ];
    expect(await attempt(programUrl, statements)).toEqual(isForbidden(statements));
  });

  it("cannot change what was appended, and every table with such a trigger is covered", async () => {
    const [triggers] = await attempt(ownerUrl, [
      "SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname LIKE '%append_only' ORDER BY 1",
    ]);
    const tables = (triggers as { name: string }[]).map(({ name }) => name);
    // The retention deletes old rows of the timeline. Its trigger checks their age.
    expect(tables).toEqual([...appendOnlyTables, "session_event"]);
    const columns = { audit_entry: "action", ledger_journal: "kind", ledger_line: "amount" };
    const statements = Object.entries(columns).flatMap(([table, column]) => [
      `DELETE FROM ${table}`,
      `UPDATE ${table} SET ${column} = ${column}`,
    ]);
    expect(await attempt(programUrl, statements)).toEqual(isForbidden(statements));
  });
});

describe("A migration as another role", () => {
  const first = { name: "1_first", sql: "CREATE TABLE one (id serial);\n" };
  const second = { name: "2_second", sql: "CREATE TABLE two (id int); CREATE TABLE ledger_line (id int);\n" };

  it("gives the role of the programs its rights, and takes other rights from it", async () => {
    await onEmptyDatabase("_rights", async (url) => {
      const said: string[] = [];
      const options = { programRole: role, report: (line: string) => void said.push(line) };
      await migrate(url, [first], options);
      await administer(url, `GRANT ALL ON one TO ${role}`);
      await migrate(url, [first, second], options);
      const line = `The role ${role} has the rights of the programs: it can change neither the schema nor the append-only tables.`;
      expect(said).toEqual([line, line]);
      const allowed = [
        "INSERT INTO one DEFAULT VALUES",
        "UPDATE one SET id = 2",
        "DELETE FROM two",
        "SELECT FROM ledger_line",
      ];
      expect(await attempt(programUrlOf(url), allowed)).toEqual([[], [], [], []]);
      const refused = ["TRUNCATE one", "DELETE FROM ledger_line", "CREATE TEMPORARY TABLE ledger_line (id int)"];
      expect(await attempt(programUrlOf(url), refused)).toEqual(isForbidden(refused));
    });
  });

  it("lets the programs use a new table before the last migration has ended", async () => {
    await onEmptyDatabase("_early", async (url) => {
      const broken = { name: "3_broken", sql: "SELECT nothing" };
      const migrated = migrate(url, [first, second, broken], { programRole: role });
      await expect(migrated).rejects.toThrow("3_broken failed");
      expect(await attempt(programUrlOf(url), ["INSERT INTO one DEFAULT VALUES"])).toEqual([[]]);
    });
  });

  it("says if the role of the programs is missing, or could act as the owner", async () => {
    await onEmptyDatabase("_owner", async (url) => {
      const report = vi.fn();
      await migrate(url, [first], { programRole: "nobody_here", report });
      await administer(url, `ALTER TABLE one OWNER TO ${role}`);
      await migrate(url, [first], { programRole: role, report });
      expect(report.mock.calls.flat()).toEqual([
        "The role nobody_here of DATABASE_URL does not exist in PostgreSQL, so it got no rights.",
        expect.stringMatching(/ is a superuser or owns tables, so the programs could drop their triggers/),
      ]);
    });
  });

  it("refuses to run as the role of the programs, and names MIGRATE_DATABASE_URL", async () => {
    await onEmptyDatabase("_refused", async (url) => {
      await expect(migrate(programUrlOf(url), [first])).rejects.toThrow(
        /^permission denied .* set MIGRATE_DATABASE_URL/,
      );
      await migrate(url, [first], { programRole: role });
      expect(await migrate(programUrlOf(url), [first])).toEqual([]);
      await expect(migrate(programUrlOf(url), [first, second])).rejects.toThrow(/set MIGRATE_DATABASE_URL/);
    });
  });
});
