import { expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { db } from "@/lib/db/client";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  cards,
  lastAttemptOf,
  openSession,
  openShop,
  pay,
  requestSession,
  returnFromBank,
  sweep,
} from "@/tests/support/in-process/checkout";
import { readTimeline } from "./timeline";

const sandbox = "sandbox" as const;

it("the timeline lists every step in order, from the request to the chargeback, without card numbers", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: sandbox };
  const receiver = await startReceiver(saying(500));
  const endpoint = await newEndpoint(owner, receiver.url, ["payment.success"]);
  const session = await requestSession(shop);
  await openCheckout(session.token);
  await pay(session, cards.declined);
  await pay(session, cards.challenged);
  await returnFromBank(await lastAttemptOf(session));
  await requestRefund(callerOf(shop.accountNumber), sandbox, session.transactionId, { amount: 500n });
  await sweep();
  await openChargeback(owner, session.transactionId);
  await deliverDue();
  receiver.close();

  const { happenings: timeline, ...pages } = await readTimeline(owner, session.transactionId);
  expect(pages).toEqual({ page: 1, last: 1 });
  expect(timeline.map(({ text }) => text)).toEqual([
    "The payment request was accepted.",
    "Webhook payment.created: no endpoint listens to it.",
    "The customer opened the page.",
    "The customer sent a card. Visa ending in 0002.",
    "The gateway was asked to charge the card.",
    "The bank declined the payment: [2-R05]: Transaction is declined.",
    "The customer sent a card. Visa ending in 3220.",
    "The gateway was asked to charge the card.",
    "The bank wants to check the customer (3DS).",
    "The customer was sent to the bank's check (3DS).",
    "The customer came back from the bank's check (3DS).",
    "The gateway was told the bank's check.",
    "The bank approved the payment.",
    "The result stands: [1-R00]: Transaction is approved.",
    "Webhook payment.success",
    "A refund was requested: 5.00.",
    "Webhook payment.refund_requested: no endpoint listens to it.",
    "The refund was carried out.",
    "Webhook payment.refunded: no endpoint listens to it.",
    "The customer's bank took the payment back: 7.05.",
    "Webhook payment.chargeback_opened: no endpoint listens to it.",
  ]);
  const moments = timeline.map(({ at }) => at);
  expect(moments).toEqual([...moments].sort());
  expect(timeline.find(({ text }) => text === "Webhook payment.success")?.deliveries).toEqual([
    {
      endpoint: endpoint.id,
      id: expect.any(String),
      host: new URL(receiver.url).host,
      result: "pending, 1 try, last answer 500",
      isFailing: true,
    },
  ]);
  expect(JSON.stringify(timeline)).not.toMatch(/\d{12,}/);
});

it("reads one page of a session with 36,000 events without reading the others, which blocked a process for 3.3 s", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: sandbox };
  const { id, token, transactionId } = await requestSession(shop);
  await db().$executeRaw`
    INSERT INTO session_event (session_id, at, type, detail)
    SELECT ${id}, now() + n * interval '1 millisecond', 'clock_moved', '{"advanceMs": 1, "isStopped": false}'
    FROM generate_series(1, 36000) AS n`;
  await leaveCheckout(token);

  const first = await readTimeline(owner, transactionId);
  expect([first.page, first.last, first.happenings.length]).toEqual([1, 361, 100]);
  expect(first.happenings.slice(0, 2).map(({ text }) => text)).toEqual([
    "The payment request was accepted.",
    "Webhook payment.created: no endpoint listens to it.",
  ]);
  const pages = [await readTimeline(owner, transactionId, 2), await readTimeline(owner, transactionId, 361)];
  expect(pages.map(({ happenings }) => happenings.length)).toEqual([100, 6]);
  const whole = [first, ...pages].flatMap(({ happenings }) => happenings.map(({ at }) => at));
  expect(whole).toEqual([...whole].sort());
  expect(await readTimeline(owner, transactionId, 999)).toEqual(first);
});

it("the timeline is not found for another merchant or in the other environment", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { transactionId } = await openSession(shop);
  const owner = { accountNumber: shop.accountNumber, environment: sandbox };
  await expect(readTimeline({ ...owner, environment: "live" }, transactionId)).rejects.toMatchObject({ status: 404 });
  await expect(readTimeline({ ...owner, accountNumber: other.accountNumber }, transactionId)).rejects.toMatchObject({
    status: 404,
  });
});
