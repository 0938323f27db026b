import { beforeAll, describe, expect, it } from "vitest";
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
/** Many share it, so it takes orders that were paid before. */
let sharedShop: Merchant;
beforeAll(async () => {
  [shop, sharedShop] = await Promise.all([openShop(), openShop({ refusesPaidOrders: false })]);
});

const rounds = 20;
const busy = "This order is being confirmed.";
const paid = "This order has already been paid.";

async function twoWindows(of: Merchant = shop): Promise<[TestSession, TestSession]> {
  const orderId = newUlid();
  return [await openSession(of, { orderId }), await openSession(of, { orderId })];
}

describe("two sessions of one order", () => {
  it("that are submitted in the same moment make one charge, and the other window says so", async () => {
    for (let round = 0; round < rounds; round++) {
      const windows = await twoWindows();
      const views = await Promise.all(windows.map((window) => pay(window, cards.approved)));
      const winner = views.findIndex(({ money }) => money === "charged");
      const other = views[1 - winner];
      expect(views[winner]).toMatchObject({ state: "finalised", result: { status: "success" } });
      expect(other).toMatchObject({ state: "hosted", money: "not_charged", result: null, tries_left: 5 });
      expect(["order_busy", "order_paid"]).toContain(other?.notice);
      expect(await moneyHeldBy(...windows)).toHaveLength(1);
      // The gateway never heard of the other one, and it has not lost a try.
      expect(await attemptsOf(windows[1 - winner] as TestSession)).toEqual([]);
    }
  });

  it("that take turns in ten tabs each still make one charge", async () => {
    for (let round = 0; round < 4; round++) {
      const [left, right] = await twoWindows();
      const tabs = Array.from({ length: 10 }, (_, tab) => pay(tab % 2 ? left : right, cards.approved));
      const views = await Promise.all(tabs);
      expect(views.some(({ money }) => money === "charged")).toBe(true);
      expect(await moneyHeldBy(left, right)).toHaveLength(1);
    }
  });

  it("are busy while one waits for the bank's page, and free again when that fails", async () => {
    const [left, right] = await twoWindows();
    await pay(left, cards.challenged);
    expect(await pay(right, cards.approved)).toMatchObject({ notice: "order_busy", money: "not_charged" });
    await returnFromBank(await lastAttemptOf(left), "fail");
    expect(await pay(right, cards.approved)).toMatchObject({ money: "charged" });
    expect(await pay(left, cards.approved)).toMatchObject({ notice: "order_paid", money: "not_charged" });
    expect(await moneyHeldBy(left, right)).toHaveLength(1);
  });

  it("are busy while the outcome of one is unknown, also when that one expired", async () => {
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

  it("tell the window that was refused that the other one has paid meanwhile", async () => {
    const [left, right] = await twoWindows();
    await pay(left, cards.challenged);
    expect(await pay(right, cards.approved)).toMatchObject({ notice: "order_busy" });
    await returnFromBank(await lastAttemptOf(left));
    expect(await readSession(right.token)).toMatchObject({ notice: "order_paid", money: "not_charged" });
  });

  it("leave the page that was refused its notice for as long as the other window is paying", async () => {
    const [left, right] = await twoWindows();
    await pay(left, cards.challenged);
    await pay(right, cards.approved);
    expect((await readSession(right.token)).notice).toBe("order_busy");
    await cancelChallenge(left.token);
    expect((await readSession(right.token)).notice).toBeNull();
  });

  it("are charged once also where paid orders may be paid again, because both were opened before", async () => {
    const orderId = newUlid();
    const [first, second] = [await openSession(sharedShop, { orderId }), await openSession(sharedShop, { orderId })];
    expect(await pay(first, cards.approved)).toMatchObject({ money: "charged" });
    expect(await pay(second, cards.approved)).toMatchObject({ money: "not_charged", notice: "order_paid" });
    expect(await pay(await openSession(sharedShop, { orderId }), cards.approved)).toMatchObject({ money: "charged" });
  });

  it("of another shop are other orders", async () => {
    const orderId = newUlid();
    const [mine, theirs] = [await openSession(shop, { orderId }), await openSession(sharedShop, { orderId })];
    const views = await Promise.all([pay(mine, cards.approved), pay(theirs, cards.approved)]);
    expect(views.map(({ money }) => money)).toEqual(["charged", "charged"]);
  });
});

describe("an order that is paid in parts", () => {
  it("takes payments of another total or currency after the first, and none of the same", async () => {
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

  it("is busy for every total while one part is being paid, and free for the others afterwards", async () => {
    const orderId = newUlid();
    const [whole, part] = [await openSession(shop, { orderId }), await openSession(shop, { orderId, total: "5.00" })];
    await pay(whole, cards.challenged);
    expect(await pay(part, cards.approved)).toMatchObject({ notice: "order_busy", money: "not_charged" });
    await expect(requestSession(shop, { orderId, total: "7.00" })).rejects.toThrow(busy);
    await returnFromBank(await lastAttemptOf(whole));
    expect((await readSession(part.token)).notice).toBeNull();
    expect(await pay(part, cards.approved)).toMatchObject({ money: "charged" });
    expect(await moneyHeldBy(whole, part)).toHaveLength(2);
  });

  it.each(["shop", "shared shop"])(
    "is charged each total once, whatever comes at the same moment (%s)",
    async (which) => {
      const of = which === "shop" ? shop : sharedShop;
      for (let round = 0; round < 3; round++) {
        const orderId = newUlid();
        const windows = await Promise.all(
          ["10.00", "5.00", "10.00", "5.00"].map((total) => openSession(of, { orderId, total })),
        );
        // Some find the order busy; they press Pay again.
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
    },
  );
});

describe("a request for an order", () => {
  const again = (session: TestSession, of: Merchant = shop) => requestSession(of, { orderId: session.orderId });

  it.each(["shop", "shared shop"])("that is being authorised is told so (%s)", async (which) => {
    const of = which === "shop" ? shop : sharedShop;
    const session = await openSession(of);
    const paying = pay(session, cards.slow);
    await expect.poll(() => isAsked(session), patiently).toBe(true);
    await expect(again(session, of)).rejects.toThrow(busy);
    await pass(session, 8 * second);
    await paying;
  });

  it("that waits at the bank, or for an unknown outcome, is told the same", async () => {
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

  it("that was paid is told so, by a shop that refuses such", async () => {
    const session = await openSession(shop);
    await pay(session, cards.approved);
    await expect(again(session)).rejects.toThrow(paid);
  });

  it("that was paid is taken by a shop that does not, and can be paid again", async () => {
    const session = await openSession(sharedShop);
    await pay(session, cards.approved);
    const second = await again(session, sharedShop);
    expect(await pay(second, cards.approved)).toMatchObject({ money: "charged" });
  });

  it.each(["declined", "left", "expired"] as const)("whose last try %s is taken", async (how) => {
    const session = await openSession(shop);
    if (how === "declined") await pay(session, cards.declined);
    if (how === "left") await leaveCheckout(session.token);
    if (how === "expired") {
      await pass(session, 180 * second);
      await sweep();
    }
    const next = await again(session);
    expect(await pay(next, cards.approved)).toMatchObject({ money: "charged" });
  });

  it("that somebody else has open, untried, is taken", async () => {
    const session = await openSession(shop);
    await expect(again(session)).resolves.toMatchObject({ orderId: session.orderId });
  });
});
