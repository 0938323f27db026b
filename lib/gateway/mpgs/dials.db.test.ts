import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Dials, dialWords } from "@/emulator/mpgs/dials";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { liveCards } from "@/emulator/mpgs/testing/live-cards";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { hour, minute } from "@/lib/kit/clock";
import { extendEnv } from "@/lib/kit/env";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { callerOf } from "@/tests/support/http/withdrawals";
import { freshCard, recordOf, type TestSession } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  heldCharges,
  openLiveSession,
  passLive,
  payLive,
  settleLive,
  startLiveTestsAt,
  submitLive,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import { findOrder, loadTerminal } from "../terminals/terminal-store";
import { forgetProfile } from "./profile";

/**
 * Some behaviours of the gateway are not documented, or differ from bank to bank. Each dial is one of them, and
 * payments must end right in every position.
 */
const { emulator, shop } = startLiveTestsAt(mpgsEmulator);

// The card testing guard would refuse the cards of a long run.
beforeAll(() => extendEnv({ RATE_LIMIT_FACTOR: "100000" }));
afterAll(() => extendEnv({ RATE_LIMIT_FACTOR: "" }));
// Each test has a merchant account of its own kind, and the adapter remembers the kind for an hour.
beforeEach(async () => {
  const [terminal] = await findOrder({ platform: "TT", currency: "TTD" });
  forgetProfile((await loadTerminal(terminal?.id ?? "")).credentials);
});

const { choices, switches } = dialWords;
const every = [
  ...Object.entries(choices).flatMap(([name, meanings]) => Object.keys(meanings).map((value) => ({ [name]: value }))),
  ...Object.keys(switches).flatMap((name) => [true, false].map((value) => ({ [name]: value }))),
  { queryLagMs: 30_000 },
  { authorizeOnly: true, voidOfCapture: "leaves_authorization" },
  { authorizeOnly: true, queryLagMs: 30_000 },
  { authorizeOnly: true, approval: "partial" },
  { authorizeOnly: true, timedOut: "approved", finalAfterMs: 12 * minute, voidOfUndecided: "refused" },
  { timedOut: "approved", finalAfterMs: 12 * minute, voidOfUndecided: "refused" },
] as Partial<Dials>[];

async function pay(card = freshCard()): Promise<TestSession> {
  const session = await openLiveSession(shop());
  await payLive(session, card);
  return session;
}

/** Checks that the record, the page and the gateway's books say the same. */
async function expectAgreement(session: TestSession): Promise<void> {
  const { status } = await recordOf(session);
  expect(heldCharges(emulator())).toHaveLength(status === "success" ? 1 : 0);
  const { money } = await advanceAndView(session.id);
  expect(money).toBe(status === "success" ? "charged" : "not_charged");
  for (const { chargeCount } of emulator().state().transactions) expect(chargeCount).toBeLessThanOrEqual(1);
}

describe.each(drawCases(every, 12))("with %o", (dials) => {
  it.each(["delay", "lost_after", "lost_before"] as const)(
    "a payment whose answer is affected by %s ends in one result that agrees with the gateway",
    async (kind) => {
      emulator().setDials(dials);
      for (const endpoint of ["pay", "authorize"] as const) emulator().addFault({ endpoint, kind, ms: 1 });
      const session = await pay();
      await settleLive(session, emulator());
      await expectAgreement(session);
    },
  );

  it("a payment that timed out at the gateway ends in one result that agrees with it", async () => {
    emulator().setDials(dials);
    const session = await pay(liveCards.timedOut);
    await settleLive(session, emulator());
    await expectAgreement(session);
  });

  it("a payment that arrives after its order failed is returned once", async () => {
    emulator().setDials(dials);
    for (const endpoint of ["pay", "authorize"] as const)
      emulator().addFault({ endpoint, kind: "late_work", ms: hour });
    const session = await droppingSockets(emulator(), pay());
    for (let step = 0; step < 60 && (await recordOf(session)).status === null; step++)
      await droppingSockets(emulator(), passLive(session, emulator(), 15));
    emulator().runPostponed();
    for (let step = 0; step < 40 && heldCharges(emulator()).length > 0; step++) await passLive(session, emulator(), 15);
    await settleLive(session, emulator());
    expect(heldCharges(emulator())).toHaveLength((await recordOf(session)).status === "success" ? 1 : 0);
  });
});

