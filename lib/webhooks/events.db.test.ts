import { beforeEach, describe, expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { db, inTransaction } from "@/lib/db/client";
import type { Outcome } from "@/lib/gateway/port";
import type { Caller } from "@/lib/http/route/caller";
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
import { enterCard, openCharge, openCreation, storeCard, verify } from "@/tests/support/in-process/stored-cards";

let shop: Merchant;
let caller: Caller;
beforeEach(async () => {
  shop = await openShop();
  caller = callerOf(shop.accountNumber);
  await fund(shop.accountNumber, 100_000n);
});

const all = { page: 1, page_size: 100 };

/** All that the API has of this merchant. */
async function records(): Promise<object[]> {
  const transactions = await listTransactions(caller, "sandbox", all);
  const stored = await listCards(caller, "sandbox", all);
  const withdrawals = await listWithdrawals(caller, "sandbox", { ...all, with_deleted: true });
  return [...transactions.data, ...stored.data, ...withdrawals.data];
}

const approved: Outcome = { status: "approved", reference: "R1", avs: "match" };

/** The customer came back from the bank, and the gateway is just being asked. */
async function asked(
  open: () => Promise<Awaited<ReturnType<typeof openSession>>>,
  enter: typeof pay | typeof enterCard,
) {
  const session = await open();
  await enter(session, cards.challenged);
  const attemptId = await lastAttemptOf(session);
  await advanceSession(session.id, { type: "challenge_returned" }, attemptId);
  const answer = (outcome: Outcome) => () =>
    advanceSession(session.id, { type: "answer", outcome, by: "call" }, attemptId);
  return { session, answer };
}
const askedForPayment = () => asked(() => openSession(shop), pay);

async function paid() {
  const session = await openSession(shop);
  await pay(session, cards.approved);
  return session;
}
const refund = ({ transactionId }: { transactionId: string }) =>
  requestRefund(caller, "sandbox", transactionId, { amount: 100n, reason: undefined });

/** A refund that the worker has just taken. */
async function takenRefund(behaviour: "accept" | "reject") {
  const session = await paid();
  await behave(session, { refund: behaviour });
  await refund(session);
  const [due] = (await claimRefunds(10)).filter(({ session_id: id }) => id === session.id);
  if (!due) throw new Error("No refund is due.");
  return () => callClaimedRefund(due, performance.now());
}

async function withdrawal(...steps: ((id: string) => Promise<unknown>)[]): Promise<string> {
  const asked = { ...unbanked("10.00"), data: '{"payout":7}' };
  const { transaction_id: id } = (await createWithdrawal(caller, "sandbox", asked)).data;
  for (const step of steps) await step(id);
  return id;
}
const process = (id: string) => moveWithdrawal(id, processing);

type Prepare = () => Promise<() => Promise<unknown>>;
const happenings: [event: string, how: string, prepare: Prepare][] = [
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
  ["payment.success", "by an approval", async () => (await askedForPayment()).answer(approved)],
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
    "by a gateway in error, while the customer leaves",
    async () => {
      const { session, answer } = await askedForPayment();
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
  ["payment.refunded", "by the gateway", () => takenRefund("accept")],
  ["payment.refund_rejected", "by the gateway", () => takenRefund("reject")],
  [
    "trusted_card.created",
    "by an approval",
    async () => (await asked(() => openCreation(shop), enterCard)).answer(approved),
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
    "by itself",
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

describe("what happens and its event stand or fall together, and the event says what the API says", () => {
  it.each(happenings)("%s, %s", async (event, _how, prepare) => {
    const act = await prepare();
    const before = await records();
    const told = await eventsOf(shop.accountNumber);
    const nothingHappened = async () => {
      expect(await records()).toEqual(before);
      expect(await eventsOf(shop.accountNumber)).toEqual(told);
    };
    const takenBack = inTransaction(async () => {
      await act();
      throw new Error("taken back");
    });
    await expect(takenBack).rejects.toThrow("taken back");
    await nothingHappened();
    await withoutEvents(() => expect(act()).rejects.toThrow("no_events"));
    await nothingHappened();

    await act();
    const [happened, ...more] = (await eventsOf(shop.accountNumber)).slice(told.length);
    expect(more).toEqual([]);
    expect(happened).toMatchObject({ type: event, environment: "sandbox" });
    // What was deleted is told of as it last was.
    const known = event === "trusted_card.deleted" ? before : await records();
    const isSubject = (record: object) => Object.values(record).includes(happened?.subject);
    expect(happened?.data).toEqual(known.find(isSubject));
  });
});

it("a card that the worker removes, because its account was deleted, or because of wrong amounts, is told of as deleted", async () => {
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

it("the results of a bank file, and a file of many, are told one by one", async () => {
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
  ["with four bytes to a character as it is", "🌴", "🌴".repeat(4096)],
  ["not where JSON writes six for one", "\u0001", null],
])("events carry what the merchant sent along, %s: they stay under 20 KB", async (_, character, carried) => {
  const data = character.repeat(4096);
  await leaveCheckout((await openSession(shop, { data })).token);
  await createWithdrawal(caller, "sandbox", { ...banked("1.00"), name_in_bank: "é".repeat(255), data });
  const events = await eventsOf(shop.accountNumber);
  expect(events.map(({ data }) => data)).toEqual(Array(3).fill(expect.objectContaining({ data: carried })));
  for (const { data } of events) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(20_000);
  for (const record of await records()) expect(record).toMatchObject({ data });
});

it("a payment request begins the deliveries of its event to whoever wants to hear of it, and to nobody else", async () => {
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
