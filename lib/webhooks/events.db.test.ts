import { beforeEach, describe, expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { db, inTransaction } from "@/lib/db/client";
import type { Outcome } from "@/lib/gateway/port";
import type { Caller } from "@/lib/http/message/caller";
import { newUlid } from "@/lib/kit/ids";
import { listTransactions } from "@/lib/transactions/history/read-transactions";
import { callClaimedRefund } from "@/lib/transactions/refunds/process-refunds";
import { claimRefunds } from "@/lib/transactions/refunds/refund-store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { deleteCard } from "@/lib/trusted-cards/delete-card";
import { listCards } from "@/lib/trusted-cards/read-cards";
import { removeAbandonedCards } from "@/lib/trusted-cards/tidy-cards";
import { cancelWithdrawal } from "@/lib/withdrawals/cancel-withdrawal";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { holdWithdrawal, readResults, releaseWithdrawal, sendBatch } from "@/lib/withdrawals/operate-withdrawals";
import { listWithdrawals } from "@/lib/withdrawals/read-withdrawals";
import { completed, processing, refunded } from "@/lib/withdrawals/status";
import { eventsOf, newEndpoint, withoutEvents } from "@/tests/support/http/webhooks";
import { banked, callerOf, fund, unbanked } from "@/tests/support/http/withdrawals";
import {
  behave,
  cards,
  lastAttemptOf,
  openSession,
  openShop,
  pay,
  requestSession,
} from "@/tests/support/in-process/checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import { enterCard, openCharge, openCreation, storeCard, verify } from "@/tests/support/in-process/stored-cards";

let shop: Merchant;
let caller: Caller;
beforeEach(async () => {
  shop = await openShop();
  caller = callerOf(shop.accountNumber);
  await fund(shop.accountNumber, 100_000n);
});

const all = { page: 1, page_size: 100 };

/** Returns all records of this test's merchant, as the API returns them. */
async function records(): Promise<object[]> {
  const transactions = await listTransactions(caller, "sandbox", all);
  const stored = await listCards(caller, "sandbox", all);
  const withdrawals = await listWithdrawals(caller, "sandbox", { ...all, with_deleted: true });
  return [...transactions.data, ...stored.data, ...withdrawals.data];
}

const approved: Outcome = { status: "approved", reference: "R1", avs: "match" };

/** Prepares a session whose customer has returned from the bank and whose call to the gateway is in flight. */
async function awaitingAnswer(
  open: () => Promise<Awaited<ReturnType<typeof openSession>>>,
  enter: typeof pay | typeof enterCard,
) {
  const session = await open();
  await enter(session, cards.challenged);
  const attemptId = await lastAttemptOf(session);
  await advanceSession(session.id, { type: "challenge_returned", step: 1 }, attemptId);
  const answer = (outcome: Outcome) => () =>
    advanceSession(session.id, { type: "answer", outcome, by: "call" }, attemptId);
  return { session, answer };
}
const paymentAwaitingAnswer = () => awaitingAnswer(() => openSession(shop), pay);

async function paid() {
  const session = await openSession(shop);
  await pay(session, cards.approved);
  return session;
}
const refund = ({ transactionId }: { transactionId: string }) =>
  requestRefund(caller, "sandbox", transactionId, { amount: 100n, reason: undefined });

/** Prepares a refund that the worker has just claimed. */
async function claimedRefund(behaviour: "accept" | "reject") {
  const session = await paid();
  await behave(session, { refund: behaviour });
  await refund(session);
  const [due] = (await claimRefunds(10)).filter(({ sessionId: id }) => id === session.id);
  if (!due) throw new Error("No refund is due.");
  return () => callClaimedRefund(due, performance.now());
}

async function withdrawal(...steps: ((id: string) => Promise<unknown>)[]): Promise<string> {
  const body = { ...unbanked("10.00"), data: '{"payout":7}' };
  const { transaction_id: id } = (await createWithdrawal(caller, "sandbox", body)).data;
  for (const step of steps) await step(id);
  return id;
}
const process = (id: string) => moveWithdrawal(id, processing);

type Prepare = () => Promise<() => Promise<unknown>>;
const changes: [event: string, how: string, prepare: Prepare][] = [
  ["payment.created", "by a payment request", async () => () => requestSession(shop)],
  [
    "payment.created",
    "by a charge of a stored card",
    async () => {
      const card = await storeCard(shop, cards.approved);
      await verify(shop, card, card.amount);
      return () => openCharge(shop, card);
    },
  ],
  ["payment.success", "by an approval", async () => (await paymentAwaitingAnswer()).answer(approved)],
  [
    "payment.failed",
    "by a customer who leaves",
    async () => {
      const { token } = await openSession(shop);
      return () => leaveCheckout(token);
    },
  ],
  [
    "payment.error",
    "by a gateway error while the customer leaves",
    async () => {
      const { session, answer } = await paymentAwaitingAnswer();
      await leaveCheckout(session.token);
      return answer({ status: "error", reason: "refused" });
    },
  ],
  [
    "payment.refund_requested",
    "by the merchant",
    async () => {
      const session = await paid();
      return () => refund(session);
    },
  ],
  ["payment.refunded", "by the gateway", () => claimedRefund("accept")],
  ["payment.refund_rejected", "by the gateway", () => claimedRefund("reject")],
  [
    "trusted_card.created",
    "by an approval",
    async () => (await awaitingAnswer(() => openCreation(shop), enterCard)).answer(approved),
  ],
  [
    "trusted_card.verified",
    "by its amount",
    async () => {
      const card = await storeCard(shop, cards.approved);
      return () => verify(shop, card, card.amount);
    },
  ],
  [
    "trusted_card.deleted",
    "by the merchant",
    async () => {
      const { uuid } = await storeCard(shop, cards.approved);
      return () => deleteCard(caller, "sandbox", uuid);
    },
  ],
  ["withdrawal.pending", "by its creation", async () => () => createWithdrawal(caller, "sandbox", banked("12.00"))],
  [
    "withdrawal.processing",
    "by a bank file",
    async () => {
      await withdrawal();
      return () => sendBatch(newUlid(), { environment: "sandbox" });
    },
  ],
  [
    "withdrawal.processing",
    "by the sandbox",
    async () => {
      const id = await withdrawal();
      return () => process(id);
    },
  ],
  [
    "withdrawal.completed",
    "by the bank",
    async () => {
      const id = await withdrawal(process);
      return () => moveWithdrawal(id, completed);
    },
  ],
  [
    "withdrawal.refunded",
    "by the bank",
    async () => {
      const id = await withdrawal(process);
      return () => moveWithdrawal(id, refunded);
    },
  ],
  [
    "withdrawal.held",
    "by the operator",
    async () => {
      const id = await withdrawal();
      return () => holdWithdrawal(id);
    },
  ],
  [
    "withdrawal.released",
    "by the operator",
    async () => {
      const id = await withdrawal(holdWithdrawal);
      return () => releaseWithdrawal(id);
    },
  ],
  [
    "withdrawal.cancelled",
    "by the merchant",
    async () => {
      const id = await withdrawal();
      return () => cancelWithdrawal(caller, "sandbox", id);
    },
  ],
];

describe("a change and its event commit or roll back together, and the event carries the record of the API", () => {
  it.each(drawCases(changes, 2))("%s, caused %s", async (event, _how, prepare) => {
    const act = await prepare();
    const before = await records();
    const eventsBefore = await eventsOf(shop.accountNumber);
    const expectNoChange = async () => {
      expect(await records()).toEqual(before);
      expect(await eventsOf(shop.accountNumber)).toEqual(eventsBefore);
    };
    const rolledBack = inTransaction(async () => {
      await act();
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await expectNoChange();
    await withoutEvents(() => expect(act()).rejects.toThrow("no_events"));
    await expectNoChange();

    await act();
    const [emitted, ...more] = (await eventsOf(shop.accountNumber)).slice(eventsBefore.length);
    expect(more).toEqual([]);
    expect(emitted).toMatchObject({ type: event, environment: "sandbox" });
    // The event of a deleted card carries the card's record from before the deletion.
    const known = event === "trusted_card.deleted" ? before : await records();
    const isSubject = (record: object) => Object.values(record).includes(emitted?.subject);
    expect(emitted?.data).toEqual(known.find(isSubject));
  });
});

it("a card that the worker deletes after wrong amounts or with its account emits trusted_card.deleted", async () => {
  const [guessed, abandoned] = [await storeCard(shop, cards.approved), await storeCard(shop, cards.approved)];
  for (const wrong of [1n, 2n, 3n]) await expect(verify(shop, guessed, wrong)).rejects.toThrow("incorrect");
  await db().account.update({ where: { accountNumber: shop.accountNumber }, data: { deletedAt: new Date(0) } });
  await Promise.all([removeAbandonedCards(), removeAbandonedCards()]);
  const events = await eventsOf(shop.accountNumber);
  expect(events.map(({ type, subject }) => [type, subject])).toEqual([
    ["trusted_card.created", guessed.uuid],
    ["trusted_card.created", abandoned.uuid],
    ["trusted_card.deleted", guessed.uuid],
    ["trusted_card.deleted", abandoned.uuid],
  ]);
});

it("a bank file and its results emit one event per withdrawal", async () => {
  const ids = [await withdrawal(), await withdrawal(), await withdrawal()];
  await sendBatch(newUlid(), { environment: "sandbox" });
  const lines = ids.map((id, index) => `${id},${index === 1 ? "refunded" : "completed"}`);
  await readResults(lines.join("\n"));
  await readResults(lines.join("\n"));
  const events = await eventsOf(shop.accountNumber);
  const of = (name: string) => events.filter(({ type }) => type === name).map(({ subject }) => subject);
  expect(of("withdrawal.processing").sort()).toEqual([...ids].sort());
  expect([of("withdrawal.completed"), of("withdrawal.refunded")]).toEqual([[ids[0], ids[2]], [ids[1]]]);
  expect(events).toHaveLength(9);
  expect(events.map(({ data }) => data)).toEqual(
    events.map(({ subject }) => expect.objectContaining({ transaction_id: subject, data: '{"payout":7}' })),
  );
});

it.each([
  ["carry the merchant's data of four-byte characters unchanged", "🌴", "🌴".repeat(4096)],
  ["drop the merchant's data if JSON escapes each character with six", "\u0001", null],
])("events %s, and stay under 20 KB", async (_, character, carried) => {
  const data = character.repeat(4096);
  await leaveCheckout((await openSession(shop, { data })).token);
  await createWithdrawal(caller, "sandbox", { ...banked("1.00"), name_in_bank: "é".repeat(255), data });
  const events = await eventsOf(shop.accountNumber);
  expect(events.map(({ data }) => data)).toEqual(Array(3).fill(expect.objectContaining({ data: carried })));
  for (const { data } of events) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(20_000);
  for (const record of await records()) expect(record).toMatchObject({ data });
});

it("a payment request creates deliveries of its event for the subscribed endpoints only", async () => {
  const url = "https://hooks.example/tradewind";
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" as const };
  const [every, some] = [await newEndpoint(owner, url), await newEndpoint(owner, url, ["payment.created"])];
  await newEndpoint(owner, url, ["payment.success"]);
  await newEndpoint({ ...owner, environment: "live" }, url);
  await newEndpoint({ ...owner, accountNumber: (await openShop()).accountNumber }, url);
  const { transactionId } = await requestSession(shop);
  await openCreation(shop);
  const deliveries = await db().webhookDelivery.findMany({ include: { event: true } });
  expect(deliveries.map(({ endpointId }) => endpointId).sort()).toEqual([every.id, some.id].sort());
  for (const { event, ...delivery } of deliveries) {
    expect(delivery).toMatchObject({ status: "pending", dueAt: event.occurredAt, subject: transactionId });
  }
});
