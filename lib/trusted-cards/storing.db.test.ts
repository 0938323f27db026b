import { beforeEach, describe, expect, it } from "vitest";
import { cancelChallenge, leaveCheckout } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { readSessionTime } from "@/lib/checkout/session/store";
import { db } from "@/lib/db/client";
import { hour, later, minute, second } from "@/lib/kit/clock";
import { findBalances } from "@/lib/ledger/store";
import { readCard } from "@/lib/vault/cards";
import {
  attemptsOf,
  behave,
  cards,
  isAsked,
  lastAttemptOf,
  moneyHeldBy,
  openShop,
  pass,
  passUntilExpiry,
  patiently,
  recordOf,
  returnFromBank,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import {
  callerOf,
  cardOf,
  enterCard,
  inSuspense,
  openCreation,
  storeCard,
  vaultHas,
} from "@/tests/support/in-process/stored-cards";
import { verifyCard } from "./verify-card";

let shop: Merchant;
beforeEach(async () => {
  shop = await openShop();
});

describe("an approved card", () => {
  it("is stored unverified, its number in the vault, its micro-charge in suspense, nothing on the merchant's balance", async () => {
    const session = await openCreation(shop);
    const view = await enterCard(session, cards.approved);
    const card = await cardOf(session);
    const { total, currency } = await recordOf(session);
    expect(currency).toBe("USD");
    expect(total >= 50n && total <= 199n).toBe(true);
    expect(card).toMatchObject({ pan: "************1111", expiryMonth: 12, expiryYear: 2039, verifiedAt: null });
    expect(card).toMatchObject({ firstName: "Ada", lastName: "Lovelace", closedAt: null });
    expect(card?.verifyBy).toEqual(later(72 * hour, await readSessionTime(session.id)));
    const { accountNumber } = shop;
    const identity = { id: await lastAttemptOf(session), accountNumber, environment: "sandbox" } as const;
    expect(await readCard(identity)).toBe(cards.approved);
    expect(await inSuspense(shop)).toBe(total);
    expect(await findBalances(accountNumber, "sandbox")).toMatchObject([{ available: 0n, held: 0n, owed: 0n }]);
    expect(view.result?.redirect).toContain(`uuid=${card?.uuid}`);
    expect(await timelineOf(session)).toEqual(expect.arrayContaining(["consent_given", "finalised"]));
  });

  it("is charged a random amount between 0.50 and 1.99", async () => {
    const sessions = await Promise.all(Array.from({ length: 40 }, () => openCreation(shop)));
    const totals = (await Promise.all(sessions.map(recordOf))).map(({ total }) => total);
    expect(totals.every((total) => total >= 50n && total <= 199n)).toBe(true);
    expect(new Set(totals).size).toBeGreaterThan(20);
  });

  it("is stored once, even if several windows submit it", async () => {
    const session = await openCreation(shop);
    await Promise.all([1, 2, 3, 4].map(() => enterCard(session, cards.approved)));
    expect(await moneyHeldBy(session)).toHaveLength(1);
    expect(await db().trustedCard.count({ where: { sessionId: session.id } })).toBe(1);
    expect(await db().vaultCard.count({ where: { accountNumber: shop.accountNumber } })).toBe(1);
  });

  it("is stored by the worker if the answer was lost", async () => {
    const session = await openCreation(shop);
    await behave(session, { gateway: "no_answer_approved" });
    const submitted = enterCard(session, cards.approved);
    await expect.poll(() => isAsked(session), patiently).toBe(true);
    await pass(session, 30 * second);
    await submitted;
    expect(await vaultHas(await lastAttemptOf(session))).toBe("number");
    await pass(session, 2 * second);
    await sweep();
    expect(await cardOf(session)).toMatchObject({ pan: "************1111" });
    expect(await vaultHas(await lastAttemptOf(session))).toBe("number");
  });
});

describe("the number of a card with an open challenge is in the vault and is shredded", () => {
  const challenged = async () => {
    const session = await openCreation(shop);
    expect((await enterCard(session, cards.challenged)).state).toBe("challenged");
    const attemptId = await lastAttemptOf(session);
    expect(await vaultHas(attemptId)).toBe("number");
    expect(await cardOf(session)).toBeNull();
    return { session, attemptId };
  };

  it("unless the customer passes", async () => {
    const { session, attemptId } = await challenged();
    await returnFromBank(attemptId);
    expect(await cardOf(session)).toMatchObject({ attemptId, pan: "************3220" });
    expect(await vaultHas(attemptId)).toBe("number");
  });

  it.each<[string, (given: Awaited<ReturnType<typeof challenged>>) => Promise<unknown>]>([
    ["when the customer fails", ({ attemptId }) => returnFromBank(attemptId, "fail")],
    ["when the customer cancels", ({ session }) => cancelChallenge(session.token)],
    ["when the customer leaves", ({ session }) => leaveCheckout(session.token)],
    [
      "when the time is over",
      async ({ session }) => {
        await passUntilExpiry(session, 0);
        await sweep();
      },
    ],
  ])("%s", async (_, end) => {
    const given = await challenged();
    await end(given);
    expect(await vaultHas(given.attemptId)).toBe("nothing");
    expect(await cardOf(given.session)).toBeNull();
    // If the browser returns from the bank after the challenge has ended, no money moves.
    await returnFromBank(given.attemptId);
    expect(await vaultHas(given.attemptId)).toBe("nothing");
    expect(await moneyHeldBy(given.session)).toEqual([]);
    expect(await inSuspense(shop)).toBe(0n);
  });
});

describe("after a failed attempt", () => {
  it("another amount is charged, so that the first one does not reveal it", async () => {
    const session = await openCreation(shop);
    for (const number of [cards.challenged, cards.declined, cards.noFunds]) {
      await enterCard(session, number);
      await cancelChallenge(session.token);
    }
    await enterCard(session, cards.approved);
    const amounts = (await attemptsOf(session)).map((attempt) => attempt.amount);
    expect(new Set(amounts).size).toBeGreaterThan(1);
    expect((await recordOf(session)).total).toBe(amounts.at(-1));
    expect(await inSuspense(shop)).toBe(amounts.at(-1));
  });

  it("the stored card has the name of its own holder", async () => {
    const session = await openCreation(shop);
    await enterCard(session, cards.declined, "John Smith");
    await enterCard(session, cards.approved, "Mary Jones");
    expect(await cardOf(session)).toMatchObject({ firstName: "Mary", lastName: "Jones" });
  });

  it.each<[string, (session: TestSession) => Promise<unknown>]>([
    [
      "whose address did not match",
      async (session) => {
        expect((await enterCard(session, cards.addressFails)).notice).toBe("address");
      },
    ],
    [
      "that the gateway carried out too late",
      async (session) => {
        await behave(session, { gateway: "late_approval" });
        const submitted = enterCard(session, "4242424242424242");
        await expect.poll(() => isAsked(session), patiently).toBe(true);
        await pass(session, 50 * second);
        await submitted;
        await pass(session, 2 * second);
        await sweep();
        await behave(session, { gateway: "card" });
      },
    ],
  ])(
    "%s, only that charge is voided, and the micro-charge of the stored card stays until verification",
    async (_, fail) => {
      const { accountNumber } = shop;
      await db().merchantSettings.update({ where: { accountNumber }, data: { avs: true } });
      const session = await openCreation(shop);
      await fail(session);
      await enterCard(session, cards.approved);
      const { total } = await recordOf(session);
      await pass(session, 2 * minute);
      await sweep();
      await sweep();
      expect(await inSuspense(shop)).toBe(total);
      expect(await moneyHeldBy(session)).toEqual([await lastAttemptOf(session)]);
      const card = await cardOf(session);
      await verifyCard(callerOf(shop), "sandbox", card?.uuid ?? "", { amount: total });
      await sweep();
      expect(await inSuspense(shop)).toBe(0n);
      expect(await moneyHeldBy(session)).toEqual([]);
    },
  );
});

describe("a card that is not approved leaves no number in the vault", () => {
  it("when it is declined and the next one is stored", async () => {
    const session = await openCreation(shop);
    expect((await enterCard(session, cards.declined)).state).toBe("hosted");
    await enterCard(session, cards.approved);
    const attempts = await attemptsOf(session);
    expect(await Promise.all(attempts.map(({ id }) => vaultHas(id)))).toEqual(["nothing", "number"]);
  });

  it("when its address does not match and the approval is voided", async () => {
    await db().merchantSettings.update({ where: { accountNumber: shop.accountNumber }, data: { avs: true } });
    const session = await openCreation({ ...shop, avs: true });
    expect((await enterCard(session, cards.addressFails)).notice).toBe("address");
    expect(await vaultHas(await lastAttemptOf(session))).toBe("nothing");
    await sweep();
    expect(await moneyHeldBy(session)).toEqual([]);
    expect(await inSuspense(shop)).toBe(0n);
  });

  it("when the gateway charges it late, and that charge is voided", async () => {
    const session = await openCreation(shop);
    await behave(session, { gateway: "late_approval" });
    const submitted = enterCard(session, cards.approved);
    await expect.poll(() => isAsked(session), patiently).toBe(true);
    await pass(session, 50 * second);
    await submitted;
    await pass(session, 2 * second);
    await sweep();
    const attemptId = await lastAttemptOf(session);
    expect(await vaultHas(attemptId)).toBe("nothing");
    await pass(session, 2 * minute);
    await sweep();
    await sweep();
    expect(await moneyHeldBy(session)).toEqual([]);
    expect(await cardOf(session)).toBeNull();
    expect(await inSuspense(shop)).toBe(0n);
  });
});

it("three unverified cards of one number are allowed, and a fourth looks like a decline", async () => {
  const stored = await Promise.all([1, 2, 3].map(() => storeCard(shop, cards.approved)));
  expect(stored).toHaveLength(3);
  const fourth = await openCreation(shop);
  expect((await enterCard(fourth, cards.approved)).notice).toBe("declined");
  expect(await moneyHeldBy(fourth)).toEqual([]);
  expect(await vaultHas(await lastAttemptOf(fourth))).toBeNull();
  // The limit of three unverified cards does not apply to another card number or, in sandbox, to another merchant.
  await storeCard(shop, "4242424242424242");
  await storeCard(await openShop(), cards.approved);
});
