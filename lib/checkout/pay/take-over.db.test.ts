import { beforeAll, describe, expect, inject, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import {
  cards,
  lastAttemptOf,
  moneyHeldBy,
  openSession,
  openShop,
  pass,
  pay,
  returnFromBank,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";

let shop: Merchant;
beforeAll(async () => {
  shop = await openShop();
});

const rounds = inject("isDeep") ? 20 : 5;

async function twoWindows(): Promise<[TestSession, TestSession]> {
  const orderId = newUlid();
  return [await openSession(shop, { orderId }), await openSession(shop, { orderId })];
}

describe("a challenge that its payer does not finish", () => {
  const notTaken = { state: "hosted", notice: "order_busy", money: "not_charged" };

  it("keeps the order for 60 s, and then a second payer who presses Pay takes over", async () => {
    const [stranger, payer] = await twoWindows();
    await pay(stranger, cards.challenged);
    await pass(stranger, 59 * second);
    expect(await pay(payer, cards.approved)).toMatchObject(notTaken);
    await pass(stranger, second);
    expect(await readSession(stranger.token)).toMatchObject({ state: "challenged" });
    expect(await pay(payer, cards.approved)).toMatchObject({ money: "charged" });
    expect(await readSession(stranger.token)).toMatchObject({
      state: "hosted",
      notice: "taken_over",
      money: "not_charged",
      tries_left: 5,
    });
    expect(await moneyHeldBy(stranger, payer)).toHaveLength(1);
  });

  it("charges nothing if its answer comes after the takeover", async () => {
    const [stranger, payer] = await twoWindows();
    await pay(stranger, cards.challenged);
    await pass(stranger, 60 * second);
    await pay(payer, cards.challenged);
    await returnFromBank(await lastAttemptOf(stranger));
    expect(await readSession(stranger.token)).toMatchObject({ notice: "taken_over", money: "not_charged" });
    await returnFromBank(await lastAttemptOf(payer));
    expect(await readSession(payer.token)).toMatchObject({ money: "charged" });
    expect(await moneyHeldBy(stranger, payer)).toHaveLength(1);
  });

  it("is charged once if its answer and the takeover meet", async () => {
    for (let round = 0; round < rounds; round++) {
      const [stranger, payer] = await twoWindows();
      await pay(stranger, cards.challenged);
      await pass(stranger, 60 * second);
      await Promise.all([returnFromBank(await lastAttemptOf(stranger)), pay(payer, cards.approved)]);
      await sweep();
      expect(await moneyHeldBy(stranger, payer)).toHaveLength(1);
    }
  });

  it("is taken over at most once for each order", async () => {
    const orderId = newUlid();
    const [first, second_, third] = [
      await openSession(shop, { orderId }),
      await openSession(shop, { orderId }),
      await openSession(shop, { orderId }),
    ];
    await pay(first, cards.challenged);
    await pass(first, 60 * second);
    expect(await pay(second_, cards.challenged)).toMatchObject({ state: "challenged" });
    await pass(second_, 60 * second);
    expect(await pay(third, cards.approved)).toMatchObject(notTaken);
    await returnFromBank(await lastAttemptOf(second_));
    expect(await readSession(second_.token)).toMatchObject({ money: "charged" });
  });

  it("of a signed request is not taken over by an unsigned one, and the other way round it is", async () => {
    const prove = ({ id }: TestSession) => db().checkoutSession.update({ where: { id }, data: { isProven: true } });
    const [signed, unsigned] = await twoWindows();
    await prove(signed);
    await pay(signed, cards.challenged);
    await pass(signed, 60 * second);
    expect(await pay(unsigned, cards.approved)).toMatchObject(notTaken);
    const [stranger, merchant] = await twoWindows();
    await prove(merchant);
    await pay(stranger, cards.challenged);
    await pass(stranger, 60 * second);
    expect(await pay(merchant, cards.approved)).toMatchObject({ money: "charged" });
  });

  it("does not keep a new request for the order from being accepted after 60 s", async () => {
    const orderId = newUlid();
    const stranger = await openSession(shop, { orderId });
    await pay(stranger, cards.challenged);
    await expect(openSession(shop, { orderId })).rejects.toThrow("This order is being confirmed.");
    await pass(stranger, 60 * second);
    const payer = await openSession(shop, { orderId });
    expect(await pay(payer, cards.approved)).toMatchObject({ money: "charged" });
  });
});
