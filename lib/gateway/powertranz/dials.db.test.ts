import { describe, expect, it } from "vitest";
import { type Dials, dialChoices } from "@/emulator/powertranz/dials";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { hour } from "@/lib/kit/clock";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { callerOf } from "@/tests/support/http/withdrawals";
import { attemptsOf, freshCard, recordOf, type TestSession } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  heldCharges,
  openLiveSession,
  passLive,
  payLive,
  settleLive,
  startLiveTests,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";

/**
 * Some behaviours of the gateway are not documented. Each dial is one of them, and payments must end right in every
 * position.
 */
const { emulator, shop } = startLiveTests();

const positions = (name: keyof typeof dialChoices) =>
  Object.keys(dialChoices[name]).map((value) => ({ [name]: value }) as Partial<Dials>);

async function pay(): Promise<TestSession> {
  const session = await openLiveSession(shop());
  await payLive(session, freshCard());
  return session;
}

const queryDials = [
  ...positions("unknownInquiry"),
  ...positions("voidOfUnknown"),
  ...positions("inquiryBeforePayment"),
  { queryLagMs: 30_000 },
];
describe.each(drawCases(queryDials, 6))("with %o", (dials) => {
  it("a payment whose answer is lost succeeds", async () => {
    emulator().setDials(dials);
    emulator().addFault({ endpoint: "payment", kind: "lost_after" });
    const session = await pay();
    await settleLive(session, emulator());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(heldCharges(emulator())).toHaveLength(1);
  });

  it("a payment that never arrived charges nothing, and the payer can try again within the session", async () => {
    emulator().setDials(dials);
    emulator().addFault({ endpoint: "payment", kind: "lost_before" });
    const session = await pay();
    for (let step = 0; step < 30 && (await recordOf(session)).state !== "hosted"; step++)
      await droppingSockets(emulator(), passLive(session, emulator(), 15));
    expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", money: "not_charged" });
    await payLive(session, freshCard());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(heldCharges(emulator())).toHaveLength(1);
  });
});

const voidDials = [...positions("settledVoid"), ...positions("voidOfUnknown")];
describe.each(drawCases(voidDials, 4))("with %o", (dials) => {
  it("a settled payment that arrives after its order failed is returned once", async () => {
    emulator().setDials(dials);
    emulator().addFault({ endpoint: "payment", kind: "late_work", ms: hour });
    const session = await droppingSockets(emulator(), pay());
    for (let step = 0; step < 60 && (await recordOf(session)).status === null; step++)
      await droppingSockets(emulator(), passLive(session, emulator(), 15));
    emulator().runPostponed();
    emulator().settleAll();
    for (let step = 0; step < 30 && heldCharges(emulator()).length > 0; step++) await passLive(session, emulator(), 15);
    await settleLive(session, emulator());
    expect(heldCharges(emulator())).toEqual([]);
    expect(await recordOf(session)).not.toMatchObject({ status: "success" });
  });
});

const refundDials = drawCases([{ refundExternalIdentifier: true }, { refundExternalIdentifier: false }], 2);
describe.each(refundDials)("with %o", (dials) => {
  it.each(["lost_after", "lost_before"] as const)("a refund with %s has the gateway's outcome", async (kind) => {
    emulator().setDials(dials);
    const session = await pay();
    const refund = () => requestRefund(callerOf(shop().accountNumber), "live", session.transactionId, { amount: 100n });
    const open = () => db().refund.count({ where: { sessionId: session.id, endedAt: null } });
    await refund();
    for (let step = 0; step < 5 && (await open()) > 0; step++) await passLive(session, emulator(), 15);
    emulator().addFault({ endpoint: "refund", kind });
    await refund();
    for (let step = 0; step < 40 && (await open()) > 0; step++) await passLive(session, emulator(), 10);
    const rows = await db().refund.findMany({ where: { sessionId: session.id }, orderBy: { id: "asc" } });
    const second = kind === "lost_after" ? "refunded" : "rejected";
    expect(rows.map(({ status }) => status)).toEqual(["refunded", second]);
    expect(emulator().state().transactions[0]?.refunds).toHaveLength(kind === "lost_after" ? 2 : 1);
  });
});

const letterDials = drawCases(positions("verificationLetters"), 2);
it.each(letterDials)("the AVS answer is read where the gateway gives it: %o", async (dials) => {
  emulator().setDials(dials);
  emulator().addFault({ endpoint: "payment", kind: "lost_after" });
  const session = await openLiveSession(shop(), { avs: true });
  await payLive(session, freshCard());
  await settleLive(session, emulator());
  const [attempt] = await attemptsOf(session);
  const isRead = ["inquiry", "both"].includes(dials.verificationLetters ?? "");
  expect(attempt).toMatchObject({ state: "approved", avs: isRead ? "match" : "unavailable" });
});

it("a payment is refused, and nothing is charged, while the gateway's 3DS is down", async () => {
  emulator().setDials({ threeDS: "down_3D3" });
  const session = await pay();
  expect(await advanceAndView(session.id)).toMatchObject({ state: "hosted", notice: "authentication" });
  expect(heldCharges(emulator())).toEqual([]);
});

it("a rate limit of the gateway is no answer, and loses no payment", async () => {
  emulator().addFault({ endpoint: "payment", kind: "lost_after" });
  const session = await pay();
  emulator().setDials({ rateLimitPerSecond: 1 });
  for (let step = 0; step < 4; step++) await passLive(session, emulator(), 15);
  emulator().setDials({ rateLimitPerSecond: null });
  await settleLive(session, emulator());
  expect(await recordOf(session)).toMatchObject({ status: "success" });
});

it("a payment stays open while the gateway refuses our credentials, and keeps its outcome", async () => {
  emulator().addFault({ endpoint: "payment", kind: "lost_after" });
  const session = await pay();
  const right = await db().terminal.findFirstOrThrow({ where: { platform: "TT", currency: "TTD", disabledAt: null } });
  await db().terminal.update({ where: { id: right.id }, data: { merchantId: "99900000" } });
  for (let step = 0; step < 5; step++) await passLive(session, emulator(), 60);
  expect(await advanceAndView(session.id)).toMatchObject({ state: "finalising", money: "confirming" });
  await db().terminal.update({ where: { id: right.id }, data: { merchantId: right.merchantId } });
  await settleLive(session, emulator());
  expect(await recordOf(session)).toMatchObject({ status: "success" });
  emulator().reset();
});
