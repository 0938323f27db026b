import { beforeEach, describe, expect, inject, it } from "vitest";
import { deleteAccount } from "@/lib/accounts/manage-account";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { newUlid } from "@/lib/kit/ids";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { findBalances } from "@/lib/ledger/store";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { triggers } from "@/lib/transactions/sandbox/sandbox-contract";
import { triggerEvent } from "@/lib/transactions/sandbox/trigger-event";
import { eventsAbout } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  behave,
  cards,
  openSession,
  openShop,
  pay,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { storeCard } from "@/tests/support/in-process/stored-cards";
import { applyChargebackOperation, confirmFraud, loseChargeback, openChargeback, winChargeback } from "./chargebacks";

let shop: Merchant;
let owner: Owner;
let session: TestSession;

/** Each test starts with a payment of 10.00 that debited 12.05 from the customer. */
beforeEach(async () => {
  shop = await openShop();
  owner = { accountNumber: shop.accountNumber, environment: "sandbox" };
  session = await openSession(shop);
  await pay(session, cards.approved);
});

const open = () => openChargeback(owner, session.transactionId);
const win = () => winChargeback(owner, session.transactionId);
const lose = () => loseChargeback(owner, session.transactionId);
const fraud = () => confirmFraud(owner, session.transactionId);
const refund = (amount?: bigint) =>
  requestRefund(callerOf(owner.accountNumber), "sandbox", session.transactionId, { amount });
const refundAndWait = async (amount?: bigint) => {
  await refund(amount);
  await sweep();
};
const record = async () => (await retrieveTransaction(owner as Owner & Caller, "sandbox", session.transactionId)).data;
const deposit = (amount: bigint) => giveOpeningBalance({ ...owner, currency: "TTD" }, newUlid(), amount);

async function balance() {
  const [row] = await findBalances(shop.accountNumber, "sandbox");
  return [row?.available, row?.held, row?.owed];
}

/** Returns the webhook events about chargebacks and confirmed fraud, in order. */
const emittedEvents = async () =>
  (await eventsAbout(session.transactionId)).filter(({ type }) => bankEvents.includes(type));
const bankEvents = ["chargeback_opened", "chargeback_won", "chargeback_lost", "fraud_confirmed"].map(
  (name) => `payment.${name}`,
);

const takenBack = "The customer's bank has taken this payment back.";

describe("a chargeback", () => {
  it("a chargeback debits the merchant even without cover, and returns the amount when it is won", async () => {
    await open();
    expect(await balance()).toEqual([0n, 0n, -205n]);
    expect(await record()).toMatchObject({
      status: "success",
      chargeback: { status: "open", total: "12.05", date: expect.stringMatching(/Z$/) },
    });
    await expect(refund(1n)).rejects.toMatchObject({ status: 400, message: takenBack });

    await win();
    expect(await balance()).toEqual([1000n, 0n, 0n]);
    expect((await record()).chargeback).toMatchObject({ status: "won", total: "12.05" });
    await refundAndWait(1000n);
    expect(await record()).toMatchObject({ refund: { status: "refunded" }, chargeback: { status: "won" } });
  });

  it("a lost chargeback moves no more money, and the payment cannot be refunded", async () => {
    await deposit(500n);
    await open();
    expect(await balance()).toEqual([295n, 0n, 0n]);
    await lose();
    expect(await balance()).toEqual([295n, 0n, 0n]);
    expect((await record()).chargeback).toMatchObject({ status: "lost" });
    await expect(refund(1n)).rejects.toMatchObject({ status: 400, message: takenBack });
  });

  it("a chargeback takes what refunds have left; a rejected refund does not count", async () => {
    await behave(session, { refund: "reject" });
    await refundAndWait(500n);
    await behave(session, { refund: "accept" });
    await refundAndWait(400n);
    await open();
    expect(await balance()).toEqual([0n, 0n, -205n]);
    expect((await record()).chargeback?.total).toBe("8.05");
  });

  it("chargebacks and fraud appear in the timeline, and their events carry the record of that moment", async () => {
    await open();
    await fraud();
    const opened = await record();
    await win();
    const events = await emittedEvents();
    expect(events.map(({ type }) => type)).toEqual([
      "payment.chargeback_opened",
      "payment.fraud_confirmed",
      "payment.chargeback_won",
    ]);
    expect(events.map(({ data }) => data)).toEqual([{ ...opened, fraud_confirmed_at: null }, opened, await record()]);
    expect((await timelineOf(session)).slice(-3)).toEqual(["chargeback_opened", "fraud_confirmed", "chargeback_won"]);
  });
});

it("a confirmed fraud moves no money and does not prevent a refund", async () => {
  await fraud();
  expect(await balance()).toEqual([1000n, 0n, 0n]);
  expect(await record()).toMatchObject({ chargeback: null, fraud_confirmed_at: expect.stringMatching(/Z$/) });
  await refundAndWait(1000n);
  expect((await record()).refund?.status).toBe("refunded");
});

