import { beforeAll, describe, expect, inject, it } from "vitest";
import { cancelChallenge, leaveCheckout, readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import {
  attemptsOf,
  cards,
  isAsked,
  lastAttemptOf,
  moneyHeldBy,
  openSession,
  openShop,
  pass,
  patiently,
  pay,
  recordOf,
  requestSession,
  returnFromBank,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";

let shop: Merchant;
/** A shop that accepts another payment for a paid order, like the public sandbox account that many developers share. */
let sharedShop: Merchant;
beforeAll(async () => {
  [shop, sharedShop] = await Promise.all([openShop(), openShop({ refusesPaidOrders: false })]);
});

const rounds = inject("isDeep") ? 20 : 5;
const busy = "This order is being confirmed.";
const paid = "This order has already been paid.";

async function twoWindows(of: Merchant = shop): Promise<[TestSession, TestSession]> {
  const orderId = newUlid();
  return [await openSession(of, { orderId }), await openSession(of, { orderId })];
}

describe("two sessions of one order", () => {
  it("two sessions of one order submitted at the same moment make one charge, and the other page says so", async () => {
    for (let round = 0; round < rounds; round++) {
      const windows = await twoWindows();
      const views = await Promise.all(windows.map((window) => pay(window, cards.approved)));
      const winner = views.findIndex(({ money }) => money === "charged");
      const other = views[1 - winner];
      expect(views[winner]).toMatchObject({ state: "finalised", result: { status: "success" } });
      expect(other).toMatchObject({ state: "hosted", money: "not_charged", result: null, tries_left: 5 });
      expect(["order_busy", "order_paid"]).toContain(other?.notice);
      expect(await moneyHeldBy(...windows)).toHaveLength(1);
      // The session that did not get the order never called the gateway, and no attempt was counted.
      expect(await attemptsOf(windows[1 - winner] as TestSession)).toEqual([]);
    }
  });

  it("two sessions of one order, with ten tabs each, make one charge", async () => {
    for (let round = 0; round < Math.ceil(rounds / 4); round++) {
      const [left, right] = await twoWindows();
      const tabs = Array.from({ length: 10 }, (_, tab) => pay(tab % 2 ? left : right, cards.approved));
      const views = await Promise.all(tabs);
      expect(views.some(({ money }) => money === "charged")).toBe(true);
      expect(await moneyHeldBy(left, right)).toHaveLength(1);
    }
  });

  it("an order is busy during another session's challenge, and free again when the challenge fails", async () => {
    const [left, right] = await twoWindows();
    await pay(left, cards.challenged);
    expect(await pay(right, cards.approved)).toMatchObject({ notice: "order_busy", money: "not_charged" });
    await returnFromBank(await lastAttemptOf(left), "fail");
    expect(await pay(right, cards.approved)).toMatchObject({ money: "charged" });
    expect(await pay(left, cards.approved)).toMatchObject({ notice: "order_paid", money: "not_charged" });
    expect(await moneyHeldBy(left, right)).toHaveLength(1);
  });

  it("an order stays busy while another session's outcome is unknown, even after that session expired", async () => {
    const [left, right] = await twoWindows();
    const paying = pay(left, cards.silentThenApproved);
    await expect.poll(() => isAsked(left), patiently).toBe(true);
    await pass(left, 15 * second);
    expect(await paying).toMatchObject({ state: "finalising" });
    await pass(left, 180 * second);
    expect(await pay(right, cards.approved)).toMatchObject({ notice: "order_busy", money: "not_charged" });
    await sweep();
    expect(await recordOf(left)).toMatchObject({ status: "success" });
    expect(await pay(right, cards.approved)).toMatchObject({ notice: "order_paid", money: "not_charged" });
    expect(await moneyHeldBy(left, right)).toHaveLength(1);
  });

  it("a page that was refused as busy shows that the order was paid once the other session succeeds", async () => {
    const [left, right] = await twoWindows();
    await pay(left, cards.challenged);
    expect(await pay(right, cards.approved)).toMatchObject({ notice: "order_busy" });
    await returnFromBank(await lastAttemptOf(left));
    expect(await readSession(right.token)).toMatchObject({ notice: "order_paid", money: "not_charged" });
  });

  it("a page that was refused as busy keeps its notice while the other session is paying", async () => {
    const [left, right] = await twoWindows();
    await pay(left, cards.challenged);
    await pay(right, cards.approved);
    expect((await readSession(right.token)).notice).toBe("order_busy");
    await cancelChallenge(left.token);
    expect((await readSession(right.token)).notice).toBeNull();
  });

  it("two sessions opened before the payment make one charge even if the shop accepts paid orders again", async () => {
    const orderId = newUlid();
    const [first, second] = [await openSession(sharedShop, { orderId }), await openSession(sharedShop, { orderId })];
    expect(await pay(first, cards.approved)).toMatchObject({ money: "charged" });
    expect(await pay(second, cards.approved)).toMatchObject({ money: "not_charged", notice: "order_paid" });
    expect(await pay(await openSession(sharedShop, { orderId }), cards.approved)).toMatchObject({ money: "charged" });
  });

  it("the same order id in another shop is another order", async () => {
    const orderId = newUlid();
    const [mine, theirs] = [await openSession(shop, { orderId }), await openSession(sharedShop, { orderId })];
    const views = await Promise.all([pay(mine, cards.approved), pay(theirs, cards.approved)]);
    expect(views.map(({ money }) => money)).toEqual(["charged", "charged"]);
  });
});

describe("an order that is paid in parts", () => {
  it("a partly paid order accepts another total or currency, but not the same total again", async () => {
    const { orderId, ...first } = await openSession(shop);
    expect(await pay({ orderId, ...first }, cards.approved)).toMatchObject({ money: "charged" });
    for (const part of [{ total: "5.00" }, { currency: "USD" }] as const) {
      const next = await openSession(shop, { orderId, ...part });
      expect(await pay(next, cards.approved)).toMatchObject({ money: "charged" });
      await expect(requestSession(shop, { orderId, ...part })).rejects.toThrow(paid);
    }
    await expect(requestSession(shop, { orderId })).rejects.toThrow(paid);
    await expect(requestSession(shop, { orderId, total: "10.01" })).resolves.toMatchObject({ orderId });
  });

  it("an order is busy only for the total that is being paid", async () => {
    const orderId = newUlid();
    const [whole, part] = [await openSession(shop, { orderId }), await openSession(shop, { orderId, total: "5.00" })];
    await pay(whole, cards.challenged);
    await expect(requestSession(shop, { orderId })).rejects.toThrow(busy);
    expect(await pay(part, cards.approved)).toMatchObject({ money: "charged" });
    await requestSession(shop, { orderId, total: "7.00" });
    await returnFromBank(await lastAttemptOf(whole));
    expect(await moneyHeldBy(whole, part)).toHaveLength(2);
  });

  it.each(["shop", "shared shop"])("concurrent payments charge each total of an order once (%s)", async (which) => {
    const of = which === "shop" ? shop : sharedShop;
    for (let round = 0; round < Math.ceil(rounds / 4); round++) {
      const orderId = newUlid();
      const windows = await Promise.all(
        ["10.00", "5.00", "10.00", "5.00"].map((total) => openSession(of, { orderId, total })),
      );
      // Pay is pressed several times in each session, because the order may be busy in another session at first.
      for (let again = 0; again < 4; again++) {
        await Promise.all(windows.map((window) => pay(window, cards.approved)));
      }
      const records = await Promise.all(windows.map(recordOf));
      const totals = records.filter(({ status }) => status === "success").map(({ total }) => total);
      expect(totals.sort()).toEqual([1000n, 500n]);
      expect(await moneyHeldBy(...windows)).toHaveLength(2);
      const views = await Promise.all(windows.map(({ token }) => readSession(token)));
      expect(views.filter(({ notice }) => notice === "order_paid")).toHaveLength(2);
    }
  });
});

describe("a request for an order", () => {
  const again = (session: TestSession, of: Merchant = shop) => requestSession(of, { orderId: session.orderId });

  it.each(["shop", "shared shop"])(
    "a request for an order that is being authorised is refused as being confirmed (%s)",
    async (which) => {
      const of = which === "shop" ? shop : sharedShop;
      const session = await openSession(of);
      const paying = pay(session, cards.slow);
      await expect.poll(() => isAsked(session), patiently).toBe(true);
      await expect(again(session, of)).rejects.toThrow(busy);
      await pass(session, 8 * second);
      await paying;
    },
  );

  it("a request for an order with a challenge or an unknown outcome is refused as being confirmed", async () => {
    const challenged = await openSession(shop);
    await pay(challenged, cards.challenged);
    await expect(again(challenged)).rejects.toThrow(busy);
    const unknown = await openSession(shop);
    const paying = pay(unknown, cards.silent);
    await expect.poll(() => isAsked(unknown), patiently).toBe(true);
    await pass(unknown, 15 * second);
    expect(await paying).toMatchObject({ state: "finalising" });
    await pass(unknown, 3600 * second);
    await expect(again(unknown)).rejects.toThrow(busy);
  });

  it("a request for a paid order is refused if the shop refuses paid orders", async () => {
    const session = await openSession(shop);
    await pay(session, cards.approved);
    await expect(again(session)).rejects.toThrow(paid);
  });

  it("requests that share a statement are each accepted or refused by their own order", async () => {
    const [paidOrder, busyOrder, free, alsoFree] = [newUlid(), newUlid(), newUlid(), newUlid()];
    await pay(await openSession(shop, { orderId: paidOrder }), cards.approved);
    await pay(await openSession(shop, { orderId: busyOrder }), cards.challenged);
    const outcomes = await Promise.allSettled(
      [free, paidOrder, busyOrder, alsoFree, free].map((orderId) => requestSession(shop, { orderId })),
    );
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { reason: { message: paid } },
      { reason: { message: busy } },
      { status: "fulfilled" },
      { status: "fulfilled" },
    ]);
  });

  it("a request for a paid order is accepted and can be paid if the shop accepts paid orders", async () => {
    const session = await openSession(sharedShop);
    await pay(session, cards.approved);
    const second = await again(session, sharedShop);
    expect(await pay(second, cards.approved)).toMatchObject({ money: "charged" });
  });

  it.each(["declined", "left", "expired"] as const)(
    "a request for an order whose last session was %s is accepted",
    async (how) => {
      const session = await openSession(shop);
      if (how === "declined") await pay(session, cards.declined);
      if (how === "left") await leaveCheckout(session.token);
      if (how === "expired") {
        await pass(session, 180 * second);
        await sweep();
      }
      const next = await again(session);
      expect(await pay(next, cards.approved)).toMatchObject({ money: "charged" });
    },
  );

  it("a request for an order with another open, unsubmitted session is accepted", async () => {
    const session = await openSession(shop);
    await expect(again(session)).resolves.toMatchObject({ orderId: session.orderId });
  });
});
