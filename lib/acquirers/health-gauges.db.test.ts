import { beforeEach, expect, it } from "vitest";
import { firstEmulator } from "@/emulator/emulators";
import { addTerminal } from "@/emulator/testing/live-charges";
import { db } from "@/lib/db/client";
import { disconnect } from "@/lib/db/connection";
import { hour, later, minute, now, second } from "@/lib/kit/clock";
import { env, extendEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { createAttempt } from "@/tests/support/in-process/attempts";
import { scrapeSamples } from "@/tests/support/in-process/scrape";
import { readAcquirerGauges, readCallGauges, readOutcomeGauges } from "./health-gauges";
import { recordHealth } from "./health-store";

const { acquirer } = firstEmulator;

const baseAddress = "https://gateway.example.com/api/";
const labels = `{acquirer="${acquirer}",gateway="${baseAddress}"}`;
beforeEach(async () => {
  await db().gatewayBreaker.deleteMany();
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

it("before the first terminal, /metrics has no gauge of live acquirers", async () => {
  await recordHealth(baseAddress, { isUp: true, checkedAt: now(), latencyMs: 12 });
  expect(await scrape()).toEqual({});
});

it("the gauges show whether the acquirer is up, when it was checked, and how fast it answered", async () => {
  await addTerminal({ baseAddress, currency: "USD" });
  const unchecked = await scrape();
  expect(unchecked[`up${labels}`]).toBeUndefined();
  expect(Object.keys(unchecked)).toContain(`check_age_seconds${labels}`);
  const checkedAt = later(-10 * second);
  await recordHealth(baseAddress, { isUp: true, checkedAt, latencyMs: 123 });
  const checked = await scrape();
  const age = checked[`check_age_seconds${labels}`];
  expect([checked[`up${labels}`], checked[`check_seconds${labels}`]]).toEqual([1, 0.123]);
  expect(age).toBeGreaterThanOrEqual(10);
  expect(age).toBeLessThan(60);

  await recordHealth(baseAddress, { isUp: false, checkedAt: now(), latencyMs: null });
  const down = await scrape();
  expect([down[`up${labels}`], down[`check_seconds${labels}`]]).toEqual([0, undefined]);
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

it("without the database, the gauges are missing, because old ones could hide an outage", async () => {
  await recordHealth(baseAddress, { isUp: true, checkedAt: now(), latencyMs: 1 });
  expect((await scrape())[`up${labels}`]).toBe(1);
  const { DATABASE_URL = "" } = env();
  await disconnect();
  extendEnv({ DATABASE_URL: "postgresql://user@127.0.0.1:1/unreachable" });
  const readings = scrape();
  await expect(readings).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await disconnect();
  extendEnv({ DATABASE_URL });
});
