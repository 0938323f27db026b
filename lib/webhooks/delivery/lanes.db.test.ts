import { afterEach, beforeEach, expect, it } from "vitest";
import { db, inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { later, now, second } from "@/lib/kit/clock";
import type { EventName } from "@/lib/reference/events";
import { openTestAccount } from "@/tests/support/http/accounts";
import { happen, newEndpoint } from "@/tests/support/http/webhooks";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { claimDeliveries, type DueDelivery } from "./claim-store";
import { deliveryLeaseMs, recordAttempts } from "./deliver";

/** Tests the order in which an endpoint receives its due deliveries. */
const clock = movingClock();
let owner: Owner;

beforeEach(async () => {
  owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" };
  await newEndpoint(owner, "http://127.0.0.1:9/hook");
});
afterEach(async () => {
  await db().webhookDelivery.deleteMany();
});

const claim = () => claimDeliveries(now(), later(deliveryLeaseMs), 1000);
const namesOf = (taken: readonly DueDelivery[]) => taken.map(({ event }) => event.event).sort();
const aboutOf = (taken: readonly DueDelivery[], subject: string) =>
  namesOf(taken.filter(({ event }) => event.data.transaction_id === subject));

const answered = (delivery: DueDelivery, isDelivered = true) => ({
  delivery,
  at: now(),
  endedAt: now(),
  headers: {},
  reply: { durationMs: 1, status: isDelivered ? 200 : 500, response: "", error: null },
  isDelivered,
  dueAt: isDelivered ? null : later(5 * second),
});
const deliver = (taken: readonly DueDelivery[]) => recordAttempts(taken.map((delivery) => answered(delivery)));

/** Emits `count` events about different payments, each later than the one before. */
const happenOften = (count: number, event: EventName) =>
  inTransaction(async () => {
    for (let turn = 0; turn < count; turn++) {
      clock.pass(1);
      await happen(owner, undefined, event);
    }
  });

it("takes a payment.success that came after 300 payment.created among the first ten deliveries", async () => {
  await happenOften(300, "payment.created");
  await happenOften(1, "payment.success");
  const taken = await claim();
  expect(taken).toHaveLength(10);
  expect(namesOf(taken)).toContain("payment.success");
});

it("sends events that move money before payment.failed, and payment.failed before payment.created", async () => {
  await happenOften(20, "payment.created");
  await happenOften(6, "payment.failed");
  await happenOften(3, "payment.refunded");
  await happenOften(3, "withdrawal.held");
  const repeat = (count: number, name: EventName) => Array.from({ length: count }, () => name);
  const first = await claim();
  expect(namesOf(first)).toEqual([
    ...repeat(4, "payment.failed"),
    ...repeat(3, "payment.refunded"),
    ...repeat(3, "withdrawal.held"),
  ]);
  await deliver(first);
  expect(namesOf(await claim())).toEqual([...repeat(8, "payment.created"), ...repeat(2, "payment.failed")]);
});

it("lifts the payment.created of a due payment.success over 300 others, and sends the success after it", async () => {
  await happenOften(300, "payment.created");
  clock.pass(1);
  for (const event of ["payment.created", "payment.success", "payment.refund_requested"] as const) {
    await happen(owner, "paid", event);
  }
  const order: string[][] = [];
  for (let turn = 0; turn < 3; turn++) {
    const taken = await claim();
    expect(taken).toHaveLength(10);
    order.push(aboutOf(taken, "paid"));
    await deliver(taken);
  }
  expect(order).toEqual([["payment.created"], ["payment.success"], ["payment.refund_requested"]]);
});

it("holds a payment.success back while its payment.created is in flight or waits for its second attempt", async () => {
  await happen(owner, "paid", "payment.created");
  const [created, ...none] = await claim();
  await happen(owner, "paid", "payment.success");
  expect([created?.event.event, none, await claim()]).toEqual(["payment.created", [], []]);
  await recordAttempts(created ? [answered(created, false)] : []);
  expect(await claim()).toEqual([]);
  clock.pass(6 * second);
  const again = await claim();
  expect(namesOf(again)).toEqual(["payment.created"]);
  await recordAttempts(again.map((delivery) => answered(delivery, false)));
  // After two failed attempts, `payment.created` no longer holds `payment.success` back.
  expect(namesOf(await claim())).toEqual(["payment.success"]);
});

it("finds a payment.success behind 10,000 payment.created and 400 blocked events within the statement timeout", async () => {
  // The worst case for the PostgreSQL planner: its statistics say that the tables are almost empty.
  await db().$executeRaw`ANALYZE webhook_delivery, webhook_event`;
  await db().$executeRaw`
    WITH event AS (
      INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
      SELECT 'evt_' || n, ${owner.accountNumber}, 'sandbox', 'payment.created', 'subject ' || n % 10000, '{}', ${now()}
      FROM generate_series(1, 10400) n ORDER BY n RETURNING *)
    INSERT INTO webhook_delivery (event_id, endpoint_id, subject, sequence, lane, tries, status, due_at, begun_at)
    SELECT event.id, e.id, subject, sequence, CASE WHEN n > 10000 THEN 0 ELSE 2 END, CASE WHEN n <= 400 THEN 1 ELSE 0 END,
           'pending', CASE WHEN n <= 400 THEN occurred_at + interval '1 hour' ELSE occurred_at END, occurred_at
    FROM event CROSS JOIN LATERAL (SELECT substr(event.id, 5)::int AS n) numbered, webhook_endpoint e
    WHERE e.account_number = ${owner.accountNumber}`;
  await happenOften(1, "payment.success");
  const taken = await inTransaction(async () => {
    await query(sql`SET LOCAL plan_cache_mode = auto`);
    return claim();
  });
  expect([taken.length, namesOf(taken).at(-1)]).toEqual([10, "payment.success"]);
});
