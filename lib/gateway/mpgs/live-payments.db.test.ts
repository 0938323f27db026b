import { afterEach, describe, expect, it } from "vitest";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { testProfiles } from "@/emulator/mpgs/profiles";
import { liveCards } from "@/emulator/mpgs/testing/live-cards";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { answerChallenge, findChallengePage } from "@/lib/checkout/pay/answer-challenge";
import { returnToken } from "@/lib/checkout/session/session-token";
import { db } from "@/lib/db/client";
import { minute, useClock } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { dumpDatabase, findNumbers } from "@/tests/support/browser/traces";
import { callerOf } from "@/tests/support/http/withdrawals";
import { attemptsOf, freshCard, lastAttemptOf, recordOf, timelineOf } from "@/tests/support/in-process/checkout";
import {
  heldCharges,
  openLiveSession,
  openLiveShop,
  passLive,
  payLive,
  settleLive,
  startLiveTestsAt,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";
import { writePolicy } from "../terminals/terminal-store";
import { mpgsOperations } from "./operations";

const { emulator, shop } = startLiveTestsAt(mpgsEmulator);
const policy = { allowsUnavailable: false, allowsUnsupported: true, allowsUnconfirmed: null };
afterEach(async () => {
  await writePolicy("TT", policy);
});

const backOnForm = { state: "hosted", money: "not_charged" } as const;

describe("a live payment", () => {
  it.each([
    ["without a page of the bank", liveCards.frictionless, "Y"],
    ["with an attempted authentication", liveCards.attempted, "A"],
    ["with a look at the browser", liveCards.fingerprint, "Y"],
    ["with a challenge", liveCards.challenged, "Y"],
    ["with a look at the browser and a challenge", liveCards.methodThenChallenge, "Y"],
  ])("succeeds %s, and keeps the confirmed result of 3DS for disputes", async (_how, card, status) => {
    const session = await openLiveSession(shop());
    await payLive(session, card);
    expect(await recordOf(session)).toMatchObject({ status: "success", code: "00" });
    const [attempt] = await attemptsOf(session);
    expect(attempt).toMatchObject({ authenticationStatus: status, isAuthenticationConfirmed: true });
    expect(attempt).toMatchObject({ eci: expect.stringMatching(/^0\d$/), dsTransactionId: expect.any(String) });
    expect(heldCharges(emulator())).toMatchObject([{ amount: "12.05", currency: "TTD", chargeCount: 1 }]);
  });

  it.each([
    ["fails the challenge", liveCards.challenged, "fail"],
    ["cancels the challenge", liveCards.challenged, "cancel"],
    ["fails the challenge after a look at the browser", liveCards.methodThenChallenge, "fail"],
    ["is not authenticated", liveCards.refusedByBank, "pass"],
    ["is rejected after the challenge (R)", liveCards.challengeRejected, "pass"],
    ["cannot be authenticated after the challenge (U)", liveCards.challengeUnable, "pass"],
    ["cannot be authenticated (U)", liveCards.unavailable, "pass"],
  ] as const)("returns to the form without a payment call if the payer %s", async (_what, card, visit) => {
    const session = await openLiveSession(shop());
    await payLive(session, card, visit);
    expect(await advanceAndView(session.id)).toMatchObject({ ...backOnForm, notice: "authentication", tries_left: 4 });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
  });

  it.each([
    ["unavailable", liveCards.unavailable, { ...policy, allowsUnavailable: true }],
    ["not supported by the card", liveCards.notEnrolled, policy],
  ] as const)("is accepted if 3DS is %s and the platform's policy allows it", async (_what, card, allowed) => {
    await writePolicy("TT", allowed);
    const accepted = await openLiveSession(shop());
    await payLive(accepted, card);
    expect(await recordOf(accepted)).toMatchObject({ status: "success" });
    await writePolicy("TT", { ...policy, allowsUnsupported: false });
    const refused = await openLiveSession(shop());
    await payLive(refused, card);
    expect(await advanceAndView(refused.id)).toMatchObject({ ...backOnForm, notice: "authentication" });
    expect(heldCharges(emulator())).toHaveLength(1);
  });

  it.each([
    [liveCards.declined, "05", "declined"],
    [liveCards.insufficientFunds, "51", "funds"],
    [liveCards.expired, "54", "card_expired"],
    [liveCards.blocked, "57", "not_permitted"],
  ])("with %s is declined with the code %s, and another card pays", async (card, code, notice) => {
    const session = await openLiveSession(shop());
    await payLive(session, card);
    const [attempt] = await attemptsOf(session);
    expect([attempt?.code, await advanceAndView(session.id)]).toMatchObject([code, { ...backOnForm, notice }]);
    await payLive(session, liveCards.frictionless);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(heldCharges(emulator())).toHaveLength(1);
  });

  it.each([liveCards.initiateError, liveCards.authenticateError])(
    "with %s ends without a charge if 3DS itself has an error",
    async (card) => {
      const session = await openLiveSession(shop());
      await payLive(session, card);
      expect(await advanceAndView(session.id)).toMatchObject(backOnForm);
      expect(heldCharges(emulator())).toEqual([]);
    },
  );

  it("charges nothing and alerts operators while the gateway refuses the credentials", async () => {
    emulator().setDials({ refusePasswords: true });
    const session = await openLiveSession(shop());
    await payLive(session, freshCard());
    expect(await advanceAndView(session.id)).toMatchObject(backOnForm);
    expect(await timelineOf(session)).toContain("operator_alerted");
    emulator().reset();
    expect(
      await db().mpgsCharge.findUniqueOrThrow({ where: { attemptId: await lastAttemptOf(session) } }),
    ).toMatchObject({ paymentSentAt: null, voidedAt: expect.any(Date) });
  });

  it("is voided and declined if AVS is on and the whole address is wrong", async () => {
    const session = await openLiveSession(shop(), { avs: true });
    await submitLive(session, liveCards.frictionless, { address1: "7 November St" });
    expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "address" });
    await settleLive(session, emulator());
    expect(heldCharges(emulator())).toEqual([]);
  });
});

