import { beforeEach, describe, expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { day, hour, second } from "@/lib/kit/clock";
import type { Simulation } from "@/lib/reference/simulation";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { deleteCard } from "@/lib/trusted-cards/delete-card";
import { closeUnverifiedCards } from "@/lib/trusted-cards/tidy-cards";
import { cancelWithdrawal } from "@/lib/withdrawals/cancel-withdrawal";
import { createWithdrawal } from "@/lib/withdrawals/create-withdrawal";
import { moveSandboxWithdrawals } from "@/lib/withdrawals/sandbox-progress";
import { eventsAbout, eventsOf, eventTypesAbout } from "@/tests/support/http/webhooks";
import { callerOf as fullCallerOf, fund, unbanked } from "@/tests/support/http/withdrawals";
import {
  behave,
  cards,
  isAsked,
  lastAttemptOf,
  openSession,
  openShop,
  pass,
  passUntilExpiry,
  patiently,
  pay,
  recordOf,
  returnFromBank,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import {
  callerOf,
  enterCard,
  enterCode,
  openCharge,
  openCreation,
  storeCard,
  verify,
} from "@/tests/support/in-process/stored-cards";

const clock = movingClock();
let shop: Merchant;
beforeEach(async () => {
  shop = await openShop();
});

/** Runs two workers at once. Only one of them processes each due item. */
const sweepTwice = () => Promise.all([sweep(), sweep()]);
const pressTwice = (session: TestSession, card: string) => Promise.all([pay(session, card), pay(session, card)]);

async function payUnanswered(session: TestSession, gateway: Simulation["gateway"]) {
  await behave(session, { gateway });
  const answer = pay(session, cards.approved);
  await expect.poll(() => isAsked(session), patiently).toBe(true);
  await pass(session, 15 * second);
  await answer;
}

async function waitAndSweep(session: TestSession, ...waits: number[]) {
  for (const wait of waits) {
    await pass(session, wait);
    await sweepTwice();
  }
}

type Story = [how: string, end: "success" | "failed" | "error", play: (session: TestSession) => Promise<unknown>];

const payments: Story[] = [
  ["is submitted twice and approved", "success", (session) => pressTwice(session, cards.approved)],
  [
    "is declined, and approved with another card",
    "success",
    async (session) => {
      await pay(session, cards.declined);
      expect(await eventTypesAbout(session.transactionId)).toEqual(["payment.created"]);
      await pay(session, cards.approved);
    },
  ],
  [
    "is approved after a challenge whose return arrives twice",
    "success",
    async (session) => {
      await pay(session, cards.challenged);
      const attemptId = await lastAttemptOf(session);
      await Promise.all([returnFromBank(attemptId), returnFromBank(attemptId)]);
    },
  ],
  [
    "gets no answer and is found approved by an inquiry",
    "success",
    async (session) => {
      await payUnanswered(session, "no_answer_approved");
      await waitAndSweep(session, 20 * second, 20 * second);
    },
  ],
  [
    "is declined five times",
    "failed",
    async (session) => {
      for (let attempt = 0; attempt < 5; attempt++) await pay(session, cards.declined);
    },
  ],
  [
    "is finally refused by the card guard",
    "failed",
    async (session) => {
      await behave(session, { guard: true });
      for (let attempt = 0; attempt < 5; attempt++) await pay(session, cards.noFunds);
    },
  ],
  [
    "is cancelled by the customer in several windows",
    "failed",
    ({ token }) => Promise.all([leaveCheckout(token), leaveCheckout(token), leaveCheckout(token)]),
  ],
  [
    "expires",
    "failed",
    async (session) => {
      await passUntilExpiry(session, 0);
      await sweepTwice();
    },
  ],
  [
    "expires during the challenge, and the customer returns too late",
    "failed",
    async (session) => {
      await pay(session, cards.challenged);
      await passUntilExpiry(session, 0);
      await sweepTwice();
      await returnFromBank(await lastAttemptOf(session));
    },
  ],
  [
    "is given up, approved too late and voided",
    "failed",
    async (session) => {
      await payUnanswered(session, "late_approval");
      await waitAndSweep(session, 35 * second, hour, hour, second);
    },
  ],
  [
    "never gets an answer from the gateway",
    "error",
    async (session) => {
      await payUnanswered(session, "no_answer");
      await waitAndSweep(session, 2 * day, second, second);
    },
  ],
];

describe("a payment emits one event when it is created and one with its result, each with the record of the API", () => {
  it.each(payments)("a payment that %s ends with payment.%s", async (_how, end, play) => {
    const session = await openSession(shop);
    const read = async () => (await retrieveTransaction(callerOf(shop), "sandbox", session.transactionId)).data;
    const created = await read();
    await play(session);
    const [first, last, ...more] = await eventsAbout(session.transactionId);
    expect([first?.type, last?.type, more]).toEqual(["payment.created", `payment.${end}`, []]);
    expect([first?.data, last?.data]).toEqual([created, await read()]);
  });

  it("a charge of a stored card emits both events, also if the card was deleted meanwhile", async () => {
    const card = await storeCard(shop, cards.approved);
    await verify(shop, card, card.amount);
    const [paid, late] = [await openCharge(shop, card), await openCharge(shop, card)];
    await enterCode(paid);
    await deleteCard(callerOf(shop), "sandbox", card.uuid);
    await enterCode(late);
    expect(await eventTypesAbout(paid.transactionId)).toEqual(["payment.created", "payment.success"]);
    expect(await eventTypesAbout(late.transactionId)).toEqual(["payment.created", "payment.failed"]);
  });
});

it("refunds emit their events in order, also if several workers process them", async () => {
  const session = await openSession(shop);
  await pay(session, cards.approved);
  const refund = () =>
    requestRefund(callerOf(shop), "sandbox", session.transactionId, { amount: 100n, reason: undefined });
  await Promise.allSettled([refund(), refund(), refund()]);
  await sweepTwice();
  await behave(session, { refund: "reject" });
  // Refund ids contain the time, and records list refunds by id. So the clock must advance between two refunds.
  clock.pass(second);
  await refund();
  await sweepTwice();
  const events = await eventsAbout(session.transactionId);
  expect(events.map(({ type }) => type).slice(2)).toEqual([
    "payment.refund_requested",
    "payment.refunded",
    "payment.refund_requested",
    "payment.refund_rejected",
  ]);
  const refunds = events.slice(2).map(({ data }) => (data as { refund: { status: string } }).refund.status);
  expect(refunds).toEqual(["pending", "refunded", "pending", "rejected"]);
});

describe("a stored card emits its own events, and its micro-charge emits none", () => {
  const cardEvents = async () => (await eventsOf(shop.accountNumber)).map(({ type }) => type);

  it("emits one event each when it is stored, verified and deleted, also if requests arrive at the same time", async () => {
    const session = await openCreation(shop);
    await Promise.all([enterCard(session, cards.approved), enterCard(session, cards.approved)]);
    const { total } = await recordOf(session);
    const [created] = await eventsOf(shop.accountNumber);
    const card = { session, uuid: created?.subject ?? "", attemptId: "", amount: total };
    await pass(session, 49 * hour);
    await Promise.allSettled([verify(shop, card, total), verify(shop, card, total)]);
    await sweepTwice();
    await sweepTwice();
    const remove = () => deleteCard(callerOf(shop), "sandbox", card.uuid);
    await Promise.allSettled([remove(), remove()]);
    expect((await recordOf(session)).refunded).toBe(total);
    expect(await cardEvents()).toEqual(["trusted_card.created", "trusted_card.verified", "trusted_card.deleted"]);
  });

  it("emits nothing when it is declined or left, nor when the time to verify it ends, since it still exists", async () => {
    const declined = await openCreation(shop);
    await enterCard(declined, cards.declined);
    await leaveCheckout(declined.token);
    expect(await cardEvents()).toEqual([]);
    const { session } = await storeCard(shop, cards.approved);
    await pass(session, 72 * hour);
    await Promise.all([closeUnverifiedCards(), closeUnverifiedCards()]);
    await sweepTwice();
    expect(await cardEvents()).toEqual(["trusted_card.created"]);
  });
});

describe("a withdrawal emits an event at every step", () => {
  const create = async (amount: string) => {
    await fund(shop.accountNumber, 100_000n);
    const caller = fullCallerOf(shop.accountNumber);
    return (await createWithdrawal(caller, "sandbox", unbanked(amount))).data.transaction_id;
  };
  const advance = async (steps: number) => {
    for (let step = 0; step < steps; step++) {
      clock.pass(30 * second);
      await Promise.all([moveSandboxWithdrawals(), moveSandboxWithdrawals()]);
    }
  };

  it.each([
    ["10.00", ["pending", "processing", "completed"]],
    ["10.03", ["pending", "held", "released", "processing", "completed"]],
    ["10.05", ["pending", "processing", "refunded"]],
  ])("a sandbox withdrawal of %s passes through %j", async (amount, names) => {
    const id = await create(amount);
    await advance(5);
    expect(await eventTypesAbout(id)).toEqual(names.map((name) => `withdrawal.${name}`));
  });

  it("is cancelled once, also if several requests cancel it", async () => {
    const id = await create("10.00");
    const cancel = () => cancelWithdrawal(fullCallerOf(shop.accountNumber), "sandbox", id);
    await Promise.allSettled([cancel(), cancel(), cancel()]);
    await advance(2);
    expect(await eventTypesAbout(id)).toEqual(["withdrawal.pending", "withdrawal.cancelled"]);
  });
});
