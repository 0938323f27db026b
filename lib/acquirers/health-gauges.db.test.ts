import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { disconnect } from "@/lib/db/connection";
import { hour, later, minute, now, second } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { createAttempt } from "@/tests/support/in-process/attempts";
import { addTerminal } from "@/tests/support/in-process/live-charges";
import { scrapeSamples } from "@/tests/support/in-process/scrape";
import { readAcquirerGauges, readCallGauges, readOutcomeGauges } from "./health-gauges";
import { recordHealth } from "./health-store";

const acquirer = "powertranz";
beforeAll(() => {
  extendEnv({ LIVE_ACQUIRER: acquirer });
});
afterAll(() => {
  extendEnv({ LIVE_ACQUIRER: "" });
});
beforeEach(async () => {
  await db().acquirerHealth.deleteMany();
  await db().powertranzCharge.deleteMany();
  await db().attempt.deleteMany();
});

async function scrape() {
  const readings = await Promise.all(
    [readAcquirerGauges, readOutcomeGauges, readCallGauges].map((read) => read(3 * second)),
  );
  return scrapeSamples("tradewind_acquirer_", readings.flat());
}

const samplesOf = async (name: string) =>
  Object.fromEntries(Object.entries(await scrape()).filter(([sample]) => sample.split("{")[0] === name));

it("without a configured live acquirer, /metrics has no gauge of it", async () => {
  await recordHealth(acquirer, { isUp: true, checkedAt: now(), latencyMs: 12 });
  extendEnv({ LIVE_ACQUIRER: "" });
  const samples = await scrape();
  extendEnv({ LIVE_ACQUIRER: acquirer });
  expect(samples).toEqual({});
});

it("before the first terminal, /metrics has no gauge of the acquirer's health", async () => {
  await recordHealth(acquirer, { isUp: false, checkedAt: later(-hour), latencyMs: null });
  const samples = await scrape();
  expect(samples).toHaveProperty("open_voids");
  for (const name of ["up", "check_age_seconds", "check_seconds"]) expect(samples).not.toHaveProperty(name);
});

it("the gauges show whether the acquirer is up, when it was checked, and how fast it answered", async () => {
  await addTerminal(now(), "99901005", "USD");
  const unchecked = await scrape();
  expect(unchecked).not.toHaveProperty("up");
  expect(unchecked).toHaveProperty("check_age_seconds");
  const checkedAt = later(-10 * second);
  await recordHealth(acquirer, { isUp: true, checkedAt, latencyMs: 123 });
  const { up, check_age_seconds: age, check_seconds: latency } = await scrape();
  expect([up, latency]).toEqual([1, 0.123]);
  expect(age).toBeGreaterThanOrEqual(10);
  expect(age).toBeLessThan(60);

  await recordHealth(acquirer, { isUp: false, checkedAt: now(), latencyMs: null });
  const down = await scrape();
  expect(down).toMatchObject({ up: 0 });
  expect(down).not.toHaveProperty("check_seconds");
});

it("the gauges count live attempts of the last hour by outcome", async () => {
  const live = ["approved", "approved", "declined", "unknown", "dropped", "refused"] as const;
  for (const state of [...live, "sent", "challenged", "answering"] as const) await createAttempt({ state });
  await createAttempt({ state: "approved", voidedAt: now() });
  await createAttempt({ state: "dropped", voidedAt: now() });
  await createAttempt({ state: "approved", environment: "sandbox" });
  await createAttempt({ state: "approved", id: newUlid(later(-hour - minute)) });
  const expected = { approved: 2, declined: 1, unknown: 1, voided: 2, dropped: 1, refused: 1, open: 3 };
  expect(await samplesOf("attempts")).toEqual(
    Object.fromEntries(Object.entries(expected).map(([outcome, count]) => [`attempts{outcome="${outcome}"}`, count])),
  );
});

it("the gauges count live attempts of any age that wait for an outcome or a void", async () => {
  const id = () => newUlid(later(-3 * hour));
  await createAttempt({ id: id(), inquireAt: now() });
  await createAttempt({ id: id(), inquireAt: now(), environment: "sandbox" });
  await createAttempt({ id: id(), inquireAt: now(), state: "dropped" });
  await createAttempt({ id: id(), voidAt: later(hour), state: "approved" });
  await createAttempt({ id: id(), voidAt: now(), state: "approved" });
  expect(await scrape()).toMatchObject({ unknown_attempts: 1, open_voids: 2 });
});

it("the gauges show the median and the 95th percentile of both calls in the last hour", async () => {
  expect(await samplesOf("first_call_seconds")).toEqual({});
  const terminalId = newUlid();
  const terminal = { platform: "TT", currency: "TTD", baseAddress: env().POWERTRANZ_URL, merchantId: "1" } as const;
  await db().terminal.create({
    data: { ...terminal, id: terminalId, sealedPassword: new Uint8Array(1), createdAt: now() },
  });
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
  expect(await samplesOf("first_call_seconds")).toEqual({
    'first_call_seconds{quantile="0.5"}': 1,
    'first_call_seconds{quantile="0.95"}': 1.9,
  });
  expect(await samplesOf("payment_call_seconds")).toEqual({
    'payment_call_seconds{quantile="0.5"}': 2,
    'payment_call_seconds{quantile="0.95"}': 2.9,
  });
});

it("without the database, the gauges are missing, because old ones could hide an outage", async () => {
  await recordHealth(acquirer, { isUp: true, checkedAt: now(), latencyMs: 1 });
  expect(await scrape()).toHaveProperty("up");
  const { DATABASE_URL = "" } = env();
  await disconnect();
  extendEnv({ DATABASE_URL: "postgresql://user@127.0.0.1:1/unreachable" });
  const readings = scrape();
  await expect(readings).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await disconnect();
  extendEnv({ DATABASE_URL });
});
