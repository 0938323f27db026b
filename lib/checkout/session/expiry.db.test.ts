import { beforeAll, describe, expect, it } from "vitest";
import { cancelChallenge, leaveCheckout, readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { second } from "@/lib/kit/clock";
import {
  cards,
  isAsked,
  lastAttemptOf,
  moneyHeldBy,
  openSession,
  openShop,
  pass,
  passUntilExpiry,
  patiently,
  pay,
  recordOf,
  requestSession,
  returnFromBank,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { expireSessions } from "./settle-sessions";

let shop: Merchant;
beforeAll(async () => {
  shop = await openShop();
});

const kinds = [
  { seconds: 180, avs: false },
  { seconds: 300, avs: true },
];
const atOrAfter = [0, 1];

async function resultOf(session: TestSession) {
  const { state, status, code } = await recordOf(session);
  return { state, status, code };
}
const expired = { state: "finalised", status: "failed", code: "EX" };

async function openChallenge(avs: boolean) {
  const session = await openSession(shop, { avs });
  expect((await pay(session, cards.challenged)).state).toBe("challenged");
  return { session, attemptId: await lastAttemptOf(session) };
}

/**
 * Starts a gateway call 5 s before the session expires. The gateway answers after 8 s, and `answer` resolves to the
 * page's final view.
 */
async function beginSlowCall(avs: boolean) {
  const session = await openSession(shop, { avs });
  await passUntilExpiry(session, -5 * second);
  const answer = pay(session, cards.slow);
  await expect.poll(() => isAsked(session), patiently).toBe(true);
  return { session, answer };
}

const messageOf = (redirect: string | null | undefined) => new URL(redirect ?? "").searchParams.get("message");

describe.each(kinds)("a session of $seconds s", ({ seconds, avs }) => {
  it("lasts exactly that long from the accepted request", async () => {
    const { acceptedAt, expiresAt } = await recordOf(await requestSession(shop, { avs }));
    expect(expiresAt.getTime() - acceptedAt.getTime()).toBe(seconds * second);
  });

  it("accepts a submit 1 ms before expiry", async () => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, -1);
    expect(await pay(session, cards.approved)).toMatchObject({ state: "finalised", money: "charged" });
    expect(await moneyHeldBy(session)).toHaveLength(1);
  });

  it.each(atOrAfter)(
    "refuses a submit %i ms after expiry, without a gateway call, and shows that it expired",
    async (moment) => {
      const session = await openSession(shop, { avs });
      await passUntilExpiry(session, moment);
      const view = await pay(session, cards.approved);
      expect(view).toMatchObject({ state: "finalised", money: "not_charged", result: { status: "failed" } });
      expect(messageOf(view.result?.redirect)).toBe("[2-REX]: The session expired.");
      expect(await resultOf(session)).toEqual(expired);
      expect(await moneyHeldBy(session)).toEqual([]);
      expect(await timelineOf(session)).not.toContain("gateway_called");
    },
  );

  it("is not ended by the sweep 1 ms before expiry", async () => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, -1);
    await expireSessions();
    expect(await resultOf(session)).toEqual({ state: "hosted", status: null, code: null });
  });

  it.each(atOrAfter)("is ended once by the sweep %i ms after expiry", async (moment) => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, moment);
    await Promise.all([expireSessions(), expireSessions(), expireSessions()]);
    expect(await resultOf(session)).toEqual(expired);
    expect((await timelineOf(session)).filter((type) => type === "expired" || type === "finalised")).toEqual([
      "expired",
      "finalised",
    ]);
  });

  it.each(atOrAfter)("is ended by a page view %i ms after expiry if the worker has not run", async (ms) => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, ms);
    expect(await readSession(session.token)).toMatchObject({ state: "finalised", remaining_ms: 0 });
    expect(await resultOf(session)).toEqual(expired);
  });

  it("stays open in a page view 1 ms before expiry", async () => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, -1);
    expect(await readSession(session.token)).toMatchObject({ state: "hosted", remaining_ms: 1 });
  });

  it("completes a challenge that returns 1 ms before expiry", async () => {
    const { session, attemptId } = await openChallenge(avs);
    await passUntilExpiry(session, -1);
    await returnFromBank(attemptId);
    expect(await resultOf(session)).toEqual({ state: "finalised", status: "success", code: "00" });
    expect(await moneyHeldBy(session)).toEqual([attemptId]);
  });

  it.each(atOrAfter)("never completes a challenge that returns %i ms after expiry", async (moment) => {
    const { session, attemptId } = await openChallenge(avs);
    await passUntilExpiry(session, moment);
    await returnFromBank(attemptId);
    expect(await resultOf(session)).toEqual(expired);
    expect(await moneyHeldBy(session)).toEqual([]);
    expect(await timelineOf(session)).not.toContain("challenge_answered");
  });

  it("fails during a challenge at expiry, and a late return moves no money", async () => {
    const { session, attemptId } = await openChallenge(avs);
    await passUntilExpiry(session, 0);
    await expireSessions();
    expect(await resultOf(session)).toEqual(expired);
    await returnFromBank(attemptId);
    for (const wait of [75, 300, 3600, 86_400]) {
      await pass(session, wait * second);
      await sweep();
    }
    expect(await resultOf(session)).toEqual(expired);
    expect(await moneyHeldBy(session)).toEqual([]);
  });

  it.each(["leave", "cancel"] as const)(
    "ends as expired if the customer's %s comes exactly at expiry",
    async (action) => {
      const { session } = await openChallenge(avs);
      await passUntilExpiry(session, 0);
      await (action === "leave" ? leaveCheckout : cancelChallenge)(session.token);
      expect(await resultOf(session)).toEqual(expired);
    },
  );

  it.each([
    { by: "the sweep", end: expireSessions },
    { by: "a page view", end: ({ token }: TestSession) => readSession(token) },
    { by: "another submit", end: (session: TestSession) => pay(session, cards.approved) },
  ])("waits for a call in flight when $by finds it expired, and succeeds with its answer", async ({ end }) => {
    const { session, answer } = await beginSlowCall(avs);
    await passUntilExpiry(session, 0);
    await end(session);
    expect(await readSession(session.token)).toMatchObject({ state: "finalising", money: "confirming", result: null });
    await pass(session, 3 * second);
    expect(await answer).toMatchObject({ state: "finalised", money: "charged", result: { status: "success" } });
    expect(await moneyHeldBy(session)).toHaveLength(1);
  });

  it.each([
    { card: cards.silentThenApproved, end: { status: "success", code: "00" }, charges: 1 },
    { card: cards.silentThenDeclined, end: { status: "failed", code: "05" }, charges: 0 },
  ])("stays finalising after an unknown outcome until an inquiry gives $end.status", async ({ card, end, charges }) => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, -10 * second);
    const answer = pay(session, card);
    await expect.poll(() => isAsked(session), patiently).toBe(true);
    await passUntilExpiry(session, 5 * second);
    // The gateway has not answered for 15 s, so the outcome of the call is unknown.
    expect(await answer).toMatchObject({ state: "finalising", money: "confirming" });
    await pass(session, 4 * second);
    await sweep();
    expect(await resultOf(session)).toEqual({ state: "finalising", status: null, code: null });
    await pass(session, 16 * second);
    await sweep();
    expect(await resultOf(session)).toEqual({ state: "finalised", ...end });
    expect(await moneyHeldBy(session)).toHaveLength(charges);
  });

  it("is never extended by any action of the customer", async () => {
    const session = await openSession(shop, { avs });
    const { expiresAt } = await recordOf(session);
    await pay(session, cards.declined);
    await pass(session, 60 * second);
    await pay(session, cards.challenged);
    await pass(session, 60 * second);
    await cancelChallenge(session.token);
    await pay(session, cards.noFunds);
    await readSession(session.token);
    expect(await recordOf(session)).toMatchObject({ expiresAt, failures: 3, state: "hosted" });
  });
});
