import { afterEach, expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { db } from "@/lib/db/client";
import { day, later, second, useClock } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  cards,
  openSession,
  openShop,
  pay,
  recordOf,
  requestSession,
  type TestSession,
} from "@/tests/support/in-process/checkout";
import { sweepTable } from "@/tests/support/in-process/retention";
import { openCharge, openCreation, storeCard, verify } from "@/tests/support/in-process/stored-cards";
import { countHistory } from "./count-store";
import { retrieveTransaction } from "./read-transactions";

let restore = () => {};
afterEach(() => restore());
/** Sets the clock of the worker. Sessions are not affected, because they use the clock of the database. */
const setClock = (at: Date) => {
  restore = useClock(() => at);
};

const left = async (session: TestSession) => {
  await leaveCheckout(session.token);
  return session;
};
const remaining = async (sessions: readonly TestSession[]) => {
  const rows = await db().checkoutSession.findMany({ where: { id: { in: sessions.map(({ id }) => id) } } });
  return sessions.map(({ id }) => rows.some((row) => row.id === id));
};
const eventsOf = ({ id }: TestSession) => db().sessionEvent.count({ where: { sessionId: id } });

it("purges abandoned sandbox sessions and their timelines 30 days after the request", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const session = await left(await openSession(shop));
  await db().$executeRaw`
    INSERT INTO session_event (session_id, at, type) SELECT ${session.id}, now(), 'clock_moved' FROM generate_series(1, 2500)`;
  const creation = await left(await openCreation(shop));
  const kept = await openSession(shop);
  await pay(kept, cards.approved);
  const { acceptedAt } = await recordOf(creation);
  setClock(later(30 * day - second, (await recordOf(session)).acceptedAt));
  await sweepTable("checkout_session");
  expect(await remaining([session, creation, kept])).toEqual([true, true, true]);

  // The purge must also lower this cached count of old transactions.
  await db().historyCount.create({ data: { ...owner, until: later(-day), counted: 3 } });
  setClock(later(30 * day + second, acceptedAt));
  await Promise.all([sweepTable("checkout_session"), sweepTable("checkout_session")]);
  await sweepTable("checkout_session");
  expect(await remaining([session, creation, kept])).toEqual([false, false, true]);
  expect(await eventsOf(session)).toBe(0);
  expect(await eventsOf(kept)).toBeGreaterThan(0);
  expect(await countHistory(owner)).toBe(1);
  const caller = callerOf(shop.accountNumber);
  await expect(retrieveTransaction(caller, "sandbox", session.transactionId)).rejects.toMatchObject({ status: 404 });
  // The purge keeps webhook events, which have a retention time of their own.
  expect(await db().webhookEvent.count({ where: { subject: session.transactionId } })).toBe(2);
});

it("keeps sessions that are open, live, have an attempt or stored a card, and purges all others", async () => {
  const shop = await openShop();
  const orderId = newUlid();
  const [open, paid, declined, late, live] = [
    await requestSession(shop),
    await openSession(shop, { orderId }),
    await openSession(shop),
    await openSession(shop, { orderId }),
    await left(await openSession(shop)),
  ];
  await pay(paid, cards.approved);
  await pay(declined, cards.declined);
  await left(declined);
  // In the session `late` the customer presses Pay, but another session has already paid the order.
  await pay(late, cards.approved);
  await left(late);
  await db().$executeRaw`ALTER TABLE checkout_session DISABLE TRIGGER checkout_session_result_stands`;
  await db().checkoutSession.update({
    where: { id: live.id },
    data: { environment: "live", clockOffsetMs: 0, clockStoppedAt: null },
  });
  await db().$executeRaw`ALTER TABLE checkout_session ENABLE TRIGGER checkout_session_result_stands`;
  const card = await storeCard(shop, cards.approved);
  await verify(shop, card, card.amount);
  const charge = await left(await openCharge(shop, card));
  setClock(later(31 * day));
  await sweepTable("checkout_session");
  expect(await remaining([open, paid, declined, live, card.session])).not.toContain(false);
  expect(await remaining([late, charge])).toEqual([false, false]);
});

it("the database refuses to delete the timeline of any other session", async () => {
  const shop = await openShop();
  const paid = await openSession(shop);
  await pay(paid, cards.approved);
  await expect(db().$executeRaw`DELETE FROM session_event WHERE session_id = ${paid.id}`).rejects.toThrow(
    "append-only",
  );
});
