import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET as metrics } from "@/app/metrics/route";
import { addTerminal } from "@/emulator/testing/live-charges";
import { db } from "@/lib/db/client";
import { disconnect } from "@/lib/db/connection";
import { deleteHeartbeat, writeHeartbeat } from "@/lib/jobs/heartbeat-store";
import { day, hour, later, minute, now, second, useClock } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { type Difference, insertReport } from "@/lib/reconciliation/store";
import { policies } from "@/lib/retention/policies";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf, fund, insertWithdrawals, unbanked } from "@/tests/support/http/withdrawals";
import { createAttempt } from "@/tests/support/in-process/attempts";
import { cards, openShop, pay, requestSession } from "@/tests/support/in-process/checkout";
import { scrapeSamples } from "@/tests/support/in-process/scrape";
import { readGauges } from "./gauges";

const scrape = async () => scrapeSamples("tradewind_", await readGauges());

beforeEach(async () => {
  for (const table of ["webhookDelivery", "mail", "attempt", "withdrawal"] as const) {
    await (db()[table] as { deleteMany(): Promise<unknown> }).deleteMany();
  }
});

it("/metrics counts payments by environment, purpose, status and code when they get their result", async () => {
  const shop = await openShop();
  const samples = async () => {
    const all = Object.entries(await scrape());
    return Object.fromEntries(all.filter(([name]) => name.startsWith("payments_total")));
  };
  const before = await samples();
  await pay(await requestSession(shop), cards.approved);
  await pay(await requestSession(shop), cards.approved);
  const declined = await requestSession(shop);
  for (let tries = 0; tries < 5; tries++) await pay(declined, cards.noFunds);
  const after = await samples();
  const added = (status: string, code: string) => {
    const name = `payments_total{environment="sandbox",purpose="payment",status="${status}",code="${code}"}`;
    return (after[name] ?? 0) - (before[name] ?? 0);
  };
  expect([added("success", "00"), added("failed", "51"), added("failed", "EX")]).toEqual([2, 1, 0]);
});

it("the duration of each call to the acquirer is counted by operation and outcome", async () => {
  const name =
    'gateway_call_seconds_count{environment="sandbox",acquirer="sandbox",gateway="sandbox",operation="authorise",outcome="approved"}';
  const before = (await scrape())[name] ?? 0;
  await pay(await requestSession(await openShop()), cards.approved);
  expect((await scrape())[name]).toBe(before + 1);
});

it("the gauges show how much work waits, and for how long", async () => {
  await createAttempt({ inquireAt: later(-minute), calledAt: later(-hour) });
  await createAttempt({ inquireAt: later(hour), environment: "sandbox" });
  await createAttempt({ inquireAt: later(hour), state: "dropped" });
  const { accountNumber } = await openShop();
  await insertWithdrawals(accountNumber, 3, { environment: "live", createdAt: later(-2 * hour) });
  const { id } = await requestSession(await openShop());
  await db().checkoutSession.update({ where: { id }, data: { expiresAt: later(-minute) } });
  await newEndpoint({ accountNumber, environment: "sandbox" }, "https://hooks.shop.example/in");
  await happen({ accountNumber, environment: "sandbox" });
  const samples = await scrape();
  expect(samples).toMatchObject({
    'attempts_unknown{environment="live"}': 1,
    'attempts_unknown{environment="sandbox"}': 1,
    'withdrawals_to_send{environment="live"}': 3,
    'withdrawals_to_send{environment="sandbox"}': 0,
    sessions_overdue: 1,
    webhook_deliveries_pending: 1,
    database_up: 1,
    'queue_overdue_seconds{queue="voids"}': 0,
  });
  const between = (name: string, low: number) => {
    expect(samples[name], name).toBeGreaterThanOrEqual(low);
    expect(samples[name], name).toBeLessThan(low + 60);
  };
  between('attempts_unknown_oldest_age_seconds{environment="live"}', 3600);
  between('withdrawals_to_send_oldest_age_seconds{environment="live"}', 7200);
  between('queue_overdue_seconds{queue="inquiries"}', 60);
  between('queue_overdue_seconds{queue="sessions"}', 60);
  await db().checkoutSession.update({ where: { id }, data: { expiresAt: later(hour) } });
});

