import { describe, expect, inject, it, vi } from "vitest";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { day, later, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { readGauges } from "@/lib/metrics/gauges";
import { countHistory } from "@/lib/transactions/history/count-store";
import { administer } from "@/tests/support/http/product";
import { newEndpoint } from "@/tests/support/http/webhooks";
import { cards, openSession, openShop, pay, recordOf, timelineOf } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { sweepTable } from "@/tests/support/in-process/retention";
import { expiringTables, policies } from "./policies";
import { sweepTables } from "./sweep-tables";

describe("the policies", () => {
  it("name every table of the database, and no other", async () => {
    const tables = await query<{ name: string }>(sql`
      SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`);
    expect(Object.keys(policies).sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  it("start every period at a column that an index finds, except in the small table of signed-in browsers", async () => {
    const indexed = await query<{ column: string }>(sql`
      SELECT DISTINCT c.relname || '.' || a.attname AS "column" FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE c.relnamespace = 'public'::regnamespace`);
    const columns = indexed.map(({ column }) => column);
    const missing = expiringTables.map(([table, { since }]) => `${table}.${since}`).filter((c) => !columns.includes(c));
    expect(missing).toEqual(["dashboard_session.last_seen_at"]);
  });

  it("delete parts by a foreign key that cascades from the table they belong to", async () => {
    const cascades = await query<{ child: string; parent: string }>(sql`
      SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
      FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'`);
    const rootsOf = (table: string): string[] => {
      const parents = cascades.filter(({ child }) => child === table);
      return parents.length > 0 ? parents.flatMap(({ parent }) => rootsOf(parent)) : [table];
    };
    for (const [table, policy] of Object.entries(policies)) {
      if (policy.kind === "part") expect(rootsOf(table), table).toContain(policy.of);
    }
  });
});

describe("the sweep", () => {
  it("deletes rows at the end of their period in batches, and reports what it did as metrics", async () => {
    await db().$executeRaw`
      INSERT INTO rate_window (bucket, hits, resets_at)
      SELECT 'old ' || n, 1, now() - interval '1 minute' FROM generate_series(1, 2500) n`;
    await db().rateWindow.create({ data: { bucket: "new", hits: 1, resetsAt: later(day) } });
    await sweepTables();
    expect((await db().rateWindow.findMany()).map(({ bucket }) => bucket)).toEqual(["new"]);
    const samples = await scrape();
    expect(samples).toMatchObject({ 'deleted_rows{table="rate_window"}': 2500, 'overdue_seconds{table="mail"}': 0 });
    for (const [table] of expiringTables) {
      const age = now().getTime() / 1000 - (samples[`sweep_timestamp_seconds{table="${table}"}`] ?? 0);
      expect(age, table).toBeLessThan(60);
    }
  });

  it("sweeps the other tables if one fails, and deletes its rows when the cause is gone", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    await db().scriptCheck.create({
      data: { id: newUlid(), build: "b", scripts: 0, problems: [], checkedAt: later(-402 * day) },
    });
    await db().rateWindow.create({ data: { bucket: "old", hits: 1, resetsAt: later(-second) } });
    await administer(
      env().DATABASE_URL ?? "",
      `CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refuse BEFORE DELETE ON script_check FOR EACH ROW EXECUTE FUNCTION refuse_deletion()`,
    );
    await sweepTables();
    await administer(env().DATABASE_URL ?? "", "DROP FUNCTION refuse_deletion CASCADE");
    expect(logged).toHaveBeenCalledOnce();
    expect(await db().rateWindow.count({ where: { bucket: "old" } })).toBe(0);
    await sweepTables();
    expect(await db().scriptCheck.count()).toBe(0);
  });

  it("skips a row that another transaction holds, and reports it as overdue", async () => {
    await db().rateWindow.create({ data: { bucket: "held", hits: 1, resetsAt: later(-2 * day) } });
    await db().$transaction(async (other) => {
      await other.$queryRaw`SELECT FROM rate_window WHERE bucket = 'held' FOR UPDATE`;
      await sweepTable("rate_window");
    });
    expect((await scrape())['overdue_seconds{table="rate_window"}']).toBeGreaterThan((2 * day) / second - 60);
    await sweepTable("rate_window");
    expect((await scrape())['overdue_seconds{table="rate_window"}']).toBe(0);
  });

  const eventCount = 100_000;
  it.runIf(inject("isDeep"))(`deletes ${eventCount} events with their deliveries while payments go on`, async () => {
    const shop = await openShop();
    const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
    const { id } = await newEndpoint(owner, "http://127.0.0.1:9/hook");
    await administer(
      env().DATABASE_URL ?? "",
      `WITH event AS (
         INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
         SELECT 'evt_' || n, '${shop.accountNumber}', 'sandbox', 'payment.success', 'old', '{}', now() - interval '91 days'
         FROM generate_series(1, ${eventCount}) n RETURNING *)
       INSERT INTO webhook_delivery (event_id, endpoint_id, subject, sequence, status, begun_at)
       SELECT id, '${id}', subject, sequence, 'delivered', occurred_at FROM event`,
    );
    const sweeping = sweepTables();
    const sessions = await Promise.all(Array.from({ length: 5 }, () => openSession(shop)));
    for (const session of sessions) {
      await pay(session, cards.approved);
      expect(await recordOf(session)).toMatchObject({ status: "success" });
    }
    await sweeping;
    expect(await db().webhookEvent.count({ where: { subject: "old" } })).toBe(0);
    expect(await db().webhookDelivery.count({ where: { subject: "old" } })).toBe(0);
    expect(await db().webhookEvent.count({ where: { accountNumber: shop.accountNumber } })).toBe(10);
  });

  it("keeps the last reconciliation, where the next one starts", async () => {
    const report = (daysAgo: number) => ({
      id: newUlid(),
      since: later(-(daysAgo + 1) * day),
      until: later(-daysAgo * day),
      checked: 0,
      differences: [],
      createdAt: now(),
    });
    await db().reconciliation.createMany({ data: [report(500), report(450)] });
    await sweepTable("reconciliation");
    expect(await db().reconciliation.count()).toBe(1);
    await db().reconciliation.create({ data: report(1) });
    await sweepTable("reconciliation");
    expect(await db().reconciliation.count()).toBe(1);
  });
});

describe("sessions and timelines", () => {
  const live = { environment: "live", clock_stopped_at: null, clock_offset_ms: 0 } as const;
  const abandoned = { ...live, status: "failed", code: "E1", last_code: null };

  it("deletes abandoned live sessions after 400 days, and lowers the cached count of the history", async () => {
    const shop = await openShop();
    const owner = { accountNumber: shop.accountNumber, environment: "live" } as const;
    const first = await openSession(shop);
    const daysAgo = (days: number) => ({ ...abandoned, accepted_at: later(-days * day).toISOString() });
    const [old, young] = await copySession(first, [daysAgo(401), daysAgo(399)]);
    await db().historyCount.create({ data: { ...owner, until: later(-day), counted: 2 } });
    await sweepTable("checkout_session");
    const rows = await db().checkoutSession.findMany({ where: { transactionId: { in: [old ?? "", young ?? ""] } } });
    expect(rows.map(({ transactionId }) => transactionId)).toEqual([young]);
    expect(await countHistory(owner)).toBe(1);
  });

  it("deletes the timeline of a session after two years, and the database refuses it earlier", async () => {
    const shop = await openShop();
    const first = await openSession(shop);
    const yearsAgo = later(-731 * day);
    const old = { id: newUlid(yearsAgo), accepted_at: yearsAgo.toISOString(), status: "success" };
    await copySession(first, [old]);
    await db().$executeRaw`
      INSERT INTO session_event (session_id, at, type)
      SELECT ${old.id}, now() + interval '1 year', 'clock_moved' FROM generate_series(1, 1500)`;
    await sweepTable("session_event");
    expect(await db().sessionEvent.count({ where: { sessionId: old.id } })).toBe(0);
    expect(await db().checkoutSession.count({ where: { id: old.id } })).toBe(1);
    expect(await timelineOf(first)).toContain("request_accepted");
    const young = { ...abandoned, id: newUlid() };
    await copySession(first, [young]);
    await db().sessionEvent.create({ data: { sessionId: young.id, at: now(), type: "left" } });
    await expect(db().sessionEvent.deleteMany({ where: { sessionId: young.id } })).rejects.toThrow("append-only");
  });
});

async function scrape(): Promise<Record<string, number | null>> {
  const readings = (await readGauges()).filter(({ name }) => name.startsWith("tradewind_retention_"));
  return Object.fromEntries(
    readings.map(({ name, labels, value }) => [
      `${name.replace("tradewind_retention_", "")}{table="${labels?.table}"}`,
      value,
    ]),
  );
}
