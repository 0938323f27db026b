import { expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { day } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { deleteCard } from "@/lib/trusted-cards/delete-card";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  cards,
  openSession,
  openShop,
  pass,
  passUntilExpiry,
  pay,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";
import { enterCode, openCharge, storeCard, verify } from "@/tests/support/in-process/stored-cards";
import { markAbandoned } from "./mark-abandoned";
import { retrieveTransaction } from "./read-transactions";

const shop = await openShop();
const caller = callerOf(shop.accountNumber);
const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;

async function shownAs({ transactionId }: TestSession) {
  const { data } = await retrieveTransaction(caller, "sandbox", transactionId);
  const [marked] = await markAbandoned(owner, [data]);
  return [data.status, marked?.outcome, marked?.isAbandoned];
}

it("a session that ends without an attempt is abandoned, after leaving and after expiry", async () => {
  const [left, expired] = [await openSession(shop), await openSession(shop)];
  await leaveCheckout(left.token);
  await passUntilExpiry(expired, 0);
  await sweep();
  expect([await shownAs(left), await shownAs(expired)]).toEqual([
    ["failed", "cancelled", true],
    ["failed", "abandoned", true],
  ]);
});

it("a session that is open, paid, or ended after an attempt is not abandoned", async () => {
  const [open, paid, declined] = [await openSession(shop), await openSession(shop), await openSession(shop)];
  await pay(paid, cards.approved);
  await pay(declined, cards.declined);
  await leaveCheckout(declined.token);
  expect([await shownAs(open), await shownAs(paid), await shownAs(declined)]).toEqual([
    ["incomplete", "open", false],
    ["success", "success", false],
    ["failed", "declined", false],
  ]);
});

it("a session whose order was paid elsewhere when the customer pressed Pay is not abandoned", async () => {
  const orderId = newUlid();
  const [paid, late] = [await openSession(shop, { orderId }), await openSession(shop, { orderId })];
  await pay(paid, cards.approved);
  await pay(late, cards.approved);
  await leaveCheckout(late.token);
  expect(await shownAs(late)).toEqual(["failed", "cancelled", false]);
});

it("a charge whose stored card was deleted when the customer pressed Pay is not abandoned", async () => {
  const card = await storeCard(shop, cards.approved);
  await verify(shop, card, card.amount);
  const session = await openCharge(shop, card);
  await deleteCard(caller, "sandbox", card.uuid);
  await enterCode(session);
  expect(await shownAs(session)).toEqual(["failed", "declined", false]);
});

it("another merchant's payments are never marked", async () => {
  const session = await openSession(shop);
  await pass(session, day);
  const { data } = await retrieveTransaction(caller, "sandbox", session.transactionId);
  const { accountNumber } = await openShop();
  expect(data.status).toBe("failed");
  expect(await markAbandoned({ ...owner, accountNumber }, [data])).toMatchObject([
    { outcome: null, isAbandoned: false },
  ]);
});
