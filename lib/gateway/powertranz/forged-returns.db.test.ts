import { afterEach, describe, expect, it } from "vitest";
import { emulatorCards } from "@/emulator/powertranz/cards";
import type { Forgery } from "@/emulator/powertranz/faults";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { findChallengePage } from "@/lib/checkout/pay/answer-challenge";
import { db } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { attemptsOf, freshCard, lastAttemptOf, recordOf, type TestSession } from "@/tests/support/in-process/checkout";
import {
  heldCharges,
  openLiveSession,
  passLive,
  payLive,
  settleLive,
  startLiveTests,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import { findOrder, recordAuthenticationPlace, writePolicy } from "../terminals/terminal-store";

/**
 * The payer's browser reports the result of 3DS, and a payer can change it. These payers have the status U, which the
 * policy refuses, and post something better.
 */
const { emulator, shop } = startLiveTests();

const policy = { allowsUnavailable: false, allowsUnsupported: true, allowsUnconfirmed: null };

async function certify(place: "payment" | "inquiry" | "nowhere"): Promise<void> {
  const [terminal] = await findOrder({ platform: "TT", currency: "TTD" });
  await recordAuthenticationPlace(terminal?.id ?? "", place, now());
}

afterEach(async () => {
  await writePolicy("TT", policy);
  await db().terminal.updateMany({ data: { authenticationIn: null, certifiedAt: null } });
});

const unavailable = emulatorCards.find(
  ({ status, isoCode, brand }) => status === "U" && isoCode === "00" && brand === "Visa",
);

async function payForged(forge: Forgery): Promise<TestSession> {
  emulator().addFault({ endpoint: "return", kind: "forged", forge });
  const session = await openLiveSession(shop());
  await payLive(session, unavailable?.number ?? "");
  return session;
}

async function expectDeclined(session: TestSession): Promise<void> {
  expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "authentication" });
  await settleLive(session, emulator());
  expect(heldCharges(emulator())).toEqual([]);
  expect(await attemptsOf(session)).toMatchObject([{ code: "3D" }]);
}

const forgeries = ["status", "unsupported"] as const;

describe.each(drawCases(forgeries, 2))("a forged return (%s) is voided and declined", (forge) => {
  it("if the gateway's record shows the real result, without any certification", async () => {
    emulator().setDials({ inquiryAuthentication: true });
    await expectDeclined(await payForged(forge));
  });

  it.each(["payment", "inquiry"] as const)(
    "if certification found the result in the %s and it is missing",
    async (place) => {
      await certify(place);
      await expectDeclined(await payForged(forge));
    },
  );

  it("if the operator refuses unconfirmed results", async () => {
    await certify("nowhere");
    await writePolicy("TT", { ...policy, allowsUnconfirmed: false });
    await expectDeclined(await payForged(forge));
  });

  it("if the card testing guard demands authentication", async () => {
    await certify("nowhere");
    await writePolicy("TT", { ...policy, allowsUnconfirmed: true });
    emulator().addFault({ endpoint: "return", kind: "forged", forge });
    const session = await openLiveSession(shop());
    await submitLive(session, unavailable?.number ?? "");
    const attemptId = await lastAttemptOf(session);
    await db().attempt.update({ where: { id: attemptId }, data: { requiresAuthentication: true } });
    await db().powertranzCharge.update({ where: { attemptId }, data: { requiresAuthentication: true } });
    expect(await findChallengePage(session.token)).not.toBeNull();
    await visitLive(session);
    await expectDeclined(session);
  });
});

describe("a genuine payment whose answer has no result of 3DS", () => {
  it.each([null, true])(
    "succeeds where no answer has it, and the operator's choice is %s",
    async (allowsUnconfirmed) => {
      await certify("nowhere");
      await writePolicy("TT", { ...policy, allowsUnconfirmed });
      const session = await openLiveSession(shop());
      await payLive(session, freshCard());
      expect(await recordOf(session)).toMatchObject({ status: "success" });
      expect(await attemptsOf(session)).toMatchObject([{ isAuthenticationConfirmed: false }]);
    },
  );

  it("succeeds, and keeps the payment's own AVS answer, if the record confirms it", async () => {
    await certify("inquiry");
    emulator().setDials({ inquiryAuthentication: true });
    const session = await openLiveSession(shop(), { avs: true });
    await payLive(session, freshCard());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(await attemptsOf(session)).toMatchObject([{ isAuthenticationConfirmed: true, avs: "match" }]);
  });

  it("waits for the record if queries lag, and then succeeds", async () => {
    await certify("inquiry");
    emulator().setDials({ inquiryAuthentication: true, queryLagMs: 20_000 });
    const session = await openLiveSession(shop());
    await payLive(session, freshCard());
    expect(await advanceAndView(session.id)).toMatchObject({ money: "confirming" });
    for (let step = 0; step < 3; step++) await passLive(session, emulator(), 15);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
  });
});
