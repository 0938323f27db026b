import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { emulators } from "@/emulator/emulators";
import { closeBreaker, startEmulatorForFile } from "@/emulator/testing/emulator-for-file";
import { checkAcquirerHealth } from "@/lib/acquirers/check-health";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { extendEnv } from "@/lib/kit/env";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { freshCard, recordOf, type TestSession } from "@/tests/support/in-process/checkout";
import {
  isHeld,
  letLiveClocksMoveForFile,
  openLiveSession,
  openLiveShop,
  settleLive,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";

/** Two acquirers with gateways of different kinds. The first one is preferred. */
const [first, second] = emulators;
const preferred = startEmulatorForFile(first);
const other = startEmulatorForFile(second);
letLiveClocksMoveForFile();
beforeAll(() => extendEnv({ RATE_LIMIT_FACTOR: "100000" }));
afterEach(() => {
  for (const emulator of [preferred(), other()]) expect(emulator.state().violations).toEqual([]);
});
afterAll(() => extendEnv({ RATE_LIMIT_FACTOR: "" }));

const payments = inject("isDeep") ? 500 : 48;
const outages = 6;
const phase = payments / (2 * outages);

/** Loses the answer to the next payment, or the payment itself. */
function losePayment(kind: "lost_after" | "lost_before", isPreferredUp: boolean): void {
  if (isPreferredUp) preferred().addFault({ endpoint: "payment", kind });
  else other().addFault({ endpoint: "pay", kind });
}

type Held = { attemptId: string; amount: bigint };

/** What both gateways hold, by their own books. */
function heldAtBoth(): Held[] {
  const minor = (held: string) => BigInt(held.replace(".", ""));
  return [
    ...preferred()
      .state()
      .transactions.filter(isHeld)
      .map(({ externalIdentifier, held }) => ({ attemptId: externalIdentifier ?? "", amount: minor(held) })),
    ...other()
      .state()
      .transactions.filter(isHeld)
      .map(({ transactionIdentifier, held }) => ({ attemptId: transactionIdentifier, amount: minor(held) })),
  ];
}

async function payerPays(session: TestSession): Promise<void> {
  // A payer whose gateway just went down tries again, and the fifth one opens its circuit breaker.
  for (let tries = 0; tries < 6; tries++) {
    const { state } = await submitLive(session, freshCard());
    if (state !== "hosted") break;
  }
  await visitLive(session).catch(() => null);
  await advanceAndView(session.id);
}

it(
  `while the preferred acquirer goes down and up ${outages} times, each of ${payments} payments is charged at exactly one, and the books of both together equal ours`,
  async () => {
    const shop = await openLiveShop();
    const sessions: TestSession[] = [];
    for (let payment = 0; payment < payments; payment++) {
      const isUp = Math.floor(payment / phase) % 2 === 0;
      if (payment % phase < 1) {
        const outage = Math.floor(payment / phase / 2);
        preferred().setDown(isUp ? null : outage % 2 === 0 ? "refuse" : "http_503");
        // Every other time the worker notices first, and otherwise the payers do.
        if (isUp) await closeBreaker(preferred());
        else if (outage % 3 === 0) await checkAcquirerHealth();
      }
      const session = await openLiveSession(shop);
      sessions.push(session);
      if (payment % 7 === 3) losePayment(payment % 2 === 0 ? "lost_after" : "lost_before", isUp);
      await payerPays(session);
    }
    preferred().setDown(null);
    for (const session of sessions) {
      await closeBreaker(other());
      await settleLive(session, preferred());
    }
    const held = heldAtBoth();
    const attempts = await db().attempt.findMany({ where: { id: { in: held.map(({ attemptId }) => attemptId) } } });
    const records = await Promise.all(sessions.map(recordOf));
    const successes = records.filter(({ status }) => status === "success");
    expect(attempts.map(({ sessionId }) => sessionId).sort()).toEqual(successes.map(({ id }) => id).sort());
    expect(held).toHaveLength(successes.length);
    const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
    const ours = successes.map(({ total, customerFee }) => total + customerFee);
    expect(sum(held.map(({ amount }) => amount))).toBe(sum(ours));
    for (const { transactions } of [preferred().state(), other().state()]) {
      expect(transactions.some(isHeld)).toBe(true);
      for (const { chargeCount } of transactions) expect(chargeCount).toBeLessThanOrEqual(1);
    }
    expect(successes.length).toBeGreaterThan(payments * 0.7);
    expect((await reconcile()).flatMap(({ differences }) => differences)).toEqual([]);
  },
  60_000 + payments * 1000,
);
