import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import {
  attemptsOf,
  behave,
  freshCard,
  lastAttemptOf,
  moneyHeldBy,
  openSession,
  openShop,
  pay,
  recordOf,
  returnFromBank,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";

let shop: Merchant;
/** Each test uses its own client address, because the guard counts failures per address. */
let client: { address: string };
let tests = 0;
beforeEach(async () => {
  shop = await openShop();
  tests += 1;
  client = { address: `198.51.100.${tests}` };
});

/** Opens a session in which the card testing guard is enabled. */
async function guarded(of: Merchant, gateway: "decline" | "card" = "card"): Promise<TestSession> {
  const session = await openSession(of);
  await behave(session, { guard: true, gateway });
  return session;
}

describe("an address whose cards fail", () => {
  /** Makes one declined payment from the address and copies its attempt, so that `count` failures are stored. */
  async function failAt(of: Merchant, count: number, from = client) {
    const session = await guarded(of, "decline");
    await pay(session, freshCard(), from);
    const [attempt] = await attemptsOf(session);
    if (!attempt) throw new Error("The payment left no attempt.");
    const copies = Array.from({ length: count - 1 }, () => ({
      ...attempt,
      id: newUlid(),
      cardFingerprint: new Uint8Array(randomBytes(32)),
    }));
    await db().attempt.createMany({ data: copies });
  }

  it("an address with 60 failures at a merchant is refused there for the hour, but not at other merchants", async () => {
    await failAt(shop, 60);
    const [there, elsewhere] = [await guarded(shop), await guarded(await openShop())];
    expect(await pay(there, freshCard(), client)).toMatchObject({ notice: "declined", money: "not_charged" });
    expect(await attemptsOf(there)).toMatchObject([{ state: "refused" }]);
    expect(await pay(elsewhere, freshCard(), client)).toMatchObject({ money: "charged" });
  });

  it("the limit of 60 failures is exact, even if all attempts come at once", async () => {
    await failAt(shop, 50);
    const count = inject("isDeep") ? 25 : 16;
    const sessions = await Promise.all(Array.from({ length: count }, () => guarded(shop, "decline")));
    await Promise.all(sessions.map((session) => pay(session, freshCard(), client)));
    const states = (await Promise.all(sessions.map(attemptsOf))).flat().map(({ state }) => state);
    expect(states.filter((state) => state === "refused")).toHaveLength(count - 10);
    expect(states.filter((state) => state === "declined")).toHaveLength(10);
  });

  it("an IPv6 address counts as its /64 network", async () => {
    await failAt(shop, 60, { address: "2001:db8:7:7::1" });
    const [neighbour, stranger] = [await guarded(shop), await guarded(shop)];
    await pay(neighbour, freshCard(), { address: "2001:db8:7:7:ffff::2" });
    expect(await attemptsOf(neighbour)).toMatchObject([{ state: "refused" }]);
    expect(await pay(stranger, freshCard(), { address: "2001:db8:7:8::1" })).toMatchObject({ money: "charged" });
  });

  it("an address with 120 failures over all merchants must pass 3DS, and is not refused", async () => {
    const [other, third] = [await openShop(), await openShop()];
    await failAt(shop, 60);
    await failAt(other, 59);
    const before = await guarded(third);
    expect(await pay(before, freshCard(), client)).toMatchObject({ money: "charged" });
    await failAt(other, 1);

    for (const card of [freshCard(), "4000000000003055"]) {
      const session = await guarded(third);
      expect(await pay(session, card, client)).toMatchObject({ state: "challenged", money: "not_charged" });
      await returnFromBank(await lastAttemptOf(session));
      expect(await recordOf(session)).toMatchObject({ status: "success", code: "00" });
    }
    const failing = await guarded(third);
    await pay(failing, freshCard(), client);
    await returnFromBank(await lastAttemptOf(failing), "fail");
    expect(await readSession(failing.token)).toMatchObject({ notice: "authentication", money: "not_charged" });

    const unguarded = await openSession(third);
    expect(await pay(unguarded, freshCard(), client)).toMatchObject({ money: "charged" });
    const fromElsewhere = await guarded(third);
    expect(await pay(fromElsewhere, freshCard(), { address: "192.0.2.201" })).toMatchObject({ money: "charged" });
  });

  it("an approval without the required 3DS is voided and counts as a failure", async () => {
    const third = await openShop();
    for (const of of [shop, await openShop()]) await failAt(of, 60);
    const session = await guarded(third);
    await pay(session, freshCard(), client);
    const attemptId = await lastAttemptOf(session);
    expect(await attemptsOf(session)).toMatchObject([{ state: "challenged", requiresAuthentication: true }]);
    const outcome = { status: "approved", reference: "R1", avs: "match" } as const;
    await advanceSession(session.id, { type: "answer", outcome, by: "inquiry" }, attemptId);
    expect(await readSession(session.token)).toMatchObject({ notice: "authentication", money: "not_charged" });
    await sweep();
    expect(await attemptsOf(session)).toMatchObject([{ state: "approved", code: "3D", voidedAt: expect.any(Date) }]);
    expect(await moneyHeldBy(session)).toEqual([]);
  });
});
