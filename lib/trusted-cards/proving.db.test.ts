import { beforeEach, describe, expect, it, vi } from "vitest";
import { openCheckout } from "@/lib/checkout/page/open-checkout";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { voidAttempts } from "@/lib/checkout/session/settle-sessions";
import { db } from "@/lib/db/client";
import type { Outcome } from "@/lib/gateway/port";
import { day, hour, later, minute, now } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { findBalances } from "@/lib/ledger/store";
import { findCardDifferences } from "@/lib/reconciliation/card-store";
import * as reconciliation from "@/lib/reconciliation/store";
import { claimRefunds } from "@/lib/transactions/refunds/refund-store";
import {
  behave,
  cards,
  lastAttemptOf,
  moneyHeldBy,
  openShop,
  pass,
  recordOf,
  returnFromBank,
  sweep,
} from "@/tests/support/in-process/checkout";
import {
  callerOf,
  enterCard,
  enterCode,
  inSuspense,
  openCharge,
  openCreation,
  type StoredCard,
  storeCard,
  vaultHas,
  verify,
} from "@/tests/support/in-process/stored-cards";
import { chargeCard } from "./charge-card";
import { deleteCard } from "./delete-card";
import { retrieveCard } from "./read-cards";
import { closeUnverifiedCards, removeAbandonedCards } from "./tidy-cards";

let shop: Merchant;
let card: StoredCard;
beforeEach(async () => {
  shop = await openShop();
  card = await storeCard(shop, cards.approved);
});

const isThere = () =>
  retrieveCard(callerOf(shop), "sandbox", card.uuid).then(
    () => true,
    () => false,
  );
const remove = () => deleteCard(callerOf(shop), "sandbox", card.uuid);

/** An id range that covers all rows of the test's database. */
const everything = { from: "0", before: "Z" };
async function booksDiffer() {
  return [
    ...(await reconciliation.findPaymentDifferences(everything)),
    ...(await reconciliation.findAttemptDifferences(everything)),
    ...(await findCardDifferences(everything)),
    ...(await reconciliation.findRefundDifferences(everything)),
    ...(await reconciliation.findJournalDifferences(everything)),
    ...(await reconciliation.findHeldDifferences()),
    ...(await reconciliation.findLongVoids(everything)),
  ];
}

describe("the micro-charge", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["after verification", () => verify(shop, card, card.amount)],
    ["after deletion", remove],
    [
      "when the time to verify is over",
      async () => {
        await pass(card.session, 72 * hour);
        await closeUnverifiedCards();
      },
    ],
  ])("the micro-charge is returned once %s", async (_, end) => {
    expect(await inSuspense(shop)).toBe(card.amount);
    await end();
    await Promise.all([sweep(), sweep(), closeUnverifiedCards()]);
    await sweep();
    expect(await inSuspense(shop)).toBe(0n);
    expect(await findBalances(shop.accountNumber, "sandbox")).toMatchObject([{ available: 0n, held: 0n, owed: 0n }]);
    expect(await booksDiffer()).toEqual([]);
  });

  it("the micro-charge is voided before settlement and refunded after it", async () => {
    const settled = await storeCard(shop, "4242424242424242");
    await verify(shop, card, card.amount);
    await pass(settled.session, 49 * hour);
    await verify(shop, settled, settled.amount);
    await sweep();
    await sweep();
    const charge = (id: string) => db().sandboxCharge.findUniqueOrThrow({ where: { id } });
    expect((await charge(card.attemptId)).voidedAt).not.toBeNull();
    expect(await charge(settled.attemptId)).toMatchObject({ voidedAt: null, refunded: settled.amount });
    expect(await inSuspense(shop)).toBe(0n);
    expect(await booksDiffer()).toEqual([]);
  });
});

