import { afterEach, beforeEach, expect, it } from "vitest";
import {
  attemptsOf,
  cards,
  lastAttemptOf,
  openSession,
  openShop,
  pay,
  sweep,
  type TestSession,
} from "@/e2e/support/checkout";
import { administer } from "@/e2e/support/product";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import { hour, later, useClock } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { requestRefund } from "@/lib/transactions/request-refund";
import { reconcile } from "./reconcile";
import { findLastReport } from "./store";

let session: TestSession;
let refundId: string;

/** A payment of which a part was refunded, an hour ago. */
beforeEach(async () => {
  await db().reconciliation.deleteMany();
  const shop = await openShop();
  session = await openSession(shop);
  await pay(session, cards.declined);
  await pay(session, cards.approved);
  const caller = { accountNumber: shop.accountNumber } as Caller;
  const { data } = await requestRefund(caller, "sandbox", session.transactionId, { amount: 500n });
  refundId = data.refund_id;
  await sweep();
  const anHourLater = later(hour);
  restore = useClock(() => anHourLater);
});

let restore: () => void;
afterEach(() => restore());

/** Past the triggers, as only somebody at the database itself could. */
const tamper = (statements: string) =>
  administer(env().DATABASE_URL ?? "", `SET session_replication_role = replica; ${statements}`);

it("finds nothing where everything is right, goes on from where it ended, and keeps its report", async () => {
  const first = await reconcile();
  expect(first).toMatchObject({ since: new Date(0), checked: 2, differences: [] });
  expect(await findLastReport()).toEqual(first);
  expect(await reconcile()).toMatchObject({ since: first.until, checked: 0, differences: [] });
});

it("leaves alone what may be under way", async () => {
  restore();
  expect(await reconcile()).toMatchObject({ checked: 0, differences: [] });
});

it("finds a credit without its success, a charge without its payment, and amounts that are not the payment's", async () => {
  await tamper(`UPDATE checkout_session SET customer_fee = customer_fee + 1 WHERE id = '${session.id}'`);
  expect((await reconcile()).differences).toEqual([
    { subject: session.transactionId, problem: "A payment was credited with other amounts than its own." },
  ]);
  await tamper(
    `UPDATE checkout_session SET attempt_id = '${(await attemptsOf(session))[0]?.id}' WHERE id = '${session.id}'`,
  );
  const problems = (await reconcile()).differences.map(({ problem }) => problem);
  expect(problems).toContain("A payment succeeded without an approved charge.");
  expect(problems).toContain("A charge was approved that pays for nothing, and is not being taken back.");
});

it("finds what the gateway's books say otherwise", async () => {
  const attempt = await lastAttemptOf(session);
  await tamper(
    `DELETE FROM sandbox_refund WHERE id = '${refundId}'; DELETE FROM sandbox_charge WHERE id = '${attempt}'`,
  );
  expect((await reconcile()).differences).toEqual(
    expect.arrayContaining([
      { subject: attempt, problem: "By our books it was charged; the gateway says not_found." },
      { subject: refundId, problem: "By our books it was refunded; the gateway says not_found." },
    ]),
  );
});

it("finds a refund whose journals or whose payment tell another story, and money held for nothing", async () => {
  await db().refund.update({ where: { id: refundId }, data: { status: "rejected" } });
  expect((await reconcile()).differences).toEqual(
    expect.arrayContaining([
      { subject: refundId, problem: "The journals of a refund are not those of its status." },
      { subject: session.transactionId, problem: "What was refunded of a payment is not the sum of its refunds." },
    ]),
  );
  await db().refund.update({ where: { id: refundId }, data: { status: "sent", endedAt: null, dueAt: later(hour) } });
  expect((await reconcile()).differences).toContainEqual({
    subject: expect.stringContaining("sandbox TTD"),
    problem: "What is held is not what open refunds and withdrawals need.",
  });
});