describe("refused without a posting or an event", () => {
  const once = "There has been a chargeback of this transaction already.";
  it.each<[string, (() => Promise<unknown>)[], () => Promise<void>, string]>([
    ["a second chargeback", [open], open, once],
    ["a chargeback after a won one", [open, win], open, once],
    ["a chargeback during an open refund", [() => refund(1n)], open, "A refund of this transaction is under way."],
    [
      "one of a payment that was refunded in full",
      [() => deposit(205n), () => refundAndWait()],
      open,
      "The transaction has already been refunded.",
    ],
    ["winning without a chargeback", [], win, "There is no chargeback of this transaction."],
    ["losing without a chargeback", [], lose, "There is no chargeback of this transaction."],
    ["winning twice", [open, win], win, "The chargeback of this transaction has already been won."],
    ["winning a lost chargeback", [open, lose], win, "The chargeback of this transaction has already been lost."],
    ["losing a won chargeback", [open, win], lose, "The chargeback of this transaction has already been won."],
    ["confirming a fraud twice", [fraud], fraud, "The fraud has already been confirmed."],
  ])("%s", async (_what, before, tried, message) => {
    for (const step of before) await step();
    const [balanceBefore, eventsBefore] = [await balance(), await emittedEvents()];
    await expect(tried()).rejects.toMatchObject({ status: 409, message });
    expect(await balance()).toEqual(balanceBefore);
    expect(await emittedEvents()).toEqual(eventsBefore);
  });

  it("a payment that was not made", async () => {
    session = await openSession(shop);
    await pay(session, cards.declined);
    await expect(open()).rejects.toThrow("Only a successful transaction can be charged back.");
    await expect(fraud()).rejects.toThrow("Only a successful transaction can be a fraud.");
  });
});

it("chargebacks and fraud are refused for a micro-charge", async () => {
  ({ session } = await storeCard(shop, cards.approved));
  const caller = callerOf(shop.accountNumber);
  for (const event of triggers) {
    await expect(triggerEvent(caller, session.transactionId, { event })).rejects.toMatchObject({ status: 409 });
  }
  expect(await eventsAbout(session.transactionId)).toEqual([]);
});

it("an account with an open chargeback cannot be deleted", async () => {
  await deposit(205n);
  await open();
  expect(await balance()).toEqual([0n, 0n, 0n]);
  const remove = () => deleteAccount(callerOf(shop.accountNumber), shop.accountNumber);
  await expect(remove()).rejects.toMatchObject({ status: 409 });
  await lose();
  expect(await remove()).toEqual({ message: "OK" });
});

describe("concurrent calls", () => {
  const succeeded = (results: PromiseSettledResult<unknown>[]) =>
    results.map(({ status }) => status === "fulfilled").filter(Boolean).length;

  it("ten concurrent chargebacks of one payment open one, which is decided once", async () => {
    expect(succeeded(await Promise.allSettled(Array.from({ length: 10 }, open)))).toBe(1);
    expect(await balance()).toEqual([0n, 0n, -205n]);
    expect(succeeded(await Promise.allSettled([win(), lose(), win(), lose(), win()]))).toBe(1);
    expect(await emittedEvents()).toHaveLength(2);
    const isWon = (await record()).chargeback?.status === "won";
    expect(await balance()).toEqual(isWon ? [1000n, 0n, 0n] : [0n, 0n, -205n]);
  });

  const rounds = inject("isDeep") ? 10 : 4;
  it("a concurrent chargeback and refund never both pay the customer", async () => {
    await deposit(100_000n);
    for (let round = 0; round < rounds; round++) {
      session = await openSession(shop);
      await pay(session, cards.approved);
      const calls = round % 2 ? [open(), refund(), sweep()] : [refund(), open(), sweep()];
      const [one, other] = await Promise.allSettled(calls);
      expect(succeeded([one, other] as PromiseSettledResult<unknown>[])).toBe(1);
      await sweep();
      const { chargeback, refund: given } = await record();
      expect(chargeback === null).toBe(given?.status === "refunded");
    }
  });
});

describe("the operator", () => {
  it("the operator needs only the transaction's id, and an unknown id is refused", async () => {
    await applyChargebackOperation("open", session.transactionId);
    await applyChargebackOperation("lost", session.transactionId);
    await applyChargebackOperation("fraud", session.transactionId);
    expect(await record()).toMatchObject({ chargeback: { status: "lost" }, fraud_confirmed_at: expect.any(String) });
    await expect(applyChargebackOperation("open", "SB-01M7F61JK17BWFPG6NYTHBQ2XE")).rejects.toThrow(
      "The transaction does not exist.",
    );
  });
});