it("the gauges sum the money of all merchants by book, environment and currency, in units of the currency", async () => {
  const held = async () => (await scrape())['merchant_money{book="held",environment="sandbox",currency="TTD"}'] ?? 0;
  const shop = await openShop();
  const session = await requestSession(shop);
  await pay(session, cards.approved);
  const before = await held();
  await requestRefund(callerOf(shop.accountNumber), "sandbox", session.transactionId, {
    amount: 250n,
    reason: undefined,
  });
  expect(await held()).toBeCloseTo(before + 2.5, 2);
  await fund(shop.accountNumber, 100_000n);
  await createWithdrawal(callerOf(shop.accountNumber), "sandbox", unbanked("40.00"));
  const samples = await scrape();
  expect(await held()).toBeCloseTo(before + 42.5, 2);
  expect(samples['refunds_open{environment="sandbox"}']).toBe(1);
});

it("overdue deliveries to a struggling endpoint are not overdue work of the worker", async () => {
  const { accountNumber } = await openShop();
  const overdueBy = async (lateMs: number) => {
    const { id } = await newEndpoint({ accountNumber, environment: "sandbox" }, "https://hooks.shop.example/in");
    await happen({ accountNumber, environment: "sandbox" });
    await db().webhookDelivery.updateMany({ where: { endpointId: id }, data: { dueAt: later(-lateMs) } });
    return id;
  };
  const overdue = async () => (await scrape())['queue_overdue_seconds{queue="deliveries"}'];
  const id = await overdueBy(hour);
  expect(await overdue()).toBeGreaterThanOrEqual(3600);
  await db().webhookEndpoint.update({ where: { id }, data: { strugglingSince: now() } });
  expect(await overdue()).toBe(0);
  const other = await overdueBy(minute);
  await db().webhookDelivery.updateMany({ where: { endpointId: id }, data: { dueAt: later(-hour) } });
  expect(await overdue()).toBeGreaterThanOrEqual(60);
  expect(await overdue()).toBeLessThan(3600);
  await db().webhookEndpoint.updateMany({ where: { id: { in: [id, other] } }, data: { deletedAt: now() } });
});

describe("the differences in the books", () => {
  beforeEach(async () => {
    await db().reconciliation.deleteMany();
  });
  const report = (differences: Difference[], createdAt: Date, until = createdAt) =>
    insertReport({ id: newUlid(), since: later(-hour, until), until, checked: 10, differences, createdAt });
  const difference = (subject: string) => ({ subject, problem: "A payment was not credited." });
  const differences = async () => (await scrape()).reconciliation_differences;

  it("have no value before the first reconciliation", async () => {
    expect(await differences()).toBeUndefined();
    await report([], now());
    expect(await differences()).toBe(0);
  });

  it("stay for seven days, although later reports do not repeat them", async () => {
    await report([difference("a")], later(-8 * day));
    await report([difference("b"), difference("c")], later(-6 * day));
    await report([], now());
    expect(await differences()).toBe(2);
  });

  it("count once if several reports name them", async () => {
    await report([difference("a")], later(-2 * hour));
    await report([difference("a"), difference("b")], later(-hour));
    expect(await differences()).toBe(2);
  });

  it("include every report that a run writes after a long pause", async () => {
    await report([difference("a")], now(), later(-9 * day));
    await report([], now());
    expect(await differences()).toBe(1);
  });

  it("include an unanswered inquiry only until it is answered", async () => {
    const ask = { id: "a", environment: "live", platform: "TT", expected: "charged" } as const;
    await report([{ ...difference("a"), ask }], later(-hour));
    expect(await differences()).toBe(1);
    await report([], now());
    expect(await differences()).toBe(0);
  });
});

it("the gauges count the differences of settlement at the configured gateway, of the last 31 days", async () => {
  const report = (baseAddress: string, day: Date, differences: number) =>
    db().settlementReport.create({
      data: {
        baseAddress,
        merchantId: "1",
        day,
        checked: 1,
        leftOut: 0,
        differences: Array(differences).fill({}),
        createdAt: now(),
      },
    });
  const [one, other] = ["https://gateway.example.com/api/", "https://bank.example.com/api/"] as const;
  await report(one, later(-hour), 2);
  await report(one, later(-30 * day), 1);
  await report(one, later(-40 * day), 4);
  await report(other, later(-hour), 8);
  expect(await scrape()).toMatchObject({ settlement_differences: 11 });
});

