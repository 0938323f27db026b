import { beforeEach, describe, expect, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { hour } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import {
  attemptsOf,
  behave,
  cards,
  freshCard,
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

/** Failures are counted per card and per address, so each test has a card and an address to itself. */
let shop: Merchant;
let client: { address: string };
let tests = 0;
beforeEach(async () => {
  shop ??= await openShop();
  tests += 1;
  client = { address: `198.51.100.${tests}` };
});

async function guarded(gateway: "decline" | "card" = "decline", avs = false, of = shop): Promise<TestSession> {
  const session = await openSession(of, { avs });
  await behave(session, { guard: true, gateway });
  return session;
}

/** How often the bank was asked, and how often it was spared. */
async function triesOf(...sessions: TestSession[]) {
  const attempts = (await Promise.all(sessions.map(attemptsOf))).flat();
  const refused = attempts.filter(({ state }) => state === "refused").length;
  return { asked: attempts.length - refused, refused };
}

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("the guard against trying out cards", () => {
  it("asks no bank for the 4th try of a card in one session, and says no more than a decline does", async () => {
    const session = await guarded();
    const card = freshCard();
    for (let tries = 1; tries <= 3; tries++) await pay(session, card, client);
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 0 });
    const view = await pay(session, card, client);
    expect(view).toMatchObject({ state: "hosted", money: "not_charged", notice: "declined", tries_left: 1 });
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 1 });
    expect(await timelineOf(session)).toContain("try_refused");
  });

  it("takes another card in that session", async () => {
    const session = await guarded();
    const card = freshCard();
    for (let tries = 1; tries <= 4; tries++) await pay(session, card, client);
    await behave(session, { gateway: "card" });
    expect(await pay(session, freshCard(), client)).toMatchObject({ money: "charged" });
  });

  it("asks no bank for the 11th failure of a card in an hour, whichever sessions it comes from", async () => {
    const card = freshCard();
    const sessions = await times(11, () => guarded());
    for (const session of sessions) await pay(session, card, client);
    expect(await triesOf(...sessions)).toEqual({ asked: 10, refused: 1 });
  });

  it("counts a card's tries exactly when they all come at once", async () => {
    const card = freshCard();
    const sessions = await times(24, () => guarded());
    await times(24, (index) => pay(sessions[index] as TestSession, card, { address: `192.0.2.${index}` }));
    expect(await triesOf(...sessions)).toEqual({ asked: 10, refused: 14 });
  });

  it("forgets a card's failures after an hour", async () => {
    const card = freshCard();
    const sessions = await times(10, () => guarded());
    for (const session of sessions) await pay(session, card, client);
    await db().attempt.updateMany({
      where: { sessionId: { in: sessions.map(({ id }) => id) } },
      data: { startedAt: new Date((await recordOf(sessions[0] as TestSession)).acceptedAt.getTime() - hour - 1000) },
    });
    const session = await guarded("card");
    expect(await pay(session, card, client)).toMatchObject({ money: "charged" });
  });

  it("does not count what was approved", async () => {
    const card = freshCard();
    const sessions = await times(12, () => guarded("card"));
    for (const session of sessions) expect(await pay(session, card, client)).toMatchObject({ money: "charged" });
  });

  it("counts a card that was declined for its address", async () => {
    const session = await guarded("card", true);
    for (let tries = 1; tries <= 4; tries++) await pay(session, cards.addressFails, client);
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 1 });
  });

  it("counts tries that are still under way, so that a parallel one does not slip through", async () => {
    const card = freshCard();
    const sessions = await times(11, () => guarded("card"));
    await times(10, (index) => behave(sessions[index] as TestSession, { gateway: "no_answer" }));
    const waiting = sessions.slice(0, 10).map((session) => pay(session, card, client));
    await expect.poll(async () => (await triesOf(...sessions)).asked, patiently).toBe(10);
    expect(await pay(sessions[10] as TestSession, card, client)).toMatchObject({ notice: "declined" });
    await times(10, (index) => pass(sessions[index] as TestSession, 15_000));
    await Promise.all(waiting);
  });

  it("is off in sandbox until somebody switches it on", async () => {
    const card = freshCard();
    const sessions = await times(12, () => openSession(shop));
    for (const session of sessions) {
      await behave(session, { gateway: "decline" });
      await pay(session, card, client);
    }
    const [one] = sessions as [TestSession];
    for (let tries = 2; tries <= 4; tries++) await pay(one, card, client);
    expect(await triesOf(...sessions)).toEqual({ asked: 15, refused: 0 });
  });

  it("of live does not count what was tried in sandbox", async () => {
    const card = freshCard();
    const sessions = await times(10, () => guarded());
    for (const session of sessions) await pay(session, card, client);
    // As if they had been live tries: to the sandbox they are another world.
    const ids = { in: sessions.map(({ id }) => id) };
    await db().attempt.updateMany({ where: { sessionId: ids }, data: { environment: "live" } });
    expect(await pay(await guarded("card"), card, client)).toMatchObject({ money: "charged" });
  });
});

