import { describe, expect, it } from "vitest";
import { minute, second } from "@/lib/kit/clock";
import {
  cards,
  isAsked,
  openSession,
  openShop,
  pass,
  passUntilExpiry,
  patiently,
  pay,
  recordOf,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { extendCheckout, readSession } from "./customer-actions";

const shop = await openShop({ allowsMoreTime: true });
const strictShop = await openShop();

const extensionsOf = async (session: TestSession) =>
  (await timelineOf(session)).filter((type) => type === "time_extended").length;

describe("a payer who asks for more time", () => {
  it.each([
    { avs: false, length: 3 * minute },
    { avs: true, length: 5 * minute },
  ])("gets the length of the session again in its last minute, once, with AVS $avs", async ({ avs, length }) => {
    const session = await openSession(shop, { avs });
    await passUntilExpiry(session, -minute - second);
    expect(await extendCheckout(session.token)).toMatchObject({ can_extend: true, remaining_ms: minute + second });
    await pass(session, second);
    const extended = { can_extend: false, state: "hosted", remaining_ms: minute + length };
    expect(await extendCheckout(session.token)).toMatchObject(extended);
    expect(await extendCheckout(session.token)).toMatchObject(extended);
    expect(await extensionsOf(session)).toBe(1);
    await passUntilExpiry(session, -second);
    expect(await extendCheckout(session.token)).toMatchObject({ remaining_ms: second });
    await passUntilExpiry(session, 0);
    expect(await readSession(session.token)).toMatchObject({ state: "finalised", result: { is_expired: true } });
  });

  it("can pay in the added time", async () => {
    const session = await openSession(shop);
    await passUntilExpiry(session, -second);
    await extendCheckout(session.token);
    await pass(session, minute);
    expect(await pay(session, cards.approved)).toMatchObject({ money: "charged" });
  });

  it("gets none if the merchant does not allow it, which is the default", async () => {
    const session = await openSession(strictShop);
    await passUntilExpiry(session, -second);
    expect(await extendCheckout(session.token)).toMatchObject({ can_extend: false, remaining_ms: second });
  });

  it("gets none after the end, and none while a payment is in progress", async () => {
    const over = await openSession(shop);
    await passUntilExpiry(over, 0);
    expect(await extendCheckout(over.token)).toMatchObject({ state: "finalised" });
    const paying = await openSession(shop);
    await passUntilExpiry(paying, -10 * second);
    const answer = pay(paying, cards.slow);
    await expect.poll(() => isAsked(paying), patiently).toBe(true);
    expect(await extendCheckout(paying.token)).toMatchObject({ can_extend: false, remaining_ms: 10 * second });
    await pass(paying, 8 * second);
    expect(await answer).toMatchObject({ money: "charged" });
    expect([await extensionsOf(over), await extensionsOf(paying)]).toEqual([0, 0]);
  });

  it("gets it once when asking 8 times at once, and beside a payment the attempt and the session stay whole", async () => {
    const session = await openSession(shop);
    await passUntilExpiry(session, -second);
    const { expiresAt } = await recordOf(session);
    await Promise.all([
      ...Array.from({ length: 8 }, () => extendCheckout(session.token)),
      pay(session, cards.approved),
    ]);
    const added = (await recordOf(session)).expiresAt.getTime() - expiresAt.getTime();
    expect(await extensionsOf(session)).toBe(added > 0 ? 1 : 0);
    expect([0, 3 * minute]).toContain(added);
    expect(await readSession(session.token)).toMatchObject({ money: "charged" });
  });
});
