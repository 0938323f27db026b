import { beforeEach, describe, expect, inject, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { hour } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { cardEndingCodes } from "@/lib/reference/decline-codes";
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

/** Failures count per card and per address, so each test uses its own card and address. */
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

/** Counts the attempts that reached the gateway and the attempts that the guard refused. */
async function triesOf(...sessions: TestSession[]) {
  const attempts = (await Promise.all(sessions.map(attemptsOf))).flat();
  const refused = attempts.filter(({ state }) => state === "refused").length;
  return { asked: attempts.length - refused, refused };
}

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("the card testing guard", () => {
  it("refuses the 4th attempt of a card in one session, and shows it as a plain decline", async () => {
    const session = await guarded();
    const card = freshCard();
    for (let attempt = 1; attempt <= 3; attempt++) await pay(session, card, client);
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 0 });
    const view = await pay(session, card, client);
    expect(view).toMatchObject({ state: "hosted", money: "not_charged", notice: "declined", tries_left: 1 });
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 1 });
    expect(await timelineOf(session)).toContain("try_refused");
  });

  it("accepts another card in the same session", async () => {
    const session = await guarded();
    const card = freshCard();
    for (let attempt = 1; attempt <= 4; attempt++) await pay(session, card, client);
    await behave(session, { gateway: "card" });
    expect(await pay(session, freshCard(), client)).toMatchObject({ money: "charged" });
  });

  it("refuses a card after 10 failures in an hour over all sessions", async () => {
    const card = freshCard();
    const sessions = await times(11, () => guarded());
    for (const session of sessions) await pay(session, card, client);
    expect(await triesOf(...sessions)).toEqual({ asked: 10, refused: 1 });
  });

  it("counts concurrent attempts of a card exactly", async () => {
    const card = freshCard();
    const count = inject("isDeep") ? 24 : 16;
    const sessions = await times(count, () => guarded());
    await times(count, (index) => pay(sessions[index] as TestSession, card, { address: `192.0.2.${index}` }));
    expect(await triesOf(...sessions)).toEqual({ asked: 10, refused: count - 10 });
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

  it("does not count approvals", async () => {
    const card = freshCard();
    const sessions = await times(12, () => guarded("card"));
    for (const session of sessions) expect(await pay(session, card, client)).toMatchObject({ money: "charged" });
  });

  it("counts a decline because of the address", async () => {
    const session = await guarded("card", true);
    for (let attempt = 1; attempt <= 4; attempt++) await pay(session, cards.addressFails, client);
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 1 });
  });

  it("counts attempts in flight, so that a parallel attempt does not pass", async () => {
    const card = freshCard();
    const sessions = await times(11, () => guarded("card"));
    await times(10, (index) => behave(sessions[index] as TestSession, { gateway: "no_answer" }));
    const waiting = sessions.slice(0, 10).map((session) => pay(session, card, client));
    await expect.poll(async () => (await triesOf(...sessions)).asked, patiently).toBe(10);
    expect(await pay(sessions[10] as TestSession, card, client)).toMatchObject({ notice: "declined" });
    await times(10, (index) => pass(sessions[index] as TestSession, 15_000));
    await Promise.all(waiting);
  });

  it("is off in sandbox until a tester switches it on", async () => {
    const card = freshCard();
    const sessions = await times(12, () => openSession(shop));
    for (const session of sessions) {
      await behave(session, { gateway: "decline" });
      await pay(session, card, client);
    }
    const [one] = sessions as [TestSession];
    for (let attempt = 2; attempt <= 4; attempt++) await pay(one, card, client);
    expect(await triesOf(...sessions)).toEqual({ asked: 15, refused: 0 });
  });

  it("does not count sandbox attempts in live", async () => {
    const card = freshCard();
    const sessions = await times(10, () => guarded());
    for (const session of sessions) await pay(session, card, client);
    // The test turns its sandbox attempts into live attempts. The guard must not count live attempts in sandbox either.
    const ids = { in: sessions.map(({ id }) => id) };
    await db().attempt.updateMany({ where: { sessionId: ids }, data: { environment: "live" } });
    expect(await pay(await guarded("card"), card, client)).toMatchObject({ money: "charged" });
  });
});

describe("the attempts of a session", () => {
  it.each([
    { name: "lost", card: cards.lost },
    { name: "stolen", card: cards.stolen },
  ])(
    "a $name card is not sent again in its session, with or without guard, and shows a plain decline",
    async ({ card }) => {
      const session = await openSession(shop);
      const [first, second] = [await pay(session, card, client), await pay(session, card, client)];
      expect(first).toMatchObject({ state: "hosted", notice: "declined", tries_left: 4 });
      expect(second).toMatchObject({ state: "hosted", notice: "declined", tries_left: 3 });
      expect(await triesOf(session)).toEqual({ asked: 1, refused: 1 });
      expect(await pay(session, cards.approved, client)).toMatchObject({ money: "charged" });
    },
  );

  it.each(cardEndingCodes)("a card that was declined with %s is not sent again in its session", async (code) => {
    const session = await openSession(shop);
    await pay(session, cards.declined, client);
    await db().attempt.updateMany({ where: { sessionId: session.id }, data: { code } });
    expect(await pay(session, cards.declined, client)).toMatchObject({ state: "hosted", notice: "declined" });
    expect(await triesOf(session)).toEqual({ asked: 1, refused: 1 });
  });

  it("a lost card may be sent in another session", async () => {
    const [one, other] = [await openSession(shop), await openSession(shop)];
    await pay(one, cards.lost, client);
    await pay(other, cards.lost, client);
    expect(await triesOf(other)).toEqual({ asked: 1, refused: 0 });
  });

  it.each([
    { last: cards.noFunds, message: "[2-R51]: Insufficient funds." },
    { last: cards.declined, message: "[2-R05]: Transaction is declined." },
    { last: cards.stolen, message: "[2-R05]: Transaction is declined." },
  ])("the 5th failure ends the session with its message: $message", async ({ last, message }) => {
    const session = await openSession(shop);
    for (const left of [4, 3, 2, 1]) {
      expect(await pay(session, cards.declined, client)).toMatchObject({ state: "hosted", tries_left: left });
    }
    const view = await pay(session, last, client);
    expect(view).toMatchObject({ state: "finalised", money: "not_charged", result: { status: "failed" } });
    expect(new URL(view.result?.redirect ?? "").searchParams.get("message")).toBe(message);
    expect(await pay(session, cards.approved, client)).toMatchObject({ money: "not_charged", result: view.result });
  });

  it("the 5th failure ends the session even if the guard refused it", async () => {
    const session = await guarded();
    const card = freshCard();
    for (let attempt = 1; attempt <= 5; attempt++) await pay(session, card, client);
    expect(await recordOf(session)).toMatchObject({ state: "finalised", status: "failed", code: "05", failures: 5 });
    expect(await triesOf(session)).toEqual({ asked: 3, refused: 2 });
  });

  it("concurrent submits of several tabs count one by one", async () => {
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

it("failures still count after APP_SECRET was changed", async () => {
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
