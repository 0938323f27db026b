import { expect, inject, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { db } from "@/lib/db/client";
import { deliveryBadge } from "@/lib/format/status-words";
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
import { readTimeline, type TimelineEntry } from "./timeline";

const sandbox = "sandbox" as const;

const linesOf = ({ title, event, notes }: TimelineEntry) => [event ? `${title} ${event}` : title, ...notes];

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

  const { entries, ...pages } = await readTimeline(owner, session.transactionId, { isComplete: true });
  expect(pages).toEqual({ page: 1, last: 1, positions: { from: 1, to: 21, total: 21 }, hidden: 0 });
  expect(entries.map(linesOf).toReversed()).toEqual([
    ["Payment requested", "From tests"],
    ["Webhook payment.created", "No endpoint listens to it."],
    ["Customer opened the checkout page"],
    ["Card submitted", "Visa ending 0002", "attempt 1 of 5"],
    ["Charge sent to the gateway"],
    ["Payment declined by the bank", "Code 2-R05", "Transaction is declined", "Visa ending 0002"],
    ["Card submitted", "Visa ending 3220", "attempt 2 of 5"],
    ["Charge sent to the gateway"],
    ["The bank asked to check the customer (3DS)", "Visa ending 3220"],
    ["Customer sent to the bank’s check (3DS)"],
    ["Customer completed the bank’s check (3DS)"],
    ["Result of the bank’s check sent to the gateway"],
    ["Payment approved by the bank", "Code 1-R00", "Visa ending 3220"],
    ["Receipt sent to ada@example.com"],
    ["Webhook payment.success"],
    ["Refund of TTD\u00a05.00 requested"],
    ["Webhook payment.refund_requested", "No endpoint listens to it."],
    ["Refund of TTD\u00a05.00 carried out"],
    ["Webhook payment.refunded", "No endpoint listens to it."],
    ["Chargeback of TTD\u00a07.05 opened", "The customer’s bank took the payment back."],
    ["Webhook payment.chargeback_opened", "No endpoint listens to it."],
  ]);
  const moments = entries.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(entries.find(({ event }) => event === "payment.success")?.deliveries).toEqual([
    {
      endpoint: endpoint.id,
      id: expect.any(String),
      host: new URL(receiver.url).host,
      badge: deliveryBadge("pending", 1),
      next: { at: expect.any(String), number: 2 },
      attempts: [
        {
          at: expect.any(String),
          number: 1,
          answer: "500 Internal Server Error",
          tookMs: expect.any(Number),
          isGood: false,
        },
      ],
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/\d{12,}/);
});

it("leaves out steps that another one implies, and folds delivered webhooks into the step that caused them", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: sandbox };
  const receiver = await startReceiver(saying(204));
  await newEndpoint(owner, receiver.url, ["payment.created", "payment.success"]);
  const session = await requestSession(shop);
  await openCheckout(session.token);
  await pay(session, cards.challenged);
  await deliverDue();
  await returnFromBank(await lastAttemptOf(session));
  await deliverDue();
  receiver.close();
  const { entries, hidden } = await readTimeline(owner, session.transactionId);
  expect(entries.map((entry) => [entry.title, ...entry.delivered])).toEqual([
    ["Receipt sent to ada@example.com", "payment.success"],
    ["Payment approved by the bank"],
    ["Customer completed the bank’s check (3DS)"],
    ["Card submitted"],
    ["Customer opened the checkout page"],
    ["Payment requested", "payment.created"],
  ]);
  expect(hidden).toBe(6);
});

const eventCount = inject("isDeep") ? 36_000 : 4_000;

it(`reads one page of a session with ${eventCount} events without reading the others, which once blocked a process for seconds`, async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: sandbox };
  const { id, token, transactionId } = await requestSession(shop);
  await db().$executeRaw`
    INSERT INTO session_event (session_id, at, type, detail)
    SELECT ${id}, now() + n * interval '1 millisecond', 'clock_moved', '{"advanceMs": 1, "isStopped": false}'
    FROM generate_series(1, ${eventCount}::int) AS n`;
  await leaveCheckout(token);

  const read = (page: number) => readTimeline(owner, transactionId, { page, isComplete: true });
  const first = await read(1);
  const last = eventCount / 100 + 1;
  expect([first.page, first.last, first.entries.length]).toEqual([1, last, 100]);
  const pages = [await read(2), await read(last)];
  expect(pages.map(({ entries }) => entries.length)).toEqual([100, 6]);
  expect(pages[1]?.entries.slice(-2).map(linesOf)).toEqual([
    ["Webhook payment.created", "No endpoint listens to it."],
    ["Payment requested", "From tests"],
  ]);
  const whole = [first, ...pages].flatMap(({ entries }) => entries.map(({ at }) => at));
  expect(whole).toEqual(whole.toSorted().toReversed());
  expect(await read(999)).toEqual(first);
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
