import { afterEach, describe, expect, it } from "vitest";
import { emulatorCards } from "@/emulator/powertranz/cards";
import { terminals } from "@/emulator/powertranz/terminals";
import { liveCards } from "@/emulator/powertranz/testing/live-cards";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { findBalances } from "@/lib/ledger/store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { dumpDatabase, findNumbers } from "@/tests/support/browser/traces";
import { callerOf } from "@/tests/support/http/withdrawals";
import { attemptsOf, freshCard, recordOf, timelineOf } from "@/tests/support/in-process/checkout";
import {
  heldCharges,
  openLiveSession,
  openLiveShop,
  passLive,
  payLive,
  settleLive,
  startLiveTests,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";
import { writePolicy } from "../terminals/terminal-store";

const { emulator, shop } = startLiveTests();
const policy = { allowsUnavailable: false, allowsUnsupported: true, allowsUnconfirmed: null };
afterEach(async () => {
  await writePolicy("TT", policy);
});

/** The numbers of the emulator's cards that our page accepts. */
const cardWith = (isWanted: (card: (typeof emulatorCards)[number]) => boolean): string => {
  const card = emulatorCards.find((each) => isWanted(each) && ["Visa", "MasterCard"].includes(each.brand));
  if (!card) throw new Error("The emulator has no such card.");
  return card.twin ?? card.number;
};
const unavailable = cardWith(({ status, isoCode }) => status === "U" && isoCode === "00");
const unsupported = cardWith(({ flow }) => flow === "none");
const rejected = cardWith(({ status }) => status === "R");

describe("a live payment", () => {
  it.each([
    ["without a challenge", liveCards.frictionless, "Y"],
    ["with an attempted authentication", liveCards.attempted, "A"],
    ["with a fingerprint", liveCards.fingerprint, "Y"],
    ["with a challenge", liveCards.challenged, "Y"],
  ])("succeeds %s, and keeps the result of 3DS for disputes", async (_how, card, status) => {
    const session = await openLiveSession(shop());
    await payLive(session, card);
    expect(await recordOf(session)).toMatchObject({ status: "success", code: "00" });
    const [attempt] = await attemptsOf(session);
    expect(attempt).toMatchObject({ authenticationStatus: status, eci: expect.stringMatching(/^0[56]$/) });
    expect(attempt?.dsTransactionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(heldCharges(emulator())).toMatchObject([{ amount: "12.05", currency: "780", chargeCount: 1 }]);
  });

  it.each([
    ["fails the challenge", liveCards.challenged, "fail"],
    ["cancels the challenge", liveCards.challenged, "cancel"],
    ["is not authenticated (N)", liveCards.refusedByBank, "pass"],
    ["is rejected by the bank (R)", rejected, "pass"],
    ["cannot be authenticated (U)", unavailable, "pass"],
  ] as const)("returns to the form without a payment call if the payer %s", async (_what, card, visit) => {
    const session = await openLiveSession(shop());
    await payLive(session, card, visit);
    const view = await advanceAndView(session.id);
    expect(view).toMatchObject({ state: "hosted", notice: "authentication", money: "not_charged", tries_left: 4 });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
  });

  it("accepts an unavailable authentication if the platform's policy allows it", async () => {
    await writePolicy("TT", { ...policy, allowsUnavailable: true });
    const session = await openLiveSession(shop());
    await payLive(session, unavailable);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
  });

  it("accepts a card without 3DS, unless the platform's policy refuses it", async () => {
    const accepted = await openLiveSession(shop());
    await payLive(accepted, unsupported);
    expect(await recordOf(accepted)).toMatchObject({ status: "success" });
    await writePolicy("TT", { ...policy, allowsUnsupported: false });
    const refused = await openLiveSession(shop());
    await payLive(refused, unsupported);
    expect(await advanceAndView(refused.id)).toMatchObject({ state: "hosted", notice: "authentication" });
    expect(heldCharges(emulator())).toHaveLength(1);
  });

  it("shows a decline with its own notice, and another card pays", async () => {
    const session = await openLiveSession(shop());
    await payLive(session, liveCards.declined);
    expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "funds", money: "not_charged" });
    await payLive(session, liveCards.frictionless);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(heldCharges(emulator())).toHaveLength(1);
  });

  it("alerts the operator and says that nothing was charged if the merchant account is misconfigured", async () => {
    const session = await openLiveSession(shop());
    await payLive(
      session,
      cardWith(({ isoCode }) => isoCode === "58"),
    );
    expect(await advanceAndView(session.id)).toMatchObject({
      state: "hosted",
      notice: "not_taken",
      money: "not_charged",
    });
    expect(await timelineOf(session)).toContain("operator_alerted");
  });

  it("shows the bank's message to the payer", async () => {
    const session = await openLiveSession(shop());
    await payLive(
      session,
      cardWith(({ cardholderInfo, status }) => cardholderInfo !== null && status === "N"),
    );
    const { bank_message } = await advanceAndView(session.id);
    expect(bank_message).toBe(emulatorCards.find((card) => card.cardholderInfo && card.status === "N")?.cardholderInfo);
  });

  it.each(["000", "999"])("refuses the security code %s without a call", async (cvc) => {
    const session = await openLiveSession(shop());
    const view = await submitLive(session, liveCards.frictionless, { cvc });
    expect(view).toMatchObject({ state: "hosted", notice: "cvc", money: "not_charged" });
    expect(emulator().state().transactions).toEqual([]);
  });

  it("is voided and declined if AVS is on and the whole address is wrong", async () => {
    const session = await openLiveSession(shop(), { avs: true });
    await payLive(
      session,
      cardWith(({ avs, isoCode, brand }) => avs === "N" && isoCode === "00" && brand === "Visa"),
    );
    expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "address" });
    await settleLive(session, emulator());
    expect(heldCharges(emulator())).toEqual([]);
  });
});

