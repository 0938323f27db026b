import { beforeAll, describe, expect, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { day, second } from "@/lib/kit/clock";
import type { Simulation } from "@/lib/reference/simulation";
import {
  attemptsOf,
  behave,
  cards,
  isAsked,
  moneyHeldBy,
  openSession,
  openShop,
  pass,
  patiently,
  pay,
  recordOf,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { advanceSession } from "./advance-session";
import { inquireAttempts, voidAttempts } from "./settle-sessions";

let shop: Merchant;
beforeAll(async () => {
  shop = await openShop();
});

async function resultOf(session: TestSession) {
  const { state, status, code } = await recordOf(session);
  return { state, status, code };
}

/** Pays with the given gateway behaviour and advances the clock to the 15 s timeout of the gateway call. */
async function payUnanswered(gateway: Simulation["gateway"], avs = false): Promise<TestSession> {
  const session = await openSession(shop, { avs });
  await behave(session, { gateway });
  const answer = pay(session, cards.approved);
  await expect.poll(() => isAsked(session), patiently).toBe(true);
  await pass(session, 15 * second);
  expect(await answer).toMatchObject({ state: "finalising", money: "confirming", result: null });
  return session;
}

/** Runs the worker's sweep every five simulated seconds until `isDone`. Returns the number of seconds. */
async function sweepUntil(session: TestSession, isDone: () => Promise<boolean>, limit: number): Promise<number> {
  for (let seconds = 0; seconds <= limit; seconds += 5) {
    await sweep();
    if (await isDone()) return seconds;
    await pass(session, 5 * second);
  }
  throw new Error(`Nothing happened for ${limit} s.`);
}

const messageOf = async ({ token }: TestSession) =>
  new URL((await readSession(token)).result?.redirect ?? "").searchParams.get("message");

describe("a late approval, after the page showed that nothing was charged", () => {
  it("is voided again if a delayed process records it after the void, and then stays voided", async () => {
    const session = await payUnanswered("no_answer");
    await pass(session, 2 * day);
    await sweep();
    await sweep();
    const [attempt] = await attemptsOf(session);
    expect(attempt).toMatchObject({ state: "dropped", voidAt: null, voidedAt: expect.any(Date) });
    const outcome = { status: "approved", reference: "R1", avs: "match" } as const;
    await advanceSession(session.id, { type: "answer", outcome, by: "inquiry" }, attempt?.id);
    await sweep();
    expect((await attemptsOf(session))[0]).toMatchObject({ state: "approved", voidAt: null, inquireAt: null });
    expect(await moneyHeldBy(session)).toEqual([]);
  });

  it("is voided within 60 s of the approval and recorded in the timeline", async () => {
    // In this simulation the charge arrives at the gateway 60 s after the call. `payUnanswered` advances the clock by
    // 15 s.
    const session = await payUnanswered("late_approval");
    const until = await sweepUntil(session, async () => (await recordOf(session)).state === "hosted", 40);
    expect(15 + until).toBeGreaterThanOrEqual(45);
    expect(await readSession(session.token)).toMatchObject({ money: "not_charged", notice: "not_reached" });
    await pass(session, (60 - 15 - until) * second);
    expect(await moneyHeldBy(session)).toHaveLength(1);
    const seconds = await sweepUntil(session, async () => (await moneyHeldBy(session)).length === 0, 60);
    expect(seconds).toBeLessThanOrEqual(60);
    const timeline = await timelineOf(session);
    for (const type of ["late_approval", "void_requested", "voided"]) expect(timeline).toContain(type);
  });

  it("is also voided long after the session ended", async () => {
    const session = await payUnanswered("late_approval");
    await pass(session, 30 * second);
    await sweep();
    await pass(session, 180 * second);
    await sweep();
    const before = await resultOf(session);
    expect(before).toMatchObject({ state: "finalised", status: "failed" });
    await pass(session, 300 * second);
    await sweep();
    expect(await moneyHeldBy(session)).toEqual([]);
    expect(await resultOf(session)).toEqual(before);
  });

  it("does not block a new attempt, which is charged once", async () => {
    const session = await payUnanswered("late_approval");
    await pass(session, 30 * second);
    await sweep();
    await behave(session, { gateway: "card" });
    expect(await pay(session, cards.approved)).toMatchObject({ money: "charged" });
    expect(await moneyHeldBy(session)).toHaveLength(2);
    await pass(session, 60 * second);
    await sweep();
    const { attemptId } = await recordOf(session);
    expect(await moneyHeldBy(session)).toEqual([attemptId]);
  });

  it("is voided once by many concurrent workers", async () => {
    const session = await payUnanswered("late_approval");
    await pass(session, 30 * second);
    await sweep();
    await pass(session, 60 * second);
    await Promise.all(Array.from({ length: 6 }, inquireAttempts));
    await Promise.all(Array.from({ length: 6 }, voidAttempts));
    expect((await timelineOf(session)).filter((type) => type === "voided")).toHaveLength(1);
  });
});

describe("a gateway that does not answer", () => {
  it("that does not know the charge is believed only after 45 s, and then nothing was charged", async () => {
    const session = await payUnanswered("late_approval");
    await pass(session, 30 * second - 1);
    await sweep();
    expect(await resultOf(session)).toMatchObject({ state: "finalising" });
    // The last inquiry came before 45 s had passed. The next inquiry must follow within 30 s.
    const seconds = await sweepUntil(session, async () => (await recordOf(session)).state === "hosted", 30);
    expect(seconds).toBeLessThanOrEqual(30);
    expect((await recordOf(session)).lastCode).toBe("GW");
  });

  it("for 24 h leads to an operator alert and a void, and to the status error only after the void", async () => {
    const session = await payUnanswered("no_answer");
    await pass(session, day - 16 * second);
    await sweep();
    expect(await resultOf(session)).toEqual({ state: "finalising", status: null, code: null });
    expect(await timelineOf(session)).not.toContain("operator_alerted");
    await pass(session, 301 * second);
    await inquireAttempts();
    expect(await timelineOf(session)).toContain("operator_alerted");
    // The void is requested but not done, so the page must not say yet that nothing was charged.
    expect(await resultOf(session)).toEqual({ state: "finalising", status: null, code: null });
    await voidAttempts();
    expect(await resultOf(session)).toEqual({ state: "finalised", status: "error", code: "GW" });
    expect(await messageOf(session)).toBe("[3-RGW]: The gateway did not answer.");
    expect(await moneyHeldBy(session)).toEqual([]);
    const timeline = await timelineOf(session);
    expect(timeline.filter((type) => type === "operator_alerted")).toHaveLength(1);
    expect(timeline.slice(-3, -1)).toEqual(["voided", "finalised"]);
  });

  it("keeps its order busy all the time", async () => {
    const session = await payUnanswered("no_answer");
    await pass(session, day - 16 * second);
    await sweep();
    expect((await recordOf(session)).holdsOrder).toBe(true);
    await pass(session, 301 * second);
    await sweep();
    expect(await recordOf(session)).toMatchObject({ state: "finalised", holdsOrder: false });
  });

  it.each([
    { gateway: "no_answer_approved", end: { status: "success", code: "00" }, charges: 1 },
    { gateway: "no_answer_declined", end: { status: null, code: null }, charges: 0 },
  ] as const)("$gateway: the outcome is recorded within seconds of being known", async ({ gateway, end, charges }) => {
    const session = await payUnanswered(gateway);
    const isSettled = async () => (await recordOf(session)).state !== "finalising";
    expect(await sweepUntil(session, isSettled, 60)).toBeLessThanOrEqual(15);
    expect(await recordOf(session)).toMatchObject(end);
    expect(await moneyHeldBy(session)).toHaveLength(charges);
  });

  it("is settled after a restart even if no worker ran for two days", async () => {
    const [approved, silent] = [await payUnanswered("no_answer_approved"), await payUnanswered("no_answer")];
    for (const session of [approved, silent]) await pass(session, 2 * day);
    await sweep();
    expect(await resultOf(approved)).toEqual({ state: "finalised", status: "success", code: "00" });
    expect(await resultOf(silent)).toEqual({ state: "finalised", status: "error", code: "GW" });
    expect(await moneyHeldBy(approved, silent)).toEqual([(await recordOf(approved)).attemptId]);
  });
});

describe("the address check", () => {
  const pays = async (card: string, avs: boolean) => {
    const session = await openSession(shop, { avs });
    return { session, view: await pay(session, card) };
  };

  it("declines and voids the charge if street and zip both fail", async () => {
    const { session, view } = await pays(cards.addressFails, true);
    expect(view).toMatchObject({ state: "hosted", money: "not_charged", notice: "address", tries_left: 4 });
    await sweep();
    expect(await moneyHeldBy(session)).toEqual([]);
    expect(await timelineOf(session)).toEqual(expect.arrayContaining(["void_requested", "voided"]));
    expect(await attemptsOf(session)).toMatchObject([{ state: "approved", code: "AV", avs: "street_and_zip_fail" }]);
  });

  it("ends the session with [2-RAV] at the 5th failure and voids the charge", async () => {
    const { session } = await pays(cards.addressFails, true);
    for (let attempt = 2; attempt <= 5; attempt++) await pay(session, cards.addressFails);
    await sweep();
    expect(await resultOf(session)).toEqual({ state: "finalised", status: "failed", code: "AV" });
    expect(await messageOf(session)).toBe("[2-RAV]: The address could not be verified.");
    expect(await moneyHeldBy(session)).toEqual([]);
    expect(await db().attempt.count({ where: { sessionId: session.id, voidedAt: { not: null } } })).toBe(5);
  });

  it.each([
    { card: cards.streetFails, avs: "street_fail" },
    { card: cards.zipFails, avs: "zip_fail" },
    { card: cards.addressUnavailable, avs: "unavailable" },
  ])("approves with the answer $avs, which is stored with the attempt", async ({ card, avs }) => {
    const { session, view } = await pays(card, true);
    expect(view).toMatchObject({ money: "charged", result: { status: "success" } });
    expect(await attemptsOf(session)).toMatchObject([{ state: "approved", avs }]);
    await sweep();
    expect(await moneyHeldBy(session)).toHaveLength(1);
  });

  it("is ignored without AVS", async () => {
    const { session, view } = await pays(cards.addressFails, false);
    expect(view).toMatchObject({ money: "charged" });
    await sweep();
    expect(await moneyHeldBy(session)).toHaveLength(1);
  });

  it("also declines if it fails after an unknown outcome", async () => {
    const session = await openSession(shop, { avs: true });
    await behave(session, { gateway: "no_answer_approved" });
    const answer = pay(session, cards.addressFails);
    await expect.poll(() => isAsked(session), patiently).toBe(true);
    await pass(session, 21 * second);
    await answer;
    await sweepUntil(session, async () => (await recordOf(session)).lastCode === "AV", 20);
    await sweep();
    expect(await moneyHeldBy(session)).toEqual([]);
  });
});
