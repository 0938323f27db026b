import { describe, expect, it } from "vitest";
import { emulatorCards } from "@/emulator/powertranz/cards";
import { visitGateway } from "@/emulator/testing/emulator-for-file";
import { addTerminal } from "@/emulator/testing/live-charges";
import { orderTerminals } from "@/lib/acquirers/operate-terminals";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { setClock } from "@/lib/checkout/page/sandbox-store";
import { answerChallenge, findChallengePage } from "@/lib/checkout/pay/answer-challenge";
import { returnToken } from "@/lib/checkout/session/session-token";
import { inquireAttempts, voidAttempts } from "@/lib/checkout/session/settle-sessions";
import { db, inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { gatewayOf } from "@/lib/gateway/gateways";
import { hour, now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { seal } from "@/lib/kit/secrets/crypto";
import { claimRefunds } from "@/lib/transactions/refunds/refund-store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { callerOf } from "@/tests/support/http/withdrawals";
import { attemptsOf, freshCard, lastAttemptOf, recordOf, type TestSession } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  heldCharges,
  openLiveSession,
  passLive,
  payLive,
  settleLive,
  startLiveTests,
  submitLive,
} from "@/tests/support/in-process/live-checkout";
import { disableTerminal, insertTerminal, loadTerminal } from "../terminals/terminal-store";

/** Sequences of answers, pauses and delays that once led to a wrong result. */
const { emulator, shop } = startLiveTests();

async function paid(): Promise<TestSession> {
  const session = await openLiveSession(shop());
  await payLive(session, freshCard());
  return session;
}

const dropping = <Result>(work: Promise<Result>) => droppingSockets(emulator(), work);

const move = async (session: TestSession, seconds: number) => {
  await setClock(session.id, seconds * second, null);
  emulator().advanceClock(seconds * second);
};

describe("a refund", () => {
  const refund = ({ transactionId }: TestSession, amount: bigint) =>
    requestRefund(callerOf(shop().accountNumber), "live", transactionId, { amount });
  const statuses = async ({ id }: TestSession) =>
    (await db().refund.findMany({ where: { sessionId: id }, orderBy: { id: "asc" } })).map(({ status }) => status);

  async function untilEnded(session: TestSession): Promise<void> {
    for (let step = 0; step < 40; step++) {
      if ((await db().refund.count({ where: { sessionId: session.id, endedAt: null } })) === 0) return;
      await passLive(session, emulator(), 30);
    }
    throw new Error("The refund did not end.");
  }

  it("can be repeated after one that never reached the gateway", async () => {
    const session = await paid();
    emulator().addFault({ endpoint: "refund", kind: "lost_before" });
    await refund(session, 700n);
    await untilEnded(session);
    await refund(session, 700n);
    await untilEnded(session);
    expect(await statuses(session)).toEqual(["rejected", "refunded"]);
  });

  it("is found by the order's total if the gateway does not list refunds", async () => {
    emulator().setDials({ refundsListed: false });
    const session = await paid();
    emulator().addFault({ endpoint: "refund", kind: "lost_after" });
    await refund(session, 500n);
    await untilEnded(session);
    expect(await statuses(session)).toEqual(["refunded"]);
  });

  it("of a killed worker is not rejected while the gateway's queries may lag", async () => {
    emulator().setDials({ queryLagMs: 44_000 });
    const session = await paid();
    await passLive(session, emulator(), 50);
    await refund(session, 500n);
    const [claimed] = await claimRefunds(10);
    if (!claimed) throw new Error("There is no refund to claim.");
    emulator().addFault({ endpoint: "refund", kind: "late_work", ms: hour });
    const { id: refundId, attemptId, amount, currency } = claimed;
    const request = { refundId, attemptId, amount, currency, simulation: null };
    await dropping((await gatewayOf({ environment: "live" })).refund(request));
    await move(session, 5);
    emulator().runPostponed();
    for (const seconds of [26, 16]) await passLive(session, emulator(), seconds);
    expect(await statuses(session)).toEqual(["sent"]);
    await untilEnded(session);
    expect(await statuses(session)).toEqual(["refunded"]);
  });

  it("that was sent before the database was restored to an earlier time is not sent again", async () => {
    const session = await paid();
    await refund(session, 500n);
    const [claimed] = await claimRefunds(10);
    if (!claimed) throw new Error("There is no refund to claim.");
    const { id: refundId, attemptId, amount, currency } = claimed;
    await (await gatewayOf({ environment: "live" })).refund({
      ...{ refundId, attemptId, amount, currency },
      simulation: null,
    });
    // The restored database has the request of the refund, and not that it was sent.
    await db().powertranzRefund.delete({ where: { refundId } });
    await db().powertranzCharge.update({ where: { attemptId }, data: { refunded: 0n } });
    await db().refund.update({ where: { id: refundId }, data: { status: "requested", calledAt: null } });
    await passLive(session, emulator(), 15 * 60);
    await untilEnded(session);
    expect(await statuses(session)).toEqual(["refunded"]);
    expect(emulator().state().transactions[0]?.refunds).toHaveLength(1);
  });
});

it("a settled late approval is returned although its first refund never reached the gateway", async () => {
  emulator().addFault({ endpoint: "payment", kind: "late_work", ms: hour });
  const session = await dropping(paid());
  for (let step = 0; step < 60 && (await recordOf(session)).status === null; step++)
    await passLive(session, emulator(), 15);
  emulator().runPostponed();
  emulator().settleAll();
  emulator().addFault({ endpoint: "refund", kind: "lost_before" });
  for (let step = 0; step < 60 && heldCharges(emulator()).length > 0; step++) await passLive(session, emulator(), 120);
  expect(heldCharges(emulator())).toEqual([]);
});

it("a payment that queries show only after its void was approved is never refunded, too", async () => {
  emulator().setDials({ queryLagMs: 90_000 });
  emulator().addFault({ endpoint: "payment", kind: "lost_after" });
  const session = await paid();
  for (let step = 0; step < 80; step++) await passLive(session, emulator(), 5);
  await settleLive(session, emulator());
  expect(emulator().state().transactions).toMatchObject([{ state: "voided", voidCount: 1 }]);
  expect(await db().platformRefund.count({ where: { sessionId: session.id } })).toBe(0);
  expect((await recordOf(session)).status).not.toBe("success");
});

it("a partial approval whose answer was lost is voided", async () => {
  emulator().setDials({ partialApproval: true });
  emulator().addFault({ endpoint: "payment", kind: "lost_after" });
  const session = await paid();
  await settleLive(session, emulator());
  expect(await recordOf(session)).not.toMatchObject({ status: "success" });
  expect(heldCharges(emulator())).toEqual([]);
});

it("a partial approval is voided", async () => {
  emulator().setDials({ partialApproval: true });
  const session = await paid();
  expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", money: "not_charged" });
  await settleLive(session, emulator());
  expect(heldCharges(emulator())).toEqual([]);
});

it("a forged authentication does not pass the card testing guard if the gateway does not confirm it", async () => {
  const session = await openLiveSession(shop());
  const card = emulatorCards.find(({ status, isoCode }) => status === "U" && isoCode === "00");
  await submitLive(session, card?.number ?? "");
  const attemptId = await lastAttemptOf(session);
  await db().attempt.update({ where: { id: attemptId }, data: { requiresAuthentication: true } });
  await db().powertranzCharge.update({ where: { attemptId }, data: { requiresAuthentication: true } });
  const posted = await visitGateway((await findChallengePage(session.token)) ?? "");
  const response = JSON.parse(posted?.fields.Response ?? "");
  response.RiskManagement = { ThreeDSecure: { AuthenticationStatus: "Y", Eci: "05" } };
  const forged = { ...posted?.fields, Response: JSON.stringify(response) };
  await answerChallenge(returnToken({ attemptId, step: 1 }), forged);
  expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "authentication" });
  await settleLive(session, emulator());
  expect(heldCharges(emulator())).toEqual([]);
  expect(await attemptsOf(session)).toMatchObject([{ isAuthenticationConfirmed: false }]);
});