it("a challenge that another payer of the order takes over is never charged, and the other payer is", async () => {
  const orderId = newUlid();
  const [stranger, payer] = [await openLiveSession(shop(), { orderId }), await openLiveSession(shop(), { orderId })];
  await submitLive(stranger, liveCards.challenged);
  await passLive(stranger, emulator(), 60);
  await payLive(payer, freshCard());
  expect(await recordOf(payer)).toMatchObject({ status: "success" });
  await visitLive(stranger);
  expect(await advanceAndView(stranger.id)).toMatchObject({ notice: "taken_over", money: "not_charged" });
  expect(heldCharges(emulator())).toHaveLength(1);
});

describe("the return from the bank's page", () => {
  it.each(["token", "identifier"] as const)("declines a forged %s, and nothing is charged", async (forge) => {
    emulator().addFault({ endpoint: "return", kind: "forged", forge });
    const session = await openLiveSession(shop());
    await payLive(session, liveCards.frictionless);
    expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "authentication" });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
  });

  it("does not charge a payer who failed and forged a success", async () => {
    emulator().addFault({ endpoint: "return", kind: "forged", forge: "status" });
    const session = await openLiveSession(shop());
    await payLive(session, liveCards.challenged, "fail");
    expect(await recordOf(session)).toMatchObject({ status: null });
    expect(heldCharges(emulator())).toEqual([]);
  });

  it("charges once if the browser returns twice at the same moment", async () => {
    const session = await openLiveSession(shop());
    await submitLive(session, liveCards.frictionless);
    await Promise.all([visitLive(session), visitLive(session)]);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 1 }]);
  });

  it("ends the session as expired, without a charge, if the browser never returns", async () => {
    const session = await openLiveSession(shop());
    await submitLive(session, liveCards.challenged);
    await settleLive(session, emulator(), 60);
    expect(await recordOf(session)).toMatchObject({ status: "failed", code: "EX" });
    await visitLive(session);
    expect(emulator().state().transactions).toMatchObject([{ chargeCount: 0 }]);
  });
});

it("a payment is refunded in parts up to the whole amount, and the merchant's balance pays each part", async () => {
  const merchant = await openLiveShop();
  const session = await openLiveSession(merchant);
  await payLive(session, freshCard());
  // The fee is not refunded to the merchant, so a whole refund needs the money of a second payment.
  await payLive(await openLiveSession(merchant), freshCard());
  const refund = async (amount?: bigint) => {
    await requestRefund(callerOf(merchant.accountNumber), "live", session.transactionId, { amount });
    await passLive(session, emulator(), 5);
  };
  await refund(500n);
  await refund();
  expect(await db().refund.findMany({ where: { sessionId: session.id }, orderBy: { id: "asc" } })).toMatchObject([
    { status: "refunded", amount: 500n },
    { status: "refunded", amount: 705n },
  ]);
  const [first] = emulator().state().transactions;
  expect(first?.refunds.map(({ amount }) => amount)).toEqual(["5.00", "7.05"]);
  expect(await findBalances(merchant.accountNumber, "live")).toMatchObject([
    { currency: "TTD", available: 795n, held: 0n },
  ]);
});

it("payments leave no card number, password, token or bank's page in the database", async () => {
  const cards = [freshCard(), freshCard(), freshCard()];
  const [paid, left, lost] = [
    await openLiveSession(shop()),
    await openLiveSession(shop()),
    await openLiveSession(shop()),
  ];
  await payLive(paid, cards[0] ?? "");
  await submitLive(left, cards[1] ?? "");
  emulator().addFault({ endpoint: "payment", kind: "lost_before" });
  await payLive(lost, cards[2] ?? "");
  const places = await dumpDatabase(env().DATABASE_URL ?? "");
  expect(findNumbers(places, cards)).toEqual([]);
  const secrets = [...terminals.map(({ password }) => password), "powertranz_spi", "SpiToken"];
  const found = places.filter(({ value }) => secrets.some((text) => String(value).includes(text)));
  expect(found.map(({ where }) => where)).toEqual([]);
});
