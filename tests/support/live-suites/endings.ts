import { describe, expect, it } from "vitest";
import { hour, minute } from "@/lib/kit/clock";
import { freshCard, recordOf, type TestSession, timelineOf } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  heldCharges,
  isQuiet,
  openLiveSession,
  passLive,
  payLive,
  startLiveTestsAt,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import type { FaultyEmulator, LiveFault, LiveKit } from "./kit";

type Answer = Pick<LiveFault, "kind" | "code">;

type Answers = {
  /** Every answer that the adapter tells apart. */
  every: readonly Answer[];
  /** Codes of a void that leave open whether it was made. */
  voidCodes: readonly string[];
};

const promisedMs = 15 * minute;
const alertedMs = 25 * hour;

/**
 * Whatever the gateway answers to the payment and to the calls that follow, and however often, the attempt ends within
 * its promised time, or an operator is alerted. Returns how to pay and to let time pass, for further tests.
 */
export function describeLiveEndings<Started extends FaultyEmulator>(
  { definition, calls }: LiveKit<Started>,
  { every, voidCodes }: Answers,
) {
  const { emulator, shop } = startLiveTestsAt(definition);

  /** Lets time pass until everything about the session has ended. Returns how long that took, or null. */
  async function walkToTheEnd(session: TestSession, untilMs: number): Promise<number | null> {
    let passedMs = 0;
    while (passedMs < untilMs) {
      if (await isQuiet(session)) return passedMs;
      const stepMs = passedMs < 20 * minute ? 15_000 : hour;
      await droppingSockets(emulator(), passLive(session, emulator(), stepMs / 1000));
      passedMs += stepMs;
    }
    return (await isQuiet(session)) ? passedMs : null;
  }

  async function payWith(payment: Answer): Promise<TestSession> {
    emulator().addFault({ endpoint: calls.payment, ...payment });
    const session = await openLiveSession(shop());
    await droppingSockets(emulator(), payLive(session, freshCard()));
    return session;
  }

  async function expectBooksToAgree(session: TestSession): Promise<void> {
    const { status } = await recordOf(session);
    expect(heldCharges(emulator())).toHaveLength(status === "success" ? 1 : 0);
    for (const { chargeCount, refunds, voidCount } of emulator().state().transactions) {
      expect(chargeCount, "a charge is made once").toBeLessThanOrEqual(1);
      expect(refunds.length + voidCount, "money is returned once").toBeLessThanOrEqual(1);
    }
  }

  async function expectEnd(session: TestSession): Promise<void> {
    // A payer whose payment was refused may try again, and the session ends by its own time.
    expect(await walkToTheEnd(session, promisedMs)).not.toBeNull();
    await expectBooksToAgree(session);
  }

  describe("while the gateway's queries answer, a payment ends within 15 minutes", () => {
    it.each(drawCases(every, 16))("if the payment call gets %o", async (payment) => {
      await expectEnd(await payWith(payment));
    });

    it.each(drawCases(voidCodes, 3))("if the void of a payment that never arrived gets the code %s", async (code) => {
      emulator().addFault({ endpoint: calls.void, kind: "code", code, times: 0 });
      await expectEnd(await payWith({ kind: "lost_before" }));
    });

    it.each(drawCases(every, 16, 1))("if every void of a payment that never arrived gets %o", async (answer) => {
      emulator().addFault({ endpoint: calls.void, times: 0, ...answer });
      await expectEnd(await payWith({ kind: "lost_before" }));
    });

    it.each(drawCases(every, 16, 2))("if every void of a payment that queries show late gets %o", async (answer) => {
      emulator().setDials({ queryLagMs: 90_000 });
      emulator().addFault({ endpoint: calls.void, times: 0, ...answer });
      await expectEnd(await payWith({ kind: "lost_after" }));
    });
  });

  describe("if the gateway never answers a query", () => {
    const cases = [...new Set([calls.query, calls.order, calls.void])].flatMap((endpoint) =>
      every.flatMap((answer) =>
        (["lost_before", "lost_after"] as const).map((payment) => ({ endpoint, answer, payment })),
      ),
    );
    it.each(drawCases(cases, 59))(
      "the attempt ends, or an operator is alerted: %o",
      async ({ endpoint, answer, payment }) => {
        emulator().addFault({ endpoint, times: 0, ...answer });
        const session = await payWith({ kind: payment });
        const hasEnded = (await walkToTheEnd(session, alertedMs)) !== null;
        if (!hasEnded) expect(await timelineOf(session)).toContain("operator_alerted");
      },
    );
  });
  return { emulator, shop, payWith, expectEnd };
}
