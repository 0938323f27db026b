import { expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { readTimeline } from "@/lib/dashboard/views/timeline";
import { eventsAbout } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, pay, type TestSession } from "@/tests/support/in-process/checkout";
import { exportTransactions } from "./history/export-transactions";
import { listTransactions, retrieveTransaction } from "./history/read-transactions";

const sandbox = "sandbox" as const;
const shop = await openShop();
const caller = callerOf(shop.accountNumber);

/** The AVS answer from every place where a merchant can read it: record, list, webhook events and CSV export. */
async function answersFor({ transactionId }: TestSession) {
  const { data: record } = await retrieveTransaction(caller, sandbox, transactionId);
  const { data: listed } = await listTransactions(caller, sandbox, { page: 1, page_size: 100 });
  const events = await eventsAbout(transactionId);
  const lines: string[] = [];
  for await (const piece of exportTransactions({ accountNumber: shop.accountNumber, environment: sandbox }, {}))
    lines.push(...piece.split("\r\n"));
  const row = lines.find((line) => line.startsWith(`"${transactionId}"`));
  return {
    record: record.avs,
    listed: listed.find(({ transaction_id: id }) => id === transactionId)?.avs,
    events: events.map(({ type, data }) => [type, (data as { avs: string | null }).avs]),
    exported: row?.split(",").at(-2),
  };
}

const timelineOf = async ({ transactionId }: TestSession) => {
  const { entries } = await readTimeline({ accountNumber: shop.accountNumber, environment: sandbox }, transactionId);
  return entries.map(({ title, notes }) => `${title}: ${notes.at(-1)}`);
};

it.each([
  [cards.approved, "match", "address matches"],
  [cards.streetFails, "street_fail", "street does not match"],
  [cards.zipFails, "zip_fail", "postcode does not match"],
  [cards.addressUnavailable, "unavailable", "address could not be checked"],
])(
  "a payment with %s shows the answer %s in record, history, events, export and timeline",
  async (card, avs, words) => {
    const session = await openSession(shop, { avs: true });
    await pay(session, card);
    expect(await answersFor(session)).toEqual({
      record: avs,
      listed: avs,
      events: [
        ["payment.created", null],
        ["payment.success", avs],
      ],
      exported: `"${avs}"`,
    });
    expect(await timelineOf(session)).toContain(`Payment approved by the bank: Address check: ${words}`);
  },
);

it("a payment declined because of its address shows the AVS answer, also after a later decline", async () => {
  const session = await openSession(shop, { avs: true });
  await pay(session, cards.addressFails);
  await pay(session, cards.declined);
  await leaveCheckout(session.token);
  expect(await answersFor(session)).toMatchObject({
    record: "street_and_zip_fail",
    events: [
      ["payment.created", null],
      ["payment.failed", "street_and_zip_fail"],
    ],
  });
  expect(await timelineOf(session)).toContain(
    "Payment approved by the bank: Address check: street and postcode do not match",
  );
});

it("the latest AVS answer of several attempts is shown", async () => {
  const session = await openSession(shop, { avs: true });
  await pay(session, cards.addressFails);
  await pay(session, cards.zipFails);
  expect((await answersFor(session)).record).toBe("zip_fail");
});

it("the AVS answer is null without AVS and without an answer", async () => {
  const [unasked, declined] = [await openSession(shop), await openSession(shop, { avs: true })];
  await pay(unasked, cards.streetFails);
  await pay(declined, cards.declined);
  expect(await answersFor(unasked)).toMatchObject({ record: null, listed: null, exported: '""' });
  expect(await answersFor(declined)).toMatchObject({ record: null, listed: null, exported: '""' });
  expect(await timelineOf(unasked)).toContain("Payment approved by the bank: Visa ending 0028");
});