it("the gauges count workers with a heartbeat in the last minute", async () => {
  const [first, second] = [newUlid(), newUlid()];
  await writeHeartbeat({ id: first, startedAt: now() });
  await writeHeartbeat({ id: second, startedAt: now() });
  expect(await scrape()).toMatchObject({ workers: 2 });
  await deleteHeartbeat(second);
  expect(await scrape()).toMatchObject({ workers: 1 });
  await db().workerHeartbeat.update({ where: { id: first }, data: { seenAt: later(-2 * minute) } });
  const samples = await scrape();
  expect(samples).toMatchObject({ workers: 0 });
  expect(samples.worker_heartbeat_timestamp_seconds).toBeLessThan(later(-minute).getTime() / 1000);
});

let resetClock = () => {};
afterEach(() => resetClock());

it("several scrapes within five seconds read the database once", async () => {
  const read = async () => {
    const response = await metrics(new Request("http://localhost/metrics"), { params: Promise.resolve({}) });
    return /^tradewind_withdrawals_to_send\{environment="live"\} (\d+)$/m.exec(await response.text())?.[1];
  };
  expect(await read()).toBe("0");
  await insertWithdrawals((await openShop()).accountNumber, 1, { environment: "live" });
  expect(await read()).toBe("0");
  resetClock = useClock(() => new Date(Date.now() + 6 * second));
  expect(await read()).toBe("1");
});

it("the gauges count the complete days of a merchant account that were not compared with the acquirer's list", async () => {
  resetClock = useClock(() => new Date("2026-11-17T13:00:00Z"));
  expect(await scrape()).toMatchObject({ settlement_days_uncompared: 0 });
  const account = { baseAddress: "https://gateway.example.com/api/", merchantId: "99901005" };
  const id = await addTerminal({ ...account, createdAt: new Date("2026-11-14T09:00:00Z") });
  expect(await scrape()).toMatchObject({ settlement_days_uncompared: 3 });
  const compared = { ...account, day: new Date("2026-11-14"), checked: 0, leftOut: 0, differences: [] };
  await db().settlementReport.create({ data: { ...compared, createdAt: now() } });
  expect(await scrape()).toMatchObject({ settlement_days_uncompared: 2 });
  await db().terminal.delete({ where: { id } });
});

it("the gauges show the size of every table", async () => {
  const sizes = Object.entries(await scrape()).filter(([name]) => name.startsWith("table_bytes"));
  const tables = sizes.map(([name]) => /table="(\w+)"/.exec(name)?.[1]);
  expect(tables.sort()).toEqual(Object.keys(policies).sort());
  expect(Object.fromEntries(sizes)['table_bytes{table="checkout_session"}']).toBeGreaterThan(8192);
});

it("gauges that cannot be read in time are left out, and the database still counts as up", async () => {
  expect(await scrape()).toMatchObject({ database_up: 1, gauges_failed: 0 });
  const holder = new pg.Client({ connectionString: env().DATABASE_URL });
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE merchant_balance IN ACCESS EXCLUSIVE MODE");
  const startedAt = performance.now();
  const samples = await scrape();
  await holder.end();
  expect(performance.now() - startedAt).toBeLessThan(8 * second);
  expect(samples).toMatchObject({ database_up: 1, workers: 0, 'attempts_unknown{environment="live"}': 0 });
  expect(samples.gauges_failed).toBeGreaterThanOrEqual(1);
  expect(Object.keys(samples).filter((name) => name.startsWith("merchant_money"))).toEqual([]);
});

it("without the database, /metrics says so and still shows what the process counted", async () => {
  const { DATABASE_URL = "" } = env();
  await disconnect();
  extendEnv({ DATABASE_URL: "postgresql://user@127.0.0.1:1/unreachable" });
  const samples = await scrape();
  await disconnect();
  extendEnv({ DATABASE_URL });
  expect(samples).toMatchObject({ database_up: 0, db_waiting: 0 });
  expect(samples.gauges_failed).toBeGreaterThan(5);
  expect(Object.keys(samples).filter((name) => /^(workers|queue|merchant)/.test(name))).toEqual([]);
  expect(Object.keys(samples).some((name) => name.startsWith("payments_total"))).toBe(true);
});
