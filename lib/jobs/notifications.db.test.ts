import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { query } from "@/lib/db/client";
import { listenTo } from "@/lib/db/listen";
import { sql } from "@/lib/db/sql";
import { later, minute, second } from "@/lib/kit/clock";
import { createAttempt } from "@/tests/support/in-process/attempts";
import { cards, openShop, pay, requestSession } from "@/tests/support/in-process/checkout";
import { switchOffNotifications } from "./due-store";

const atOnce = { timeout: 5 * second, interval: 10 };

const notices = vi.fn();
let listener: ReturnType<typeof listenTo>;
beforeAll(async () => {
  listener = listenTo("due_work", notices);
  await vi.waitUntil(() => listener.isListening(), atOnce);
});
afterAll(() => listener.stop());

/** Counts the notifications that `act` causes. */
async function count(act: () => Promise<unknown>): Promise<number> {
  notices.mockClear();
  await act();
  // Notifications arrive in order, so the one of this statement is the last.
  await listener.query(sql`SELECT pg_notify('due_work', 'end')::text`);
  await vi.waitUntil(() => notices.mock.calls.length > 0 && notices.mock.lastCall?.[0].payload === "end", atOnce);
  return notices.mock.calls.length - 1;
}

it("a notification is not sent for a payment request and its payment, whose work is due later", async () => {
  const shop = await openShop();
  expect(await count(async () => pay(await requestSession(shop), cards.approved))).toBe(0);
});

it("a notification is not sent for work that is due after the next look of every worker", async () => {
  expect(await count(() => createAttempt({ voidAt: later(minute) }))).toBe(0);
  expect(await count(() => createAttempt({ voidAt: later(10 * second) }))).toBe(1);
});

it("a notification is not sent while a busy worker has switched notifications off", async () => {
  await switchOffNotifications(minute);
  const make = () => createAttempt({ inquireAt: later(5 * second) });
  expect(await count(make)).toBe(0);
  // The time has passed.
  await query(sql`SELECT setval('worker_awake_until', 1)::text`);
  expect(await count(make)).toBe(1);
});

it("`real_time` is the inverse of `session_time`", async () => {
  const clocks = [
    [0, null],
    [5000, null],
    [7000, "2 seconds"],
    [7_200_000, "59 minutes 58 seconds"],
    [7_200_000, "2 hours"],
  ] as const;
  for (const [offset, stoppedFor] of clocks) {
    const [row] = await query<{ isRight: boolean }>(sql`
      WITH clock AS MATERIALIZED (
        SELECT now, now + ${offset} * interval '1 millisecond' - ${stoppedFor}::text::interval AS stopped
        FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t)
      SELECT bool_and((real_time(moment, ${offset}, stopped) <= session.real) = (session.now >= moment)) AS is_right
      FROM clock,
        generate_series(clock.now - interval '3 hours', clock.now + interval '3 hours', interval '17 seconds') AS moment,
        LATERAL (SELECT clock.now AS real, CASE
          WHEN clock.now + ${offset} * interval '1 millisecond' - stopped < interval '1 hour' THEN stopped
          ELSE clock.now + ${offset} * interval '1 millisecond' END AS now) session`);
    expect(row?.isRight, `${offset} ${stoppedFor}`).toBe(true);
  }
});