describe("a card is verified", () => {
  it("with the exact amount until the deadline, and not after it", async () => {
    await pass(card.session, 72 * hour - 1);
    expect((await verify(shop, card, card.amount)).data.verified).toBe(true);
    await expect(verify(shop, card, card.amount)).rejects.toMatchObject({ status: 403 });
    const late = await storeCard(shop, cards.approved);
    await pass(late.session, 72 * hour);
    await expect(verify(shop, late, late.amount)).rejects.toMatchObject({
      status: 403,
      message: "The time to verify this card is over.",
    });
  });

  it("in time, or its number is shredded, and it can be read and deleted but not charged", async () => {
    await pass(card.session, 72 * hour);
    await closeUnverifiedCards();
    expect(await vaultHas(card.attemptId)).toBe("nothing");
    expect(await isThere()).toBe(true);
    await expect(openCharge(shop, card)).rejects.toMatchObject({ status: 400 });
    await remove();
    expect(await isThere()).toBe(false);
  });

  it("with at most three attempts, even if they come at the same moment", async () => {
    const guesses = Array.from({ length: 30 }, (_, guess) => verify(shop, card, 500n + BigInt(guess)));
    const answers = await Promise.allSettled(guesses);
    const messages = answers.map((answer) => (answer.status === "rejected" ? answer.reason.publicMessage : "right"));
    expect(messages.filter((message) => message === "The amount is incorrect.")).toHaveLength(3);
    expect(new Set(messages)).toEqual(new Set(["The amount is incorrect.", "The selected uuid is invalid."]));
    expect(await vaultHas(card.attemptId)).toBe("nothing");
    await sweep();
    expect(await inSuspense(shop)).toBe(0n);
  });

  it("with at most six wrong amounts per number in thirty days", async () => {
    const second = await storeCard(shop, cards.approved);
    for (const wrong of [card, card, card, second, second]) await verify(shop, wrong, 500n).catch(() => undefined);
    const third = await storeCard(shop, cards.approved);
    await verify(shop, third, 500n).catch(() => undefined);
    await expect(verify(shop, third, third.amount)).rejects.toMatchObject({
      status: 403,
      message: "Too many wrong amounts were given for this card.",
    });
    const session = await openCreation(shop);
    expect((await enterCard(session, cards.approved)).notice).toBe("declined");
    await pass(session, 30 * day + 1);
    // Wrong verification amounts older than thirty days no longer count.
    await db()
      .$executeRaw`UPDATE trusted_card SET failed_verifications = ARRAY[now() - interval '31 days'] WHERE account_number = ${shop.accountNumber}`;
    await verify(shop, third, third.amount);
  });
});

describe("a stored card", () => {
  beforeEach(() => verify(shop, card, card.amount));

  it("a stored card is charged with its code and the number from the vault, and credits the merchant", async () => {
    const charge = await openCharge(shop, card);
    // The page for charging a stored card prefills no field, so it reveals nothing about the cardholder.
    const page = await openCheckout(charge.token);
    expect(Object.values(page?.prefill ?? { no: "page" }).join("")).toBe("");
    const view = await enterCode(charge);
    expect(view).toMatchObject({ money: "charged", purpose: "card_charge", stored_card: { last4: "1111" } });
    expect(await recordOf(charge)).toMatchObject({
      card: "XXXXXXXXXXXX1111",
      firstName: "Ada",
      email: "ada@example.com",
    });
    const balances = await findBalances(shop.accountNumber, "sandbox");
    expect(balances.find(({ currency }) => currency === "TTD")).toMatchObject({ available: 1000n });
    await sweep();
    expect(await booksDiffer()).toEqual([]);
  });

  it("a stored card is charged after the bank's challenge", async () => {
    const session = await openCreation(shop);
    await enterCard(session, cards.challenged);
    await returnFromBank(await lastAttemptOf(session));
    const stored = await db().trustedCard.findUniqueOrThrow({ where: { sessionId: session.id } });
    const own = { session, uuid: stored.uuid, attemptId: stored.attemptId, amount: (await recordOf(session)).total };
    await verify(shop, own, own.amount);
    const charge = await openCharge(shop, own);
    expect((await enterCode(charge)).state).toBe("challenged");
    await returnFromBank(await lastAttemptOf(charge));
    expect(await recordOf(charge)).toMatchObject({ status: "success" });
  });

  it("an expired card can be deleted but not charged, not even on an open page", async () => {
    const charge = await openCharge(shop, card);
    await db().trustedCard.update({ where: { uuid: card.uuid }, data: { expiryMonth: 1, expiryYear: 2026 } });
    await expect(openCharge(shop, card)).rejects.toMatchObject({ status: 400, message: "The card has expired." });
    expect(await enterCode(charge)).toMatchObject({ state: "finalised", notice: "card_expired", money: "not_charged" });
    await remove();
    expect(await vaultHas(card.attemptId)).toBe("nothing");
  });

  it("a card is never charged after its deletion, even if both come at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const own = await storeCard(shop, "4242424242424242");
      await verify(shop, own, own.amount);
      const charge = await openCharge(shop, own);
      await Promise.all([enterCode(charge), deleteCard(callerOf(shop), "sandbox", own.uuid)]);
      const { status, state } = await recordOf(charge);
      const gone = await enterCode(charge);
      expect(gone.money).toBe(status === "success" ? "charged" : "not_charged");
      expect(await moneyHeldBy(charge)).toHaveLength(status === "success" ? 1 : 0);
      expect(["finalised", "hosted"]).toContain(state);
      expect(await vaultHas(own.attemptId)).toBe("nothing");
    }
  });

  it("a card is visible only in its environment and to its merchant", async () => {
    const order = { currency: "TTD", fee_structure: "customer_pay", order_id: "o1", total: 1000n } as const;
    const body = { ...order, response_url: "https://shop.example/return" };
    const missing = { status: 400, message: "The selected uuid is invalid." };
    await expect(chargeCard(callerOf(shop), "live", card.uuid, body)).rejects.toMatchObject(missing);
    const other = await openShop();
    await expect(chargeCard(callerOf(other), "sandbox", card.uuid, body)).rejects.toMatchObject(missing);
    // The database also refuses a live session that charges a sandbox card.
    const charge = await openCharge(shop, card);
    const strayed = { where: { id: charge.id }, data: { environment: "live" } } as const;
    await expect(db().checkoutSession.update(strayed)).rejects.toThrow();
  });

  it("the cards of a deleted merchant are removed", async () => {
    await db().account.update({ where: { accountNumber: shop.accountNumber }, data: { deletedAt: later(0, now()) } });
    await removeAbandonedCards();
    expect(await vaultHas(card.attemptId)).toBe("nothing");
    expect(await isThere()).toBe(false);
  });
});

