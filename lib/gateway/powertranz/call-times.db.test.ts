import { expect, it } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { measureCalls } from "@/lib/acquirers/call-times-store";
import { db } from "@/lib/db/client";
import { hour, later, minute, second } from "@/lib/kit/clock";
import { newUlid, newUuid } from "@/lib/kit/ids";

it("the median and the 95th percentile of both calls count the charges since a moment", async () => {
  const none = { median: null, p95: null };
  expect(await measureCalls(later(-hour))).toEqual({ first: none, payment: none });
  const terminalId = await addTerminal({ merchantId: "1" });
  const sentAt = later(-minute);
  const charge = (milliseconds: number | null, attemptId = newUlid()) => {
    const endedAt = milliseconds === null ? null : later(milliseconds, sentAt);
    const times = { saleSentAt: sentAt, saleEndedAt: endedAt, paymentSentAt: sentAt };
    const paymentEndedAt = endedAt && later(second, endedAt);
    const of = { amount: 1000n, currency: "TTD", network: "visa", requiresAuthentication: false } as const;
    return { ...of, ...times, paymentEndedAt, attemptId, terminalId, transactionIdentifier: newUuid() };
  };
  const durations = Array.from({ length: 21 }, (_, index) => index * 100);
  await db().powertranzCharge.createMany({
    data: [...durations.map((ms) => charge(ms)), charge(null), charge(60_000, newUlid(later(-2 * hour)))],
  });
  expect(await measureCalls(later(-hour))).toEqual({
    first: { median: 1, p95: 1.9 },
    payment: { median: 2, p95: 2.9 },
  });
});
