import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { day, hour, later, useClock } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { openChargeback, winChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { administer } from "@/tests/support/http/product";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  behave,
  cards,
  isAsked,
  lastAttemptOf,
  openSession,
  openShop,
  pass,
  patiently,
  pay,
  recordOf,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";
import { reconcile } from "./reconcile";
import { findLastReport } from "./store";

let session: TestSession;
let refundId: string;

/** Before each test: creates a partly refunded payment from an hour ago. */
beforeEach(async () => {
  // Deletes the rows of earlier tests, some of which contain differences.
  await tamper(
    "DELETE FROM reconciliation; DELETE FROM refund; DELETE FROM platform_refund; DELETE FROM chargeback; DELETE FROM attempt; DELETE FROM checkout_session",
  );
  await tamper("DELETE FROM ledger_line; DELETE FROM ledger_journal; DELETE FROM merchant_balance");
  const shop = await openShop();
  session = await openSession(shop);
  await pay(session, cards.declined);
  await pay(session, cards.approved);
  const caller = callerOf(shop.accountNumber);
  const { data } = await requestRefund(caller, "sandbox", session.transactionId, { amount: 500n });
  refundId = data.refund_id;
  await sweep();
  const anHourLater = later(hour);
  restore = useClock(() => anHourLater);
});

let restore: () => void;
afterEach(() => restore());

/** Changes rows with triggers off, as only a database administrator could. */
const tamper = (statements: string) =>
  administer(env().DATABASE_URL ?? "", `SET session_replication_role = replica; ${statements}`);

const found = async () => (await reconcile()).flatMap(({ differences }) => differences);

it("a correct ledger gives an empty report, and the next run continues where it ended", async () => {
  const [first] = await reconcile();
  expect(first).toMatchObject({ checked: 2, differences: [] });
  expect(await findLastReport()).toEqual(first);
  expect(await reconcile()).toMatchObject([{ since: first?.until, checked: 0, differences: [] }]);
});

it("a run after a long pause catches up in steps of a day", async () => {
  const muchLater = later(3 * day);
  restore = useClock(() => muchLater);
  const reports = await reconcile();
  expect(reports).toHaveLength(4);
  expect(reports.map(({ since }) => since).slice(1)).toEqual(reports.map(({ until }) => until).slice(0, -1));
  expect(reports.map(({ differences }) => differences)).toEqual([[], [], [], []]);
});

it("recent rows that may still change are skipped", async () => {
  restore();
  expect(await reconcile()).toMatchObject([{ checked: 0, differences: [] }]);
});

const aboutPayment = (problem: string) => ({ subject: session.transactionId, problem });

it.each([
  ["SET customer_fee = customer_fee + 1", ["A payment was credited with other amounts than its own."]],
  ["SET attempt_id = NULL", ["A payment succeeded without an approved charge.", notVoided()]],
  ["SET status = 'failed', refunded = 0", ["A payment was credited that did not succeed.", notVoided()]],
  ["SET account_number = '9999999999'", []],
])("finds a session that contradicts its credit or its charge: %s", async (change, problems) => {
  await tamper(`UPDATE checkout_session ${change} WHERE id = '${session.id}'`);
  const differences = await found();
  for (const problem of problems) expect(differences).toContainEqual(aboutPayment(problem));
  expect(differences.length).toBeGreaterThan(0);
});

function notVoided() {
  return "A charge was approved that pays for nothing, and is not being taken back.";
}

it("finds a success without a credit, a credit without a cause, and a credit to another merchant", async () => {
  const { transactionId } = session;
  const where = `WHERE subject = '${transactionId}'`;
  await tamper(`UPDATE ledger_journal SET subject = 'nothing' ${where}`);
  const differences = await found();
  expect(differences).toContainEqual(aboutPayment("A successful payment was not credited."));
  expect(differences.map(({ problem }) => problem)).toContain("A journal was posted for nothing we know.");

  await db().reconciliation.deleteMany();
  await tamper(
    `UPDATE ledger_journal SET subject = '${transactionId}', environment = 'live' WHERE subject = 'nothing'`,
  );
  const problems = (await found()).map(({ problem }) => problem);
  expect(problems).toContain("A journal was posted to another balance than that of its cause.");
  await tamper(`UPDATE ledger_journal SET environment = 'sandbox' ${where}`);
});

it("finds differences to the gateway's records", async () => {
  const attempt = await lastAttemptOf(session);
  await tamper(
    `DELETE FROM sandbox_refund WHERE id = '${refundId}'; DELETE FROM sandbox_charge WHERE id = '${attempt}'`,
  );
  expect(await found()).toEqual([
    { subject: attempt, problem: "By our books it was charged; the gateway says not_found." },
    { subject: refundId, problem: "By our books it was refunded; the gateway says not_found." },
  ]);
});

it("accepts a refunded late approval, and finds one whose journals contradict it", async () => {
  restore();
  const late = await openSession(await openShop());
  await behave(late, { gateway: "late_approval_settled" });
  const paying = pay(late, cards.approved);
  await expect.poll(() => isAsked(late), patiently).toBe(true);
  await pass(late, 50_000);
  await paying;
  for (const milliseconds of [2_000, 300_000]) {
    await pass(late, milliseconds);
    await sweep();
  }
  const attempt = await lastAttemptOf(late);
  const { id } = await db().platformRefund.findFirstOrThrow({ where: { attemptId: attempt, status: "refunded" } });
  const anHourLater = later(hour);
  restore = useClock(() => anHourLater);
  const [report] = await reconcile();
  expect(report).toMatchObject({ checked: 4, differences: [] });

  await db().reconciliation.deleteMany();
  await tamper(`DELETE FROM sandbox_refund WHERE id = '${id}'; UPDATE attempt SET amount = 1 WHERE id = '${attempt}'`);
  expect(await found()).toEqual([
    { subject: attempt, problem: "The journals of a late approval are not those of its refund." },
    { subject: id, problem: "By our books it was refunded; the gateway says not_found." },
  ]);
  await db().reconciliation.deleteMany();
  await tamper(`UPDATE platform_refund SET status = 'rejected' WHERE id = '${id}'`);
  expect(await found()).toContainEqual({ subject: late.transactionId, problem: notVoided() });
});

it("repeats inquiries that the gateway did not answer", async () => {
  // Makes the sandbox acquirer never answer inquiries about this charge.
  const attempt = await lastAttemptOf(session);
  await tamper(`UPDATE sandbox_charge SET delivery = 'never' WHERE id = '${attempt}'`);
  expect(await found()).toMatchObject([{ subject: attempt, ask: { id: attempt, expected: "charged" } }]);
  await tamper(`UPDATE sandbox_charge SET delivery = 'at_once' WHERE id = '${attempt}'`);
  expect(await reconcile()).toMatchObject([{ checked: 1, differences: [] }]);
});

it("finds a voided charge that the gateway still reports as approved", async () => {
  const attempt = await lastAttemptOf(session);
  await tamper(`UPDATE attempt SET voided_at = now() WHERE id = '${attempt}'`);
  const dayLater = later(2 * day);
  restore = useClock(() => dayLater);
  expect(await found()).toContainEqual({
    subject: attempt,
    problem: "By our books it was taken back; the gateway says approved.",
  });
});

it("finds a refund that contradicts its journals or its payment, and money held without a cause", async () => {
  await db().refund.update({ where: { id: refundId }, data: { status: "rejected" } });
  expect(await found()).toEqual(
    expect.arrayContaining([
      { subject: refundId, problem: "The journals of a refund are not those of its status." },
      aboutPayment("What was refunded of a payment is not the sum of its refunds."),
    ]),
  );
  await db().refund.update({ where: { id: refundId }, data: { status: "sent", endedAt: null, dueAt: later(hour) } });
  expect(await found()).toContainEqual({
    subject: expect.stringContaining("sandbox TTD"),
    problem: "What is held is not what open refunds and withdrawals need.",
  });
});

it("finds a chargeback that contradicts its journals or its payment, and accepts a correct one", async () => {
  restore();
  const owner = { accountNumber: (await recordOf(session)).accountNumber, environment: "sandbox" } as const;
  await openChargeback(owner, session.transactionId);
  const anHourLater = later(hour);
  restore = useClock(() => anHourLater);
  expect(await found()).toEqual([]);
  const { id } = await db().chargeback.findFirstOrThrow();
  const ofJournals = { subject: id, problem: "The journals of a chargeback are not those of its status." };
  const ofAmount = aboutPayment("A chargeback took another amount than was left of its payment.");
  await tamper("UPDATE chargeback SET status = 'won'");
  expect(await found()).toEqual([ofJournals]);
  await tamper("UPDATE chargeback SET status = 'lost', amount = amount - 1");
  expect(await found()).toEqual([ofJournals, ofAmount]);
  await tamper("UPDATE chargeback SET status = 'open', amount = amount + 1");
  await winChargeback(owner, session.transactionId);
  expect(await found()).toEqual([]);

  await db().reconciliation.deleteMany();
  await tamper("DELETE FROM chargeback");
  expect((await found()).map(({ problem }) => problem)).toEqual(["A journal was posted for nothing we know."]);
});
