import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import {
  cards,
  openSession,
  openShop,
  pay,
  requestSession,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { changesMax } from "./actions-contract";
import { moveClock, simulate } from "./sandbox-controls";

const shop = await openShop();

const changesOf = async (session: TestSession) =>
  (await timelineOf(session)).filter((type) => type === "clock_moved" || type === "simulation_changed");

/** Inserts timeline rows for `count` clock changes directly, which is faster than making the changes. */
const change = ({ id }: TestSession, count: number) =>
  db()
    .$executeRaw`INSERT INTO session_event (session_id, at, type) SELECT ${id}, now(), 'clock_moved' FROM generate_series(1, ${count}::int)`;

const isLimited = { status: 409, message: expect.stringContaining("were changed 200 times, which is the limit.") };

describe("the clock and the simulation of a sandbox session", () => {
  it("a call that changes nothing writes no timeline step", async () => {
    const session = await requestSession(shop);
    const { token } = session;
    await moveClock(token, {});
    await moveClock(token, { advance_ms: "0", stopped: false });
    await simulate(token, {});
    await simulate(token, { gateway: "card", guard: false });
    expect(await changesOf(session)).toEqual([]);

    await moveClock(token, { stopped: true });
    await moveClock(token, { stopped: true });
    await moveClock(token, { stopped: false });
    await moveClock(token, { stopped: false });
    const answer = { message: "OK", data: expect.objectContaining({ guard: true }) };
    expect(await simulate(token, { guard: true })).toEqual(answer);
    expect(await simulate(token, { guard: true })).toEqual(answer);
    expect(await changesOf(session)).toEqual(["clock_moved", "clock_moved", "simulation_changed"]);
  });

  it("a clock that was stopped more than an hour ago, and so runs again, can be stopped again", async () => {
    const session = await openSession(shop);
    const where = { id: session.id };
    const { clockStoppedAt } = await db().checkoutSession.findUniqueOrThrow({ where });
    const earlier = new Date((clockStoppedAt?.getTime() ?? 0) - 3_700_000);
    await db().checkoutSession.update({ where, data: { clockStoppedAt: earlier } });
    await moveClock(session.token, { stopped: true });
    expect(await changesOf(session)).toEqual(["clock_moved"]);
  });

  it("a session allows 200 changes, also with concurrent calls, and a refused call changes nothing", async () => {
    const session = await openSession(shop);
    const { token } = session;
    await change(session, changesMax - 3);
    const calls = Array.from({ length: 8 }, (_, call) =>
      call % 2 === 0 ? moveClock(token, { advance_ms: "1" }) : simulate(token, { guard: call % 4 === 1 }),
    );
    await Promise.allSettled(calls);
    expect((await changesOf(session)).length).toBe(changesMax);
    const before = await db().checkoutSession.findUniqueOrThrow({ where: { id: session.id } });
    await expect(moveClock(token, { advance_ms: "1000" })).rejects.toMatchObject(isLimited);
    await expect(simulate(token, { gateway: "slow" })).rejects.toMatchObject(isLimited);
    expect(await db().checkoutSession.findUniqueOrThrow({ where: { id: session.id } })).toEqual(before);
    // Even at the limit of changes, a call that changes nothing succeeds.
    await moveClock(token, { stopped: true });
  });
});

it("pressing Pay repeatedly on an order that was paid elsewhere adds one timeline step", async () => {
  const orderId = newUlid();
  const [paid, late] = [await openSession(shop, { orderId }), await openSession(shop, { orderId })];
  await pay(paid, cards.approved);
  for (let click = 0; click < 3; click++) await pay(late, cards.approved);
  expect((await timelineOf(late)).filter((type) => type === "order_held")).toHaveLength(1);
});
