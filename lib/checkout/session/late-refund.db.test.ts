import { beforeEach, describe, expect, it } from "vitest";
import { readSession } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { hour, minute, second } from "@/lib/kit/clock";
import { findBalances } from "@/lib/ledger/store";
import { findLateChargeDifferences } from "@/lib/reconciliation/late-charge-store";
import { findAttemptDifferences } from "@/lib/reconciliation/store";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { callRefund } from "@/lib/transactions/refunds/call-refund";
import { claimPlatformRefunds } from "@/lib/transactions/refunds/platform-refund-store";
import { processPlatformRefunds } from "@/lib/transactions/refunds/process-platform-refunds";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import {
  attemptsOf,
  behave,
  cards,
  isAsked,
  lastAttemptOf,
  moneyHeldBy,
  openSession,
  openShop,
  pass,
  patiently,
  pay,
  recordOf,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { callerOf, cardOf, enterCard, inSuspense, openCreation } from "@/tests/support/in-process/stored-cards";
import { inquireAttempts, voidAttempts } from "./settle-sessions";

let shop: Merchant;
beforeEach(async () => {
  shop = await openShop();
});

const all = { from: "0", before: "Z" };
type Purpose = "payment" | "micro-charge";

/**
 * Creates a charge that the gateway approves 60 s after the call and refuses to void. On return, 52 s have passed and
 * the session no longer waits for the charge.
 */
async function giveUp(purpose: Purpose = "payment", refund: "accept" | "reject" | "no_answer" = "accept") {
  const session = purpose === "payment" ? await openSession(shop) : await openCreation(shop);
  await behave(session, { gateway: "late_approval_settled", refund });
  const submitted =
    purpose === "payment" ? pay(session, cards.approved) : enterCard(session, cards.approved, "Ada Lovelace");
  await expect.poll(() => isAsked(session), patiently).toBe(true);
  await pass(session, 50 * second);
  await submitted;
  await pass(session, 2 * second);
  await sweep();
  expect(await recordOf(session)).toMatchObject({ state: "hosted", lastCode: "GW" });
  return { session, late: await lastAttemptOf(session) };
}

/** Reads the shop's journal lines in the platform's book `late_approvals`. */
async function lateApprovals() {
  return query<{ kind: string; amount: string }>(sql`
    SELECT j.kind::text, l.amount::text FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id
    WHERE l.book = 'late_approvals' AND j.account_number = ${shop.accountNumber} ORDER BY j.id`);
}

const refundsOf = (attemptId: string) =>
  db().platformRefund.findMany({ where: { attemptId }, orderBy: { id: "asc" }, select: { status: true } });
const givenBack = (chargeId: string) => db().sandboxRefund.count({ where: { chargeId } });
const countOf = async (session: TestSession, type: string) =>
  (await timelineOf(session)).filter((each) => each === type).length;

async function expectReturnedOnce(session: TestSession, late: string) {
  const { amount } = await db().attempt.findUniqueOrThrow({ where: { id: late } });
  expect(await moneyHeldBy(session)).not.toContain(late);
  expect(await givenBack(late)).toBe(1);
  expect(await lateApprovals()).toEqual([
    { kind: "late_charge", amount: String(amount) },
    { kind: "late_charge_return", amount: String(-amount) },
  ]);
  expect(await countOf(session, "platform_refund_refunded")).toBe(1);
  expect((await attemptsOf(session)).find(({ id }) => id === late)).toMatchObject({ voidAt: null, voidedAt: null });
  expect(await findLateChargeDifferences()).toEqual([]);
  expect(await findAttemptDifferences(all)).toEqual([]);
}

describe("a late approval whose void the gateway refuses", () => {
  it.each<Purpose>(["payment", "micro-charge"])(
    "is refunded once at the platform's expense, without touching the merchant's balance: %s",
    async (purpose) => {
      const { session, late } = await giveUp(purpose);
      await pass(session, 5 * minute);
      await sweep();
      expect(await countOf(session, "platform_refund_requested")).toBe(1);
      await pass(session, hour);
      for (let round = 0; round < 3; round++) await sweep();
      await expectReturnedOnce(session, late);
      const balances = await findBalances(shop.accountNumber, "sandbox");
      expect(balances).toMatchObject([{ available: 0n, held: 0n, owed: 0n }]);
      expect(await inSuspense(shop)).toBe(0n);
      expect(await recordOf(session)).toMatchObject({ state: "finalised", status: "failed", refunded: 0n });
      if (purpose === "micro-charge") expect(await cardOf(session)).toBeNull();
    },
  );

  it("is refunded once by many concurrent workers", async () => {
    const { session, late } = await giveUp();
    await pass(session, 5 * minute);
    await Promise.all(Array.from({ length: 6 }, inquireAttempts));
    await Promise.all(Array.from({ length: 6 }, voidAttempts));
    await Promise.all(Array.from({ length: 6 }, processPlatformRefunds));
    await expectReturnedOnce(session, late);
  });

  it("does not affect a payment of the same session or the merchant's refund of it", async () => {
    const { session, late } = await giveUp();
    await behave(session, { gateway: "card" });
    expect(await pay(session, cards.approved)).toMatchObject({ money: "charged" });
    const { data } = await requestRefund(callerOf(shop), "sandbox", session.transactionId, { amount: 500n });
    const before = await findBalances(shop.accountNumber, "sandbox");
    await pass(session, minute);
    await inquireAttempts();
    await voidAttempts();
    await processPlatformRefunds();
    await expectReturnedOnce(session, late);
    expect(await findBalances(shop.accountNumber, "sandbox")).toEqual(before);
    const { data: record } = await retrieveTransaction(callerOf(shop), "sandbox", session.transactionId);
    expect(record.refunds).toMatchObject([{ refund_id: data.refund_id, total: "5.00" }]);
    await sweep();
    expect(await moneyHeldBy(session)).toEqual([await lastAttemptOf(session)]);
  });

  it("is inquired about and not refunded again if the gateway's answer is lost", async () => {
    const { session, late } = await giveUp("payment", "no_answer");
    await pass(session, 5 * minute);
    await sweep();
    expect(await refundsOf(late)).toEqual([{ status: "sent" }]);
    expect(await lateApprovals()).toHaveLength(1);
    await pass(session, minute);
    await sweep();
    await expectReturnedOnce(session, late);
  });

  it("is voided and refunded in turns until the gateway accepts one, and the page shows the money as returning", async () => {
    const { session, late } = await giveUp("payment", "reject");
    await pass(session, 5 * minute);
    await sweep();
    expect(await refundsOf(late)).toEqual([{ status: "rejected" }]);
    expect((await attemptsOf(session))[0]?.voidAt).toBeInstanceOf(Date);
    expect((await readSession(session.token)).money).toBe("returning");
    await pass(session, 5 * minute);
    await sweep();
    expect(await refundsOf(late)).toEqual([{ status: "rejected" }, { status: "rejected" }]);
    await behave(session, { refund: "accept" });
    await pass(session, hour);
    await sweep();
    expect(await refundsOf(late)).toEqual([{ status: "rejected" }, { status: "rejected" }, { status: "refunded" }]);
    await expectReturnedOnce(session, late);
    expect((await readSession(session.token)).money).toBe("not_charged");
  });

  it("is booked back if a later void succeeds", async () => {
    const { session, late } = await giveUp("payment", "reject");
    await pass(session, 5 * minute);
    await sweep();
    await db().sandboxCharge.update({ where: { id: late }, data: { delivery: "late" } });
    await pass(session, 5 * minute);
    await sweep();
    expect((await attemptsOf(session))[0]).toMatchObject({ voidAt: null, voidedAt: expect.any(Date) });
    expect((await lateApprovals()).map(({ kind }) => kind)).toEqual(["late_charge", "late_charge_return"]);
    expect(await givenBack(late)).toBe(0);
    expect(await findLateChargeDifferences()).toEqual([]);
    // The test simulates a gateway that carries out a refund after rejecting it.
    await db().platformRefund.updateMany({ where: { attemptId: late }, data: { status: "refunded" } });
    const both = { subject: late, problem: "A late approval was both voided and refunded." };
    expect(await findLateChargeDifferences()).toEqual([both]);
    await db().platformRefund.updateMany({ where: { attemptId: late }, data: { status: "rejected" } });
  });

  it("is refunded once if a worker pauses before its call and resumes after another one took over", async () => {
    const { session, late } = await giveUp();
    await pass(session, 5 * minute);
    await inquireAttempts();
    await voidAttempts();
    const [claimed] = await claimPlatformRefunds(1);
    if (!claimed) throw new Error("No refund is due.");
    await pass(session, minute);
    await processPlatformRefunds();
    expect(await refundsOf(late)).toEqual([{ status: "rejected" }]);
    await pass(session, 5 * minute);
    await sweep();
    // The first worker resumes its refund call. After a long pause its own time check stops the call. Without that
    // check, the gateway refuses the call.
    const outcomes: string[] = [];
    const record = async (_: unknown, { status }: { status: string }) => void outcomes.push(status);
    await callRefund(claimed, performance.now() - 11 * second, record);
    await callRefund(claimed, performance.now(), record);
    expect(outcomes).toEqual(["error"]);
    await expectReturnedOnce(session, late);
  });
});