describe("the return from the bank", () => {
  it.each(["order", "transaction"] as const)("of another %s is declined, and nothing is charged", async (forge) => {
    emulator().addFault({ endpoint: "return", kind: "forged", forge });
    const session = await openLiveSession(shop());
    await payLive(session, liveCards.challenged);
    expect(await advanceAndView(session.id)).toMatchObject({ ...backOnForm, notice: "authentication" });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
  });

  it("with a forged success does not charge a payer who failed", async () => {
    emulator().addFault({ endpoint: "return", kind: "forged", forge: "result" });
    const session = await openLiveSession(shop());
    await payLive(session, liveCards.challenged, "fail");
    expect(await advanceAndView(session.id)).toMatchObject({ ...backOnForm, notice: "authentication" });
    expect(heldCharges(emulator())).toEqual([]);
  });

  it("before the payer has answered the bank is declined", async () => {
    const session = await openLiveSession(shop());
    await submitLive(session, liveCards.challenged);
    const attemptId = await lastAttemptOf(session);
    const fields = { "order.id": attemptId, "transaction.id": "auth", result: "SUCCESS" };
    await answerChallenge(returnToken({ attemptId, step: 1 }), fields);
    expect(await advanceAndView(session.id)).toMatchObject({ ...backOnForm, notice: "authentication" });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
  });

  it("charges once if the browser returns twice at the same moment", async () => {
    const session = await openLiveSession(shop());
    await submitLive(session, liveCards.challenged);
    await Promise.all([visitLive(session), visitLive(session)]);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 1 }]);
  });

  it.each([liveCards.challenged, liveCards.fingerprint])(
    "never comes with %s: the session expires without a charge, and nothing of the payer is kept",
    async (card) => {
      const session = await openLiveSession(shop());
      await submitLive(session, card);
      expect(await findChallengePage(session.token)).not.toBeNull();
      await settleLive(session, emulator(), 60);
      expect(await recordOf(session)).toMatchObject({ status: "failed", code: "EX" });
      await visitLive(session);
      expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
      const restoreClock = useClock(() => new Date(Date.now() + 15 * minute));
      await mpgsOperations.eraseExpiredSecrets().finally(restoreClock);
      const attemptId = await lastAttemptOf(session);
      expect(await db().mpgsCharge.findUniqueOrThrow({ where: { attemptId } })).toMatchObject({ sealedSteps: null });
    },
  );
});

it("a payment is refunded in parts up to the whole amount", async () => {
  const merchant = await openLiveShop();
  const session = await openLiveSession(merchant);
  await payLive(session, freshCard());
  // The fee is not refunded to the merchant, so a whole refund needs the money of a second payment.
  await payLive(await openLiveSession(merchant), freshCard());
  for (const amount of [500n, undefined]) {
    await requestRefund(callerOf(merchant.accountNumber), "live", session.transactionId, { amount });
    await passLive(session, emulator(), 5);
  }
  const refunds = await db().refund.findMany({ where: { sessionId: session.id }, orderBy: { id: "asc" } });
  expect(refunds).toMatchObject([
    { status: "refunded", amount: 500n },
    { status: "refunded", amount: 705n },
  ]);
  const [first] = emulator().state().transactions;
  expect(first?.refunds).toMatchObject(
    refunds.map(({ id, amount }) => ({ transactionIdentifier: id, amount: amount === 500n ? "5.00" : "7.05" })),
  );
});

it("payments leave no card number, password, session or bank's page in the database", async () => {
  const cards = [freshCard(), liveCards.challenged, liveCards.fingerprint, freshCard()];
  const sessions = await Promise.all(cards.map(() => openLiveSession(shop())));
  const [paid, challenged, looked, lost] = sessions as [(typeof sessions)[0], (typeof sessions)[0], never, never];
  await payLive(paid, cards[0] ?? "");
  await submitLive(challenged, cards[1] ?? "");
  await submitLive(looked, cards[2] ?? "");
  emulator().addFault({ endpoint: "pay", kind: "lost_before" });
  await payLive(lost, cards[3] ?? "");
  const places = await dumpDatabase(env().DATABASE_URL ?? "");
  expect(findNumbers(places, cards)).toEqual([]);
  const secrets = [...testProfiles.map(({ password }) => password), "SESSION0", "threeDSMethodData", "creq"];
  const found = places.filter(({ value }) => secrets.some((text) => String(value).includes(text)));
  expect(found.map(({ where }) => where)).toEqual([]);
});
