import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mpgsEmulator } from "@/emulator/mpgs/emulator";
import { liveCards } from "@/emulator/mpgs/testing/live-cards";
import { Merchant } from "@/emulator/mpgs/testing/merchant";
import { db } from "@/lib/db/client";
import { day as dayMs, hour, later, now, useClock } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { createAccountComparer } from "@/lib/reconciliation/settlement/compare-day";
import { dayOf } from "@/lib/reconciliation/settlement/days";
import { findMerchantAccounts } from "@/lib/reconciliation/settlement/merchant-accounts";
import { applyChargebackOperation } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { acquirers } from "@/operator/acquirers";
import { callerOf } from "@/tests/support/http/withdrawals";
import { freshCard, lastAttemptOf, type TestSession } from "@/tests/support/in-process/checkout";
import { emptyLiveBooks } from "@/tests/support/in-process/empty-live-books";
import {
  openLiveSession,
  passLive,
  payLive,
  settleLive,
  startLiveTestsAt,
  submitLive,
} from "@/tests/support/in-process/live-checkout";
import { operatorCommands } from "@/tests/support/in-process/operator-command";
import { insertTerminal } from "../terminals/terminal-store";
import { forgetProfile } from "./profile";

/** The daily comparison at the Mastercard Gateway. Its rules are tested beside them, in lib/reconciliation. */

const { emulator, shop } = startLiveTestsAt(mpgsEmulator);
/** The same merchant account, used outside of the product. */
const elsewhere = () => new Merchant(emulator().baseAddress);

let aheadMs = 0;
let restore: () => void;
beforeEach(async () => {
  restore = useClock(() => new Date(Date.now() + aheadMs));
  await emptyLiveBooks();
  // Tests let the account do different things.
  forgetProfile({ baseAddress: emulator().baseAddress, merchantId: elsewhere().profile.id, secrets: {} });
});
afterEach(() => restore());

async function pay(card = freshCard()): Promise<TestSession & { attemptId: string }> {
  const session = await openLiveSession(shop());
  await payLive(session, card);
  return { ...session, attemptId: await lastAttemptOf(session) };
}

async function refund(session: TestSession, amount: bigint): Promise<string> {
  await requestRefund(callerOf(shop().accountNumber), "live", session.transactionId, { amount });
  await passLive(session, emulator(), 5);
  const { id } = await db().refund.findFirstOrThrow({ where: { sessionId: session.id }, orderBy: { id: "desc" } });
  return id;
}

/** Compares today as it looks an hour later, when nothing is new any more. */
async function compare() {
  const today = dayOf(now());
  aheadMs = hour;
  const account = (await findMerchantAccounts()).find(({ merchantId }) => merchantId === elsewhere().profile.id);
  if (!account) throw new Error("The account has no terminal.");
  return (await createAccountComparer(account))(today).finally(() => {
    aheadMs = 0;
  });
}

async function differences() {
  const { report } = await compare();
  return report?.differences.map(({ kind, subject }) => [kind, subject]);
}

describe("equal books", () => {
  it("give no difference for charges, a refund, a void and a decline, and the sums of both sides are equal", async () => {
    await refund(await pay(), 500n);
    await pay(liveCards.challenged);
    await pay(liveCards.declined);
    await pay(liveCards.refusedByBank);
    const voided = await openLiveSession(shop(), { avs: true });
    await submitLive(voided, liveCards.frictionless, { address1: "7 November St" });
    await settleLive(voided, emulator());
    const result = await compare();
    expect(result.report).toMatchObject({ checked: 6, leftOut: 0, differences: [] });
    const sums = (count: number, amount: bigint) => ({ here: { count, amount }, there: { count, amount } });
    expect(result.report && result.lines[0]).toMatchObject({
      currency: "TTD",
      sales: sums(2, 2410n),
      refunds: sums(1, 500n),
    });
  });

  it("give no difference if an account only authorises and captures", async () => {
    emulator().setDials({ authorizeOnly: true });
    await refund(await pay(), 500n);
    expect(await differences()).toEqual([]);
  });

  it.each([{ historyRows: "repeated" }, { historyLagMs: 6 * hour }, { pendingPayment: "approved" }] as const)(
    "give no difference if the list repeats rows, shows them late, or has two rows of a payment: %o",
    async (dials) => {
      emulator().setDials(dials);
      const session = await pay();
      await settleLive(session, emulator());
      await refund(session, 500n);
      expect(await differences()).toEqual([]);
    },
  );
});

