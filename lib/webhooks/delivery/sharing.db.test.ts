import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";
import { day, later, now, second } from "@/lib/kit/clock";
import { updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { resendFailed } from "@/lib/webhooks/inspect";
import { openTestAccount } from "@/tests/support/http/accounts";
import { happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { sweepTable } from "@/tests/support/in-process/retention";
import { claimDeliveries, type DueDelivery } from "./claim-store";
import { closeDeliveries } from "./close-deliveries";
import { deliveryLeaseMs, recordAttempts } from "./deliver";

/** Tests how endpoints and accounts share the worker's capacity. */
const clock = movingClock();
const nowhere = "http://127.0.0.1:9/hook";
let owner: Owner;

beforeEach(async () => {
  owner = await newOwner();
});
afterEach(async () => {
  await db().webhookDelivery.deleteMany();
});

const newOwner = async (): Promise<Owner> => ({
  accountNumber: (await openTestAccount()).accountNumber,
  environment: "sandbox",
});
const claim = (limit = 1000) => claimDeliveries(now(), later(deliveryLeaseMs), limit);
const answered = (delivery: DueDelivery, durationMs: number) => ({
  delivery,
  at: now(),
  endedAt: now(),
  headers: {},
  reply: { durationMs, status: 200, response: "", error: null },
  isDelivered: true,
  dueAt: null,
});

it("sends at most 10 deliveries at once per endpoint and 100 per account, and other accounts do not wait", async () => {
  for (let count = 0; count < 12; count++) await newEndpoint(owner, nowhere);
  for (let count = 0; count < 12; count++) await happen(owner);
  const other = await newOwner();
  await newEndpoint(other, nowhere);
  await happen(other);
  const taken = await claim();
  const countOf = (values: string[]) =>
    [...new Set(values)].map((one) => values.filter((value) => value === one).length);
  expect(countOf(taken.map(({ event }) => event.accountNumber)).sort()).toEqual([1, 100]);
  expect(Math.max(...countOf(taken.map(({ endpointId }) => endpointId)))).toBeLessThanOrEqual(10);
  expect(await claim()).toEqual([]);
});

it("sends one delivery at a time to an endpoint that answers slowly, until it answers fast again", async () => {
  await newEndpoint(owner, nowhere);
  for (let count = 0; count < 30; count++) await happen(owner);
  const sizes: number[] = [];
  for (const durationMs of [5 * second, 5 * second, 5 * second - 1]) {
    const taken = await claim();
    sizes.push(taken.length);
    await recordAttempts(taken.map((delivery) => answered(delivery, durationMs)));
  }
  sizes.push((await claim()).length);
  expect(sizes).toEqual([10, 1, 1, 10]);
});

it("workers that claim at the same time never claim the same delivery", async () => {
  for (let count = 0; count < 5; count++) await newEndpoint(owner, nowhere);
  for (let round = 0; round < 10; round++) {
    for (let count = 0; count < 4; count++) await happen(owner);
    const taken = (await Promise.all(Array.from({ length: 8 }, () => claim(7)))).flat();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    await recordAttempts(taken.map((delivery) => answered(delivery, 1)));
  }
});

const deliveryCount = inject("isDeep") ? 20_000 : 4_000;
it(`resending, failing and deleting ${deliveryCount} deliveries of one endpoint does not delay other endpoints`, async () => {
  const caller = callerOf(owner.accountNumber);
  // The worst case for the PostgreSQL planner: its statistics say that the tables are almost empty.
  await db().$executeRaw`ANALYZE webhook_delivery, webhook_event`;
  const [many, few] = [await newEndpoint(owner, nowhere), await newEndpoint(owner, nowhere)];
  await db().$executeRaw`
    WITH event AS (
      INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
      SELECT 'evt_' || n, ${owner.accountNumber}, 'sandbox', 'payment.success', 'subject ' || n, '{}', ${now()}
      FROM generate_series(1, ${deliveryCount}::int) n RETURNING *)
    INSERT INTO webhook_delivery (event_id, endpoint_id, subject, sequence, status, begun_at)
    SELECT id, ${many.id}, subject, sequence, 'failed', occurred_at FROM event`;
  expect((await resendFailed(caller, many.id, new Date(0))).data).toEqual({ deliveries: deliveryCount });
  await happen(owner);
  const taken = (await claim()).map(({ endpointId }) => endpointId);
  expect(taken.filter((id) => id === many.id)).toHaveLength(10);
  expect(taken).toContain(few.id);

  await updateWebhook(caller, many.id, { enabled: false });
  await closeDeliveries();
  expect(await db().webhookDelivery.count({ where: { endpointId: many.id, status: "pending" } })).toBe(0);
  clock.pass(91 * day);
  await sweepTable("webhook_event");
  // One event remains, because its delivery to the endpoint `few` is still pending.
  expect(await db().webhookEvent.count({ where: owner })).toBe(1);
});