it("an attempt that was reported as failed is not charged afterwards by a process that was paused", async () => {
  const session = await openLiveSession(shop());
  await submitLive(session, freshCard());
  const first = await lastAttemptOf(session);
  const posted = await visitGateway((await findChallengePage(session.token)) ?? "");
  let [resume, isLocked] = [() => {}, () => {}];
  const resumed = new Promise<void>((resolve) => (resume = resolve));
  const locked = new Promise<void>((resolve) => (isLocked = resolve));
  const pause = inTransaction(async () => {
    await query(sql`SELECT FROM powertranz_charge WHERE attempt_id = ${first} FOR UPDATE`);
    isLocked();
    await resumed;
  });
  await locked;
  const returning = answerChallenge(returnToken({ attemptId: first, step: 1 }), posted?.fields ?? {});
  await expect.poll(async () => (await recordOf(session)).state).toBe("authorising");
  await passLive(session, emulator(), 21);
  await setClock(session.id, 30 * second, null);
  await inquireAttempts();
  expect(await advanceAndView(session.id)).toMatchObject({ money: "confirming" });
  resume();
  await Promise.all([pause, returning]);
  await settleLive(session, emulator());
  expect(heldCharges(emulator())).toHaveLength((await recordOf(session)).status === "success" ? 1 : 0);
});

it("a voided charge never becomes a success while the gateway's queries lag", async () => {
  emulator().setDials({ queryLagMs: 45_000 });
  emulator().addFault({ endpoint: "payment", kind: "late_work", ms: hour });
  const session = await dropping(paid());
  await move(session, 4);
  emulator().runPostponed();
  await move(session, 44);
  await inquireAttempts();
  await move(session, 1.5);
  await voidAttempts();
  for (let step = 0; step < 10; step++) {
    await move(session, 3);
    await voidAttempts();
    await inquireAttempts();
  }
  await settleLive(session, emulator());
  expect(heldCharges(emulator())).toHaveLength((await recordOf(session)).status === "success" ? 1 : 0);
});

describe("the terminal of an earlier charge", () => {
  it("uses the new password after the operator has replaced it", async () => {
    emulator().addFault({ endpoint: "payment", kind: "lost_after" });
    const session = await paid();
    const old = await db().terminal.findFirstOrThrow({ where: { platform: "TT", currency: "TTD", disabledAt: null } });
    const toReplace = await loadTerminal(old.id);
    await db().terminal.updateMany({
      where: { merchantId: old.merchantId, currency: "USD" },
      data: { merchantId: "99900001" },
    });
    await disableTerminal(old.id, now());
    const revoked = new Uint8Array(seal("terminal credentials", old.id, JSON.stringify({ password: "revoked" })));
    await db().terminal.update({ where: { id: old.id }, data: { sealedCredentials: revoked } });
    await insertTerminal({ ...toReplace, id: newUlid(), createdAt: now() });
    await settleLive(session, emulator());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
  });

  it("decides about the charge, although a terminal of another gateway is the first in the order since", async () => {
    emulator().addFault({ endpoint: "payment", kind: "lost_after" });
    const session = await paid();
    const own = await db().terminal.findFirstOrThrow({ where: { platform: "TT", currency: "TTD", disabledAt: null } });
    const other = await addTerminal();
    await orderTerminals([other, own.id]);
    await settleLive(session, emulator());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    await disableTerminal(other, now());
  });
});