describe("a session's tries", () => {
  it.each([
    { name: "lost", card: cards.lost },
    { name: "stolen", card: cards.stolen },
  ])("do not ask again for a $name card, guard or no guard, and call it a plain decline", async ({ card }) => {
    const session = await openSession(shop);
    const [first, second] = [await pay(session, card, client), await pay(session, card, client)];
    expect(first).toMatchObject({ state: "hosted", notice: "declined", tries_left: 4 });
    expect(second).toMatchObject({ state: "hosted", notice: "declined", tries_left: 3 });
    expect(await triesOf(session)).toEqual({ asked: 1, refused: 1 });
    expect(await pay(session, cards.approved, client)).toMatchObject({ money: "charged" });
  });

  it("do not hold a lost card against another session", async () => {
    const [one, other] = [await openSession(shop), await openSession(shop)];
    await pay(one, cards.lost, client);
    await pay(other, cards.lost, client);
    expect(await triesOf(other)).toEqual({ asked: 1, refused: 0 });
  });

  it.each([
    { last: cards.noFunds, message: "[2-R51]: Insufficient funds." },
    { last: cards.declined, message: "[2-R05]: Transaction is declined." },
    { last: cards.stolen, message: "[2-R05]: Transaction is declined." },
  ])("end with the 5th failure and its message: $message", async ({ last, message }) => {
    const session = await openSession(shop);
    for (const left of [4, 3, 2, 1]) {
      expect(await pay(session, cards.declined, client)).toMatchObject({ state: "hosted", tries_left: left });
    }
    const view = await pay(session, last, client);
    expect(view).toMatchObject({ state: "finalised", money: "not_charged", result: { status: "failed" } });
    expect(new URL(view.result?.redirect ?? "").searchParams.get("message")).toBe(message);
    expect(await pay(session, cards.approved, client)).toMatchObject({ money: "not_charged", result: view.result });
  });

  it("end with the 5th also where the guard refused it", async () => {
    const session = await guarded();
    const card = freshCard();
    for (let tries = 1; tries <= 5; tries++) await pay(session, card, client);
    expect(await recordOf(session)).toMatchObject({ state: "finalised", status: "failed", code: "05", failures: 5 });
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 2 });
  });

  it("count one by one when tabs submit at the same moment", async () => {
    const session = await openSession(shop);
    await times(12, () => pay(session, cards.declined, client));
    await sweep();
    const { failures, state } = await recordOf(session);
    const { asked } = await triesOf(session);
    expect(failures).toBe(asked);
    expect(failures).toBeLessThanOrEqual(5);
    expect(state === "finalised").toBe(failures === 5);
    expect((await readSession(session.token)).tries_left).toBe(5 - failures);
  });
});

it("failures go on counting when APP_SECRET is changed", async () => {
  const { APP_SECRET: before = "" } = env();
  const [old, next] = ["old", "new"].map((name) => `${name}-secret-0123456789-abcdefghijklmnop`);
  extendEnv({ APP_SECRET: `1:${old}` });
  const session = await guarded("decline", false, await openShop());
  const card = freshCard();
  for (let turn = 0; turn < 3; turn++) await pay(session, card, client);
  extendEnv({ APP_SECRET: `2:${next} 1:${old}` });
  await pay(session, card, client);
  extendEnv({ APP_SECRET: before });
  expect(await triesOf(session)).toEqual({ asked: 3, refused: 1 });
});
