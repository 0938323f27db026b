import { describe, expect, it } from "vitest";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { hour } from "@/lib/kit/clock";
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
  visitLive,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import { type FaultyEmulator, type LiveKit, unansweredKinds } from "./kit";

const longest = 60;

type Expected = {
  /** What the page says after a payment with this fault, if it does not wait for an inquiry. */
  moneyAfter: Readonly<Record<string, "charged" | "not_charged">>;
  /** The payment call only reserves money. If its answer is lost, the money is released. */
  isOnlyReserved?: true;
  /** Codes that a query may have, although the payment succeeded. */
  queryCodes: readonly string[];
};

/**
 * Every fault of a gateway at every call. Whatever happens, a payer is charged at most once, only a successful order
 * keeps the money, and the page never says more than the record knows.
 */
export function describeLiveFaults<Started extends FaultyEmulator>(kit: LiveKit<Started>, expected: Expected): void {
  const { emulator, shop } = startLiveTestsAt(kit.definition);
  const { calls, ownFaultKinds } = kit;
  // An answer with a code is no fault: see endings.ts.
  const kinds = [...unansweredKinds, ...Object.keys(ownFaultKinds).filter((kind) => kind !== "code")];
  /** An ordinary run draws some of the faults. A deep run has all of them. */
  const some = (salt: number): string[] => drawCases(kinds, 14, salt);

  const breakNext = (endpoint: string, kind: string, times = 1): void =>
    emulator().addFault({ endpoint, kind, times, ms: hour });
  const dropping = <Result>(work: Promise<Result>) => droppingSockets(emulator(), work);
  const isAnswered = (kind: string) => !unansweredKinds.some((unanswered) => unanswered === kind);

  /** Checks the end of an order: its result agrees with the gateway's books. */
  async function judge(session: TestSession, heldSeconds: number): Promise<void> {
    const { status } = await recordOf(session);
    const { transactions } = emulator().state();
    for (const { chargeCount } of transactions) expect(chargeCount, "a charge is made once").toBeLessThanOrEqual(1);
    expect(heldCharges(emulator())).toHaveLength(status === "success" ? 1 : 0);
    expect(heldSeconds, "seconds of money held in vain").toBeLessThanOrEqual(longest);
    const { money } = await advanceAndView(session.id);
    expect(money).toBe(status === "success" ? "charged" : "not_charged");
  }

  describe("a fault of a first call", () => {
    const cases = calls.first.flatMap((call) => kinds.map((kind) => `${call} ${kind}`));
    it.each(drawCases(cases, 14))("%s charges nothing, says so, and lets the payer try again", async (one) => {
      const [call = "", kind = ""] = one.split(" ");
      breakNext(call, kind);
      const session = await openLiveSession(shop());
      const card = freshCard();
      const view = await dropping(submitLive(session, card));
      // Other values in the answer may change nothing, because the payment's answer is compared.
      if (!isAnswered(kind)) expect(view).toMatchObject({ state: "hosted", notice: "not_reached" });
      if (view.state === "hosted") {
        expect(view.money).toBe("not_charged");
        await submitLive(session, card);
      }
      await visitLive(session);
      await judge(session, await settleLive(session, emulator()));
      expect(await recordOf(session)).toMatchObject({ status: "success" });
    });
  });

  describe("a fault of the payment call", () => {
    it.each(drawCases(kinds, 6))("%s ends in one result that agrees with the gateway", async (kind) => {
      breakNext(calls.payment, kind);
      const session = await openLiveSession(shop());
      await dropping(payLive(session, freshCard()));
      const money = expected.moneyAfter[kind] ?? "confirming";
      expect(await advanceAndView(session.id)).toMatchObject({ money });
      if (money === "not_charged") await payLive(session, freshCard());
      await judge(session, await dropping(settleLive(session, emulator())));
    });

    /** What a payment becomes whose answer was lost, although it was made. */
    async function expectOutcomeOfLost(session: TestSession): Promise<void> {
      expect((await recordOf(session)).status === "success").toBe(!expected.isOnlyReserved);
    }

    it.each(some(1))("lost, and then %s at two inquiries, has the right end", async (kind) => {
      breakNext(calls.payment, "lost_after");
      breakNext(calls.query, kind, 2);
      const session = await openLiveSession(shop());
      await payLive(session, freshCard());
      await judge(session, await dropping(settleLive(session, emulator())));
      if (kind !== "wrong_amount" && kind !== "wrong_currency") await expectOutcomeOfLost(session);
    });

    it.each(drawCases(expected.queryCodes, 4))(
      "lost, and then the code %s at one inquiry, has the right end",
      async (code) => {
        breakNext(calls.payment, "lost_after");
        emulator().addFault({ endpoint: calls.query, kind: "code", code, times: 1 });
        const session = await openLiveSession(shop());
        await payLive(session, freshCard());
        await judge(session, await settleLive(session, emulator()));
        await expectOutcomeOfLost(session);
      },
    );

    it.each(some(2))("that never arrived, and then %s at two voids, ends without a charge", async (kind) => {
      breakNext(calls.payment, "lost_before");
      breakNext(calls.void, kind, 2);
      const session = await openLiveSession(shop());
      await payLive(session, freshCard());
      await judge(session, await dropping(settleLive(session, emulator())));
      expect((await recordOf(session)).status).not.toBe("success");
    });
  });

  describe("a payment that arrives after its order failed", () => {
    async function arriveLate(isSettled: boolean): Promise<TestSession> {
      breakNext(calls.payment, "late_work");
      const session = await openLiveSession(shop());
      await dropping(payLive(session, freshCard()));
      for (let step = 0; step < 60 && (await recordOf(session)).status === null; step++)
        await passLive(session, emulator(), 15);
      expect((await recordOf(session)).status).not.toBe("success");
      emulator().runPostponed();
      if (isSettled) emulator().settleAll();
      expect(heldCharges(emulator())).toHaveLength(1);
      return session;
    }

    /** Lets time pass until the gateway has returned the money. */
    async function secondsUntilReturned(session: TestSession): Promise<number> {
      for (let seconds = 0; seconds <= 600; seconds += 15) {
        if (heldCharges(emulator()).length === 0) return seconds;
        await dropping(passLive(session, emulator(), 15));
      }
      throw new Error("The money was not returned.");
    }

    it("is voided within 60 s", async () => {
      const session = await arriveLate(false);
      expect(await secondsUntilReturned(session)).toBeLessThanOrEqual(longest);
      await settleLive(session, emulator());
      expect(emulator().state().transactions).toMatchObject([{ state: "voided" }]);
    });

    it.skipIf(expected.isOnlyReserved)(
      "is refunded within 60 s at the platform's expense if it is settled",
      async () => {
        const session = await arriveLate(true);
        expect(await secondsUntilReturned(session)).toBeLessThanOrEqual(longest);
        await settleLive(session, emulator());
        expect(await db().platformRefund.findMany({ where: { sessionId: session.id } })).toMatchObject([
          { status: "refunded" },
        ]);
      },
    );

    it.each(some(3))("is returned once although the gateway answers %s", async (kind) => {
      const session = await arriveLate(false);
      breakNext(calls.void, kind);
      breakNext(calls.order, kind);
      await secondsUntilReturned(session);
      await dropping(settleLive(session, emulator()));
      expect(heldCharges(emulator())).toEqual([]);
    });
  });

  describe("a fault of a refund", () => {
    const drawn = [...new Set(["lost_after", "lost_before", ...some(0)])];
    it.each(drawn)("%s refunds once or not at all, and the books agree with the gateway", async (kind) => {
      const session = await openLiveSession(shop());
      await payLive(session, freshCard());
      breakNext(calls.refund, kind);
      breakNext(calls.order, kind);
      await dropping(requestRefund(callerOf(shop().accountNumber), "live", session.transactionId, { amount: 500n }));
      for (let step = 0; step < 100; step++) {
        const open = await db().refund.count({ where: { sessionId: session.id, endedAt: null } });
        if (open === 0) break;
        await dropping(passLive(session, emulator(), 10));
      }
      const [row] = await db().refund.findMany({ where: { sessionId: session.id } });
      const [charge] = emulator().state().transactions;
      expect(row?.endedAt).not.toBeNull();
      expect(charge?.refunds ?? []).toHaveLength(row?.status === "refunded" ? 1 : 0);
    });
  });
}