describe("where the merchant account only authorises", () => {
  it("a payment is captured at once, and the payer is charged once", async () => {
    emulator().setDials({ authorizeOnly: true });
    const session = await pay(liveCards.challenged);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(heldCharges(emulator())).toMatchObject([{ state: "captured", held: "12.05", chargeCount: 1 }]);
  });

  it("a payment is voided and declined if AVS is on and the whole address is wrong", async () => {
    emulator().setDials({ authorizeOnly: true });
    const session = await openLiveSession(shop(), { avs: true });
    await submitLive(session, liveCards.frictionless, { address1: "7 November St" });
    expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "address" });
    await settleLive(session, emulator());
    expect(heldCharges(emulator())).toEqual([]);
  });

  it("a void of a captured payment releases it although queries lag", async () => {
    emulator().setDials({ authorizeOnly: true });
    const session = await pay();
    emulator().setDials({ queryLagMs: 30_000 });
    await db().attempt.updateMany({ where: { sessionId: session.id }, data: { voidAt: new Date() } });
    for (let step = 0; step < 20 && heldCharges(emulator()).length > 0; step++) await passLive(session, emulator(), 15);
    expect(heldCharges(emulator())).toEqual([]);
  });

  it.each(["lost_before", "lost_after"] as const)("a capture with %s ends as the gateway's books say", async (kind) => {
    emulator().setDials({ authorizeOnly: true });
    emulator().addFault({ endpoint: "capture", kind });
    const session = await pay();
    await settleLive(session, emulator());
    await expectAgreement(session);
    expect((await recordOf(session)).status === "success").toBe(kind === "lost_after");
  });
});

it.each(["forgotten", "required"] as const)(
  "a session whose security code is %s charges or refuses at once",
  async (sessionCsc) => {
    emulator().setDials({ sessionCsc });
    const session = await pay();
    const isCharged = sessionCsc === "forgotten";
    expect(await advanceAndView(session.id)).toMatchObject({ money: isCharged ? "charged" : "not_charged" });
    await expectAgreement(session);
  },
);

it.each(["approved", "stays", "reversed"] as const)(
  "a payment that timed out, and that %s later, is voided unless it succeeded",
  async (timedOut) => {
    emulator().setDials({ timedOut, finalAfterMs: 30_000 });
    const session = await pay(liveCards.timedOut);
    expect(await advanceAndView(session.id)).toMatchObject({ money: "confirming" });
    await settleLive(session, emulator());
    await expectAgreement(session);
    expect((await recordOf(session)).status === "success").toBe(timedOut === "approved");
  },
);

it("a refund stays open while the gateway says that it does not know the order", async () => {
  const session = await pay();
  emulator().addFault({ endpoint: "refund", kind: "lost_after" });
  await requestRefund(callerOf(shop().accountNumber), "live", session.transactionId, { amount: 100n });
  emulator().addFault({ endpoint: "order", kind: "invalid_request", times: 0 });
  for (let step = 0; step < 40; step++) await passLive(session, emulator(), 15);
  const find = () => db().refund.findMany({ where: { sessionId: session.id } });
  expect(await find()).toMatchObject([{ endedAt: null }]);
  emulator().clearFaults();
  for (let step = 0; step < 300 && (await find())[0]?.endedAt === null; step++) await passLive(session, emulator(), 60);
  expect(await find()).toMatchObject([{ status: "refunded" }]);
});

it.each(["lost_after", "lost_before"] as const)("a refund with %s has the gateway's outcome", async (kind) => {
  const session = await pay();
  emulator().addFault({ endpoint: "refund", kind });
  await requestRefund(callerOf(shop().accountNumber), "live", session.transactionId, { amount: 100n });
  const open = () => db().refund.count({ where: { sessionId: session.id, endedAt: null } });
  for (let step = 0; step < 40 && (await open()) > 0; step++) await passLive(session, emulator(), 10);
  const [row] = await db().refund.findMany({ where: { sessionId: session.id } });
  expect(row?.status).toBe(kind === "lost_after" ? "refunded" : "rejected");
  expect(emulator().state().transactions[0]?.refunds).toHaveLength(kind === "lost_after" ? 1 : 0);
});