describe("a difference", () => {
  it("is reported for a sale and a refund that only the gateway has", async () => {
    const { orderId } = await elsewhere().buy(freshCard());
    await elsewhere().buy(liveCards.declined);
    const { attemptId } = await pay();
    await elsewhere().refund(attemptId, { "transaction.amount": "2.00" }, "refund-1");
    expect(await differences()).toEqual([
      ["missing_here", orderId],
      ["missing_here", `${attemptId.toLowerCase()}/refund-1`],
    ]);
  });

  it("is reported for a charge and a refund that the gateway does not have", async () => {
    const session = await pay();
    const refundId = await refund(session, 500n);
    emulator().reset();
    expect(await differences()).toEqual([
      ["missing_there", session.attemptId],
      ["missing_there", refundId],
    ]);
  });

  it("is reported for a void at the gateway alone, and for another amount", async () => {
    const [voided, changed] = [await pay(), await pay()];
    await elsewhere().void(voided.attemptId);
    await db().attempt.update({ where: { id: changed.attemptId }, data: { amount: 1206n } });
    const found = await differences();
    expect(found).toContainEqual(["state", voided.attemptId]);
    expect(found).toContainEqual(["amount", changed.attemptId]);
    expect(found).toHaveLength(2);
  });
});

describe("a chargeback at the gateway", () => {
  const chargeBack = (orderId: string, amount: string) => emulator().run("chargeback", { orderId, amount });

  it("is reported with the command that records it, and changes no sum of sales", async () => {
    const { attemptId, transactionId } = await pay();
    chargeBack(attemptId, "12.05");
    const result = await compare();
    const command = `npm run chargebacks -- open ${transactionId}`;
    expect(result.report?.differences).toEqual([
      {
        kind: "chargeback",
        subject: attemptId,
        problem: `The gateway has a chargeback of TTD 12.05 that is not recorded here: record it with «${command}».`,
      },
    ]);
    const sum = { count: 1, amount: 1205n };
    expect(result.report && result.lines[0]).toMatchObject({ sales: { here: sum, there: sum }, differences: 1 });
  });

  it("is no difference once it is recorded, whatever part of the payment it takes", async () => {
    const { attemptId, transactionId } = await pay();
    chargeBack(attemptId, "5.00");
    await applyChargebackOperation("open", transactionId);
    expect(await differences()).toEqual([]);
  });

  it("is reported once for each chargeback, also of an old payment and of a sale that we do not have", async () => {
    emulator().setDials({ historyRows: "repeated" });
    const { attemptId } = await pay();
    await db().mpgsCharge.update({ where: { attemptId }, data: { saleSentAt: later(-40 * dayMs) } });
    const { orderId } = await elsewhere().buy(freshCard());
    chargeBack(attemptId, "3.00");
    chargeBack(attemptId, "2.00");
    chargeBack(orderId, "1.00");
    const { report } = await compare();
    const problems = report?.differences.filter(({ kind }) => kind === "chargeback").map(({ problem }) => problem);
    expect(problems?.map((problem) => problem.slice(0, 40))).toEqual([
      "The gateway has a chargeback of TTD 3.00",
      "The gateway has a chargeback of TTD 2.00",
      "The gateway has a chargeback of TTD 1.00",
    ]);
    expect(problems?.at(-1)).toMatch(/ for a sale that we do not have\.$/);
  });
});

describe("a merchant account", () => {
  const { tw } = operatorCommands(acquirers);

  it.each([
    ["without a reporting password", undefined, "The terminal has no reporting password"],
    ["with a wrong reporting password", "wrong", "The reporting service refuses the password"],
  ])("%s is not compared, and the command says what to do", async (_which, reporting_password, problem) => {
    const { id: merchantId, password } = elsewhere().profile;
    const where = { merchantId, disabledAt: null };
    const before = await db().terminal.findMany({ where });
    await db().terminal.updateMany({ where, data: { disabledAt: now() } });
    const secrets = { password, ...(reporting_password && { reporting_password }) };
    const id = newUlid();
    const credentials = { baseAddress: emulator().baseAddress, merchantId, secrets };
    const added = { acquirer: mpgsEmulator.acquirer, platform: "TT", currency: "TTD", credentials } as const;
    await insertTerminal({ ...added, id, createdAt: now() });
    const fix = `${problem}: ask the bank for the reporting service and its password`;
    expect(await compare()).toEqual({ report: null, fix: expect.stringContaining(fix) });
    const today = dayOf(now());
    const { output, exitCode } = await tw("acquirers", "reconcile", "--from", today, "--to", today);
    expect(output).toContain(`The gateway did not answer for ${merchantId}: ${today}. ${fix}`);
    expect(exitCode).not.toBe(0);
    await db().terminal.delete({ where: { id } });
    const ids = before.map((terminal) => terminal.id);
    await db().terminal.updateMany({ where: { id: { in: ids } }, data: { disabledAt: null } });
  });
});
