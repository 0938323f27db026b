import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { type PowertranzEmulator, powertranzEmulator } from "@/emulator/powertranz/emulator";
import { closeBreaker, startEmulatorForFile } from "@/emulator/testing/emulator-for-file";
import { orderTerminals } from "@/lib/acquirers/operate-terminals";
import { advanceAndView } from "@/lib/checkout/page/advance-and-view";
import { db } from "@/lib/db/client";
import { findOrder } from "@/lib/gateway/terminals/terminal-store";
import { extendEnv } from "@/lib/kit/env";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { callerOf } from "@/tests/support/http/withdrawals";
import { freshCard, recordOf, sweep, type TestSession } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  heldCharges,
  letLiveClocksMoveForFile,
  openLiveSession,
  openLiveShop,
  payLive,
  settleLive,
  submitLive,
  visitLive,
} from "@/tests/support/in-process/live-checkout";

/** Two gateways on different hosts. The first emulator comes first in the operator's order. */
const first = startEmulatorForFile(powertranzEmulator);
const second = startEmulatorForFile(powertranzEmulator);
letLiveClocksMoveForFile();
let shop: Awaited<ReturnType<typeof openLiveShop>>;
beforeAll(async () => {
  extendEnv({ RATE_LIMIT_FACTOR: "100000" });
  shop = await openLiveShop();
});
afterEach(async () => {
  for (const emulator of [first(), second()]) expect(emulator.state().violations).toEqual([]);
  await putFirst(first());
});
afterAll(() => {
  extendEnv({ RATE_LIMIT_FACTOR: "" });
});

async function putFirst({ baseAddress }: PowertranzEmulator): Promise<void> {
  const order = await findOrder({ platform: "TT", currency: "TTD" });
  const isFirst = (terminal: (typeof order)[number]) => Number(terminal.baseAddress === baseAddress);
  await orderTerminals(order.toSorted((one, other) => isFirst(other) - isFirst(one)).map(({ id }) => id));
}

const chargesAt = (emulator: PowertranzEmulator) => emulator.state().transactions.length;
const heldAt = (emulator: PowertranzEmulator) => heldCharges(emulator).length;

async function payNew(): Promise<TestSession> {
  const session = await openLiveSession(shop);
  await payLive(session, freshCard());
  return session;
}

/** Five payers find out that the gateway is down. The circuit breaker opens for all others. */
async function breakDown(emulator: PowertranzEmulator): Promise<void> {
  emulator.setDown("refuse");
  for (let payer = 0; payer < 5; payer++) await submitLive(await openLiveSession(shop), freshCard());
}

async function comeBack(emulator: PowertranzEmulator): Promise<void> {
  emulator.setDown(null);
  await closeBreaker(emulator);
}

describe("a new attempt", () => {
  it("goes to the first terminal in the operator's order", async () => {
    await payNew();
    expect([heldAt(first()), heldAt(second())]).toEqual([1, 0]);
    await putFirst(second());
    await payNew();
    expect([heldAt(first()), heldAt(second())]).toEqual([1, 1]);
  });

  it("goes to the next terminal while the gateway of the first is down, and to the first again afterwards", async () => {
    await breakDown(first());
    const session = await payNew();
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect([chargesAt(first()), heldAt(second())]).toEqual([0, 1]);
    const step = await db().sessionEvent.findFirstOrThrow({ where: { sessionId: session.id, type: "try_started" } });
    const [, used] = await findOrder({ platform: "TT", currency: "TTD" });
    const { acquirer } = powertranzEmulator;
    expect(step.detail).toEqual({ acquirer, terminal: used?.id, insteadOf: acquirer });
    await comeBack(first());
    await payNew();
    expect([heldAt(first()), heldAt(second())]).toEqual([1, 1]);
  });

  it("is refused at once while both gateways are down, and stores nothing", async () => {
    await breakDown(first());
    await breakDown(second());
    const session = await openLiveSession(shop);
    expect(await submitLive(session, freshCard())).toMatchObject({
      state: "hosted",
      money: "not_charged",
      notice: "not_reached",
      tries_left: 5,
    });
    expect(await db().attempt.count({ where: { sessionId: session.id } })).toBe(0);
  });
});

