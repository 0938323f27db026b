import type pg from "pg";
import { expect, it, vi } from "vitest";
import { administer } from "@/tests/support/http/product";
import { onEmptyDatabase } from "@/tests/support/in-process/empty-database";
import { openClient } from "../servers";
import { migrate } from "./migrate";

const table = { name: "1_table", sql: "CREATE TABLE one (id int);\n" };
const column = { name: "2_column", sql: "ALTER TABLE one ADD COLUMN note text;\n" };
const index = {
  name: "2_index",
  sql: '-- concurrently\nCREATE UNIQUE INDEX CONCURRENTLY "one_id_key" ON "one"("id");\n',
};
const patience = { lockTimeoutMs: 50, pauseMs: 10, attempts: 3 };

async function onOwnDatabase(suffix: string, test: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  await onEmptyDatabase(suffix, async (url) => {
    const client = await openClient(url);
    try {
      await migrate(url, [table]);
      await test(url, client);
    } finally {
      await client.end();
    }
  });
}

it("a migration gives way to transactions on its table, tries again, and leaves nothing behind if it gives up", async () => {
  await onOwnDatabase("_locked", async (url, client) => {
    await client.query("BEGIN; LOCK TABLE one IN ACCESS SHARE MODE");
    const waits = "2_column waits for a table that is in use";
    const report = vi.fn();
    const gaveUp = "2_column could not lock a table that is in use. It changed nothing.";
    await expect(migrate(url, [table, column], { report, patience })).rejects.toThrow(gaveUp);
    expect(report.mock.calls).toEqual([[`${waits} (attempt 1 of 3)`], [`${waits} (attempt 2 of 3)`]]);

    const endsLock = () => void client.query("COMMIT");
    const applied = migrate(url, [table, column], { report: endsLock, patience: { ...patience, attempts: 100 } });
    expect(await applied).toEqual(["2_column"]);
  });
});

it("a migration that ends in a deadlock is rolled back and tried again", async () => {
  await onOwnDatabase("_deadlock", async (url, client) => {
    await client.query("CREATE TABLE two (id int); SET deadlock_timeout = '1min'");
    // The session of the migration notices the deadlock first, because the other session looks for one much later.
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '10ms'`);
    const both = {
      name: "2_both",
      sql: "ALTER TABLE one ADD COLUMN note text;\nSELECT pg_sleep(2);\nALTER TABLE two ADD COLUMN note text;\n",
    };
    const report = vi.fn();
    await client.query("BEGIN; LOCK TABLE two");
    const migrated = migrate(url, [table, both], { report, patience: { ...patience, lockTimeoutMs: 30_000 } });
    const isOneLocked = async () => {
      const { rows } = await client.query(
        "SELECT FROM pg_locks WHERE relation = 'one'::regclass AND mode = 'AccessExclusiveLock' AND granted",
      );
      return rows.length > 0;
    };
    await vi.waitUntil(isOneLocked, { timeout: 10_000, interval: 10 });
    await client.query("LOCK TABLE one");
    await client.query("COMMIT");
    expect(await migrated).toEqual(["2_both"]);
    expect(report).toHaveBeenCalledWith("2_both waits for a table that is in use (attempt 1 of 3)");
  });
});

it("a migration that waits for another one says so again and again", async () => {
  await onOwnDatabase("_turn", async (url, client) => {
    await client.query("SELECT pg_advisory_lock(72707369)");
    const report = vi.fn();
    const migrated = migrate(url, [table, column], { report, reportEveryMs: 50 });
    await vi.waitUntil(() => report.mock.calls.length >= 2, { timeout: 10_000 });
    expect(report).toHaveBeenCalledWith("Waiting for another migration: its session holds the lock.");
    await client.query("SELECT pg_advisory_unlock(72707369)");
    expect(await migrated).toEqual(["2_column"]);
  });
});

it("a migration is not cut off by the time limits of its role", async () => {
  await onOwnDatabase("_limits", async (url) => {
    await administer(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = 10`);
    expect(await migrate(url, [table, { name: "2_slow", sql: "SELECT pg_sleep(0.1)" }])).toEqual(["2_slow"]);
  });
});

it("an index that is built concurrently does not wait for readers, and is built again if a run left it invalid", async () => {
  await onOwnDatabase("_index", async (url, client) => {
    const readIndex = async () =>
      (await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('one_id_key')")).rows;
    await client.query("INSERT INTO one VALUES (1), (1)");
    await expect(migrate(url, [table, index])).rejects.toThrow(
      "Migration 2_index failed: could not create unique index",
    );
    expect(await readIndex()).toEqual([{ indisvalid: false }]);
    await client.query("DELETE FROM one");
    expect(await migrate(url, [table, index])).toEqual(["2_index"]);
    expect(await readIndex()).toEqual([{ indisvalid: true }]);

    // A run that was killed after the index was complete has not recorded it.
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = '2_index'");
    expect(await migrate(url, [table, index])).toEqual(["2_index"]);
    expect(await migrate(url, [table, index])).toEqual([]);
  });
});

it("the operator sees how far an index is while it is built", async () => {
  await onOwnDatabase("_progress", async (url, client) => {
    await client.query("BEGIN; INSERT INTO one VALUES (1)");
    const endsWriter = (line: string) => line.includes("waiting for writers") && void client.query("COMMIT");
    const report = vi.fn(endsWriter);
    expect(await migrate(url, [table, index], { report, reportEveryMs: 20 })).toEqual(["2_index"]);
    const line = /^2_index has been running for \d+ s, one_id_key: waiting for writers before build$/;
    expect(report).toHaveBeenCalledWith(expect.stringMatching(line));
  });
});
