import { beforeAll, describe, expect, it } from "vitest";
import { cancelChallenge, leaveCheckout, readSession } from "@/lib/checkout/page/customer-actions";
import { beginAttempt } from "@/lib/checkout/pay/begin-attempt";
import { readPayment } from "@/lib/checkout/pay/read-payment";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { day, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { findTransactionOfSession } from "@/lib/transactions/history/store";
import { toTransactionRecord } from "@/lib/transactions/record";
import {
  behave,
  cards,
  formWith,
  lastAttemptOf,
  openSession,
  openShop,
  pass,
  passUntilExpiry,
  pay,
  returnFromBank,
  sweep,
  type TestSession,
  testClient,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import type { SessionRow } from "./session-row-store";

/**
 * If the customer leaves or the session expires, the session ends with the latest confirmed answer of the gateway or
 * bank.
 */
let shop: Merchant;
beforeAll(async () => {
  shop = await openShop();
});

const left = "The customer left the checkout.";
const expired = "The session expired.";

/**
 * Returns the result of the session, and checks that the redirect, the API record and the webhook event agree on it.
 */
async function endOf(session: TestSession) {
  const { result } = await readSession(session.token);
  const redirect = new URL(result?.redirect ?? "").searchParams;
  const { status, message, status_desc } = toTransactionRecord(await findTransactionOfSession(session.id));
  expect([redirect.get("status"), redirect.get("message"), redirect.get("reasonDescription")]).toEqual([
    status,
    message,
    message,
  ]);
  const event = await db().webhookEvent.findFirstOrThrow({
    where: { subject: session.transactionId, type: `payment.${status}` },
  });
  expect(event.data).toMatchObject({ status, message, status_desc });
  return { status, message, status_desc };
}

const endings = {
  left: async ({ token }: TestSession) => {
    await leaveCheckout(token);
  },
  expired: async (session: TestSession) => {
    await passUntilExpiry(session, 0);
    await sweep();
  },
} as const;

/** Simulates a process that dies after storing the attempt and before calling the gateway. */
async function beginAndDie({ id }: TestSession): Promise<void> {
  const read = (session: SessionRow) => readPayment(session, formWith(cards.approved), testClient);
  await beginAttempt(id, { attemptId: newUlid(), client: testClient, read });
}

type Story = (session: TestSession) => Promise<unknown>;
const stories: [string, string, string, Story, { avs?: boolean }?][] = [
  ["a decline", "failed", "[2-R51]: Insufficient funds.", (session) => pay(session, cards.noFunds)],
  [
    "two declines: the later one",
    "failed",
    "[2-R51]: Insufficient funds.",
    async (session) => {
      await pay(session, cards.declined);
      await pay(session, cards.noFunds);
    },
  ],
  [
    "a failed address check",
    "failed",
    "[2-RAV]: The address could not be verified.",
    (session) => pay(session, cards.addressFails),
    { avs: true },
  ],
  [
    "a failed 3DS check",
    "failed",
    "[2-R3D]: 3DS authentication failed.",
    async (session) => {
      await pay(session, cards.challenged);
      await returnFromBank(await lastAttemptOf(session), "fail");
    },
  ],
  [
    "a 3DS check that the customer cancelled",
    "failed",
    "[2-R3D]: 3DS authentication failed.",
    async (session) => {
      await pay(session, cards.challenged);
      await cancelChallenge(session.token);
    },
  ],
  [
    "a decline, and a lost card that is refused the second time without asking the bank",
    "failed",
    "[2-R05]: Transaction is declined.",
    async (session) => {
      await pay(session, cards.lost);
      await pay(session, cards.lost);
    },
  ],
  [
    "a decline, and then a 3DS check that is not finished",
    "failed",
    "[2-R51]: Insufficient funds.",
    async (session) => {
      await pay(session, cards.noFunds);
      await pay(session, cards.challenged);
    },
  ],
  [
    "a decline, and then an attempt that never reaches the gateway",
    "failed",
    "[2-R51]: Insufficient funds.",
    async (session) => {
      await pay(session, cards.noFunds);
      await beginAndDie(session);
      await pass(session, 70 * second);
      await sweep();
      expect(await readSession(session.token)).toMatchObject({ state: "hosted", notice: "not_reached" });
    },
  ],
];

describe.each(["left", "expired"] as const)("a session that is %s", (ending) => {
  const description = ending === "left" ? left : expired;

  it.each(stories)("ends with the answer of %s", async (_what, status, message, story, order = {}) => {
    const session = await openSession(shop, order);
    await story(session);
    await endings[ending](session);
    expect(await endOf(session)).toEqual({ status, message, status_desc: description });
    expect(await timelineOf(session)).toContain(ending);
  });

  it("ends with its own code if there was no answer", async () => {
    const session = await openSession(shop);
    await endings[ending](session);
    const message = ending === "left" ? `[2-RAB]: ${left}` : `[2-REX]: ${expired}`;
    expect(await endOf(session)).toEqual({ status: "failed", message, status_desc: description });
  });

  it("does not use a refusal of our own as an answer of the bank", async () => {
    const number = ending === "left" ? "4242424200000018" : "4242424200000026";
    const guarded = async () => {
      const session = await openSession(shop);
      await behave(session, { guard: true, gateway: "decline" });
      return session;
    };
    for (let failures = 0; failures < 10; failures++) await pay(await guarded(), number);
    const session = await guarded();
    await pay(session, number);
    expect(await timelineOf(session)).toContain("try_refused");
    await endings[ending](session);
    const message = ending === "left" ? `[2-RAB]: ${left}` : `[2-REX]: ${expired}`;
    expect((await endOf(session)).message).toBe(message);
  });
});

it("the redirect is handed out for 24 hours by the session's clock, and a later first view records no hand-over", async () => {
  const [seen, unseen] = [await openSession(shop), await openSession(shop)];
  const { result } = await pay(seen, cards.approved);
  // The address of the receipt is shown for ten minutes only.
  expect((await pass(seen, day - 1)).result).toEqual({ ...result, mailed_to: null });
  expect((await pass(seen, 1)).result).toEqual({ ...result, mailed_to: null, redirect: null, receipt: null });
  await passUntilExpiry(unseen, 0);
  await sweep();
  expect((await pass(unseen, day)).result).toEqual({
    status: "failed",
    is_expired: true,
    redirect: null,
    receipt: null,
    at: expect.any(String),
    mailed_to: null,
  });
  expect(await timelineOf(unseen)).not.toContain("redirect_handed_over");
});