describe("an attempt ends at its own terminal although another one is the first since", () => {
  afterEach(async () => {
    expect(chargesAt(second())).toBe(0);
  });

  it("if its payer still was at the bank's page", async () => {
    const session = await openLiveSession(shop);
    await submitLive(session, freshCard());
    await putFirst(second());
    await visitLive(session);
    expect(await recordOf(session)).toMatchObject({ status: "success" });
    expect(heldAt(first())).toBe(1);
  });

  it("if the answer to its payment was lost", async () => {
    const session = await openLiveSession(shop);
    first().addFault({ endpoint: "payment", kind: "lost_after" });
    await payLive(session, freshCard());
    await putFirst(second());
    await settleLive(session, first());
    expect(await recordOf(session)).toMatchObject({ status: "success" });
  });

  it("if its payment has to be voided", async () => {
    const session = await openLiveSession(shop);
    first().addFault({ endpoint: "payment", kind: "hang" });
    await submitLive(session, freshCard());
    await droppingSockets(first(), visitLive(session));
    await putFirst(second());
    await settleLive(session, first());
    expect(heldAt(first())).toBe(Number((await recordOf(session)).status === "success"));
  });

  it("if its merchant refunds it, also after its terminal was disabled", async () => {
    const session = await payNew();
    const order = await findOrder({ platform: "TT", currency: "TTD" });
    const [own] = order;
    await putFirst(second());
    await db().terminal.update({ where: { id: own?.id ?? "" }, data: { disabledAt: new Date() } });
    const { accountNumber } = shop;
    await requestRefund(callerOf(accountNumber), "live", session.transactionId, { amount: 1205n });
    await sweep();
    expect(heldAt(first())).toBe(0);
    await db().terminal.update({ where: { id: own?.id ?? "" }, data: { disabledAt: null } });
  });
});

const payments = inject("isDeep") ? 300 : 40;

it(`while two gateways go down and up in turns, each of ${payments} payments is charged at exactly one of them`, async () => {
  const sessions: TestSession[] = [];
  const gateways = [first(), second()];
  for (let payment = 0; payment < payments; payment++) {
    const [down, up] = payment % 16 < 8 ? gateways : gateways.toReversed();
    if (payment % 8 === 0 && down && up) {
      await comeBack(up);
      down.setDown(payment % 32 < 16 ? "refuse" : "http_503");
    }
    const session = await openLiveSession(shop);
    sessions.push(session);
    // A payer whose gateway just went down tries again, and the fifth one opens its circuit breaker.
    for (let tries = 0; tries < 6; tries++) {
      const { state } = await submitLive(session, freshCard());
      if (state !== "hosted") break;
    }
    // The gateway of every fourth payer goes down while they are at the bank's page.
    if (payment % 4 === 3 && up)
      up.addFault({ endpoint: "payment", kind: payment % 8 === 3 ? "lost_after" : "lost_before" });
    await visitLive(session).catch(() => null);
    await advanceAndView(session.id);
  }
  for (const gateway of gateways) await comeBack(gateway);
  for (const session of sessions) for (const gateway of gateways) await settleLive(session, gateway);
  const charged = new Map<string, number>();
  for (const { externalIdentifier } of gateways.flatMap(heldCharges)) {
    const attempt = await db().attempt.findUniqueOrThrow({ where: { id: externalIdentifier ?? "" } });
    charged.set(attempt.sessionId, (charged.get(attempt.sessionId) ?? 0) + 1);
  }
  const successes: string[] = [];
  for (const session of sessions) if ((await recordOf(session)).status === "success") successes.push(session.id);
  expect([...charged.keys()].sort()).toEqual(successes.sort());
  expect(new Set(charged.values())).toEqual(new Set([1]));
  expect(gateways.map((gateway) => heldAt(gateway) > 0)).toEqual([true, true]);
  expect(successes.length).toBeGreaterThan(payments / 2);
  expect((await reconcile()).flatMap(({ differences }) => differences)).toEqual([]);
});
