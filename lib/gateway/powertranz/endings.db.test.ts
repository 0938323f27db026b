import { describe, expect, it } from "vitest";
import type { Fault, FaultEndpoint } from "@/emulator/powertranz/faults";
import { hour, minute } from "@/lib/kit/clock";
import { declineCodes, declineOf } from "@/lib/reference/decline-codes";
import { freshCard, recordOf, type TestSession, timelineOf } from "@/tests/support/in-process/checkout";
import {
  droppingSockets,
  heldCharges,
  isQuiet,
  openLiveSession,
  passLive,
  payLive,
  startLiveTests,
} from "@/tests/support/in-process/live-checkout";
import { drawCases } from "@/tests/support/in-process/seed";
import type { GatewayAnswer } from "./transport/transport";
import { codes, partialCodes, unknownCodes } from "./wire/answers";

/**
 * Whatever the gateway answers to the payment and to the calls that follow, and however often, the attempt ends within
 * its promised time, or an operator is alerted.
 */
const { emulator, shop } = startLiveTests();

type Answer = Pick<Fault, "kind" | "code">;

/** One code of each category, because the product treats the codes of a category alike. */
const declines = [...new Map(declineCodes.map((code) => [declineOf(code).category, code])).values()];
const everyCode = [
  ...new Set([...Object.values(codes), ...partialCodes, ...unknownCodes, ...declines, "ZZ", "", "3D3"]),
];

/** Every answer that the adapter tells apart. The type makes a new kind of answer fail here until it is listed. */
const answersOf: Record<GatewayAnswer["kind"], readonly Answer[]> = {
  answer: [
    ...everyCode.map((code) => ({ kind: "code", code }) as const),
    { kind: "wrong_amount" },
    { kind: "wrong_identifier" },
  ],
  absent: [{ kind: "http_404_empty" }],
  empty: [{ kind: "null" }, { kind: "null_after" }],
  silent: [
    { kind: "hang" },
    { kind: "lost_before" },
    { kind: "lost_after" },
    { kind: "http_500_after" },
    { kind: "html" },
  ],
  // A call that is not sent depends on the whole gateway, not on one call: see outage.deep.test.ts.
  unsent: [],
};
const everyAnswer = Object.values(answersOf).flat();

/** The calls that may follow a payment without an answer. */
const laterCalls = ["transaction", "orderSearch", "void"] as const satisfies readonly FaultEndpoint[];

const promisedMs = 15 * minute;
const alertedMs = 25 * hour;

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
  emulator().addFault({ endpoint: "payment", ...payment });
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

describe("while the gateway's queries answer, a payment ends within 15 minutes", () => {
  it.each(drawCases(everyAnswer, 16))("if the payment call gets %o", async (payment) => {
    const session = await payWith(payment);
    expect(await walkToTheEnd(session, promisedMs)).not.toBeNull();
    await expectBooksToAgree(session);
  });

  it.each(drawCases(["94", "96", "ZZ"], 3))(
    "if the void of a payment that never arrived gets the code %s",
    async (code) => {
      emulator().addFault({ endpoint: "void", kind: "code", code, times: 0 });
      const session = await payWith({ kind: "lost_before" });
      expect(await walkToTheEnd(session, promisedMs)).not.toBeNull();
      await expectBooksToAgree(session);
    },
  );

  it.each(drawCases(everyAnswer, 16, 1))("if every void of a payment that never arrived gets %o", async (answer) => {
    emulator().addFault({ endpoint: "void", times: 0, ...answer });
    const session = await payWith({ kind: "lost_before" });
    expect(await walkToTheEnd(session, promisedMs)).not.toBeNull();
    await expectBooksToAgree(session);
  });

  it.each(drawCases(everyAnswer, 16, 2))(
    "if every void of a payment that queries show late gets %o",
    async (answer) => {
      emulator().setDials({ queryLagMs: 90_000 });
      emulator().addFault({ endpoint: "void", times: 0, ...answer });
      const session = await payWith({ kind: "lost_after" });
      expect(await walkToTheEnd(session, promisedMs)).not.toBeNull();
      await expectBooksToAgree(session);
    },
  );

  it("if payment and inquiry get the code 94", async () => {
    emulator().addFault({ endpoint: "transaction", kind: "code", code: "94", times: 0 });
    const session = await payWith({ kind: "code", code: "94" });
    expect(await walkToTheEnd(session, promisedMs)).not.toBeNull();
    expect(await recordOf(session)).not.toMatchObject({ status: "success" });
  });
});

describe("if the gateway never answers a query", () => {
  const cases = laterCalls.flatMap((endpoint) =>
    everyAnswer.flatMap((answer) =>
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