describe("a settled micro-charge", () => {
  beforeEach(() => pass(card.session, 49 * hour));

  it("is refunded repeatedly if the gateway rejects it, and the operator is alerted", async () => {
    const alerts = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await behave(card.session, { refund: "reject" });
    await verify(shop, card, card.amount);
    for (const wait of [0, 5 * minute, hour, day]) {
      await pass(card.session, wait);
      await sweep();
      await sweep();
    }
    expect(alerts).toHaveBeenCalled();
    alerts.mockRestore();
    expect(await inSuspense(shop)).toBe(card.amount);
    await behave(card.session, { refund: "accept" });
    await pass(card.session, day);
    await sweep();
    await sweep();
    expect(await inSuspense(shop)).toBe(0n);
    expect(await booksDiffer()).toEqual([]);
  });

  it("is returned even if the worker died before its call", async () => {
    await verify(shop, card, card.amount);
    await voidAttempts();
    expect(await claimRefunds(50)).toHaveLength(1);
    await pass(card.session, minute);
    await sweep();
    await pass(card.session, 5 * minute);
    await sweep();
    await sweep();
    expect(await inSuspense(shop)).toBe(0n);
    expect(await booksDiffer()).toEqual([]);
  });

  it("is returned once, even if the card is deleted meanwhile or later", async () => {
    await verify(shop, card, card.amount);
    await voidAttempts();
    await remove();
    await sweep();
    const { voidTries } = await db().attempt.findUniqueOrThrow({ where: { id: card.attemptId } });
    await pass(card.session, day);
    await sweep();
    expect(await db().attempt.findUniqueOrThrow({ where: { id: card.attemptId } })).toMatchObject({
      voidTries,
      voidAt: null,
    });
    expect(await db().refund.count({ where: { sessionId: card.session.id } })).toBe(1);
    expect(await inSuspense(shop)).toBe(0n);
    expect(await booksDiffer()).toEqual([]);
  });

  it("is not returned twice by late answers", async () => {
    await verify(shop, card, card.amount);
    const late = (outcome: Outcome) =>
      advanceSession(card.session.id, { type: "void_answer", outcome }, card.attemptId);
    await sweep();
    for (const outcome of [{ status: "voided" }, { status: "error", reason: "settled" }] as const) await late(outcome);
    await sweep();
    await sweep();
    expect(await db().refund.count({ where: { sessionId: card.session.id } })).toBe(1);
    expect(await booksDiffer()).toEqual([]);
  });
});
