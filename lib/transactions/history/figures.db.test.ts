import { expect, it } from "vitest";
import { day } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { openShop, requestSession } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { readFigures } from "./figures";

// The clock shows noon on 15 November 2026.
const clock = movingClock();
const success = { status: "success", total: 1000, customer_fee: 205 };

it("figures count the merchant's own payments by day, month and currency", async () => {
  const shop = await openShop();
  const session = await requestSession(shop);
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const other = await openShop();
  await copySession(session, [
    { ...success, accepted_at: "2026-11-15T00:00:00Z" },
    { ...success, accepted_at: "2026-11-14T23:59:59.999Z", currency: "USD" },
    { ...success, accepted_at: "2026-11-01T00:00:00Z", total: 2000 },
    { ...success, accepted_at: "2026-10-31T23:59:59.999Z" },
    { ...success, accepted_at: "2026-10-17T00:00:00Z" },
    { ...success, accepted_at: "2026-10-16T23:59:59.999Z" },
    { accepted_at: "2026-11-15T01:00:00Z", status: "failed", attempt_id: newUlid() },
    { accepted_at: "2026-11-15T01:00:00Z", status: "failed", code: "AB" },
    { accepted_at: "2026-11-15T01:00:00Z", status: "failed", code: "EX" },
    { accepted_at: "2026-11-15T01:00:00Z", status: "error" },
    { accepted_at: "2026-11-15T11:59:00Z" },
    {
      ...success,
      accepted_at: "2026-11-15T01:00:00Z",
      purpose: "card_create",
      currency: "USD",
      total: 123,
      customer_fee: 0,
    },
    { ...success, accepted_at: "2026-11-15T01:00:00Z", environment: "live" },
    { ...success, accepted_at: "2026-11-15T01:00:00Z", account_number: other.accountNumber },
  ]);

  const { today, month, successRate, charts } = await readFigures(owner);
  expect(today).toEqual([{ currency: "TTD", payments: 1, volume: "12.05" }]);
  expect(month).toEqual([
    { currency: "TTD", payments: 2, volume: "34.10" },
    { currency: "USD", payments: 1, volume: "12.05" },
  ]);
  // Of seven payments that ended after an attempt in the last 30 days, five succeeded. Two without an attempt do not
  // count.
  expect(successRate).toBe(71.4);
  expect(charts.map(({ currency, bars }) => [currency, bars.length])).toEqual([
    ["TTD", 30],
    ["USD", 30],
  ]);
  expect(charts[0]?.bars.filter(({ payments }) => payments > 0)).toEqual([
    { date: "2026-10-17", payments: 1, volume: "12.05", share: 0.546 },
    { date: "2026-10-31", payments: 1, volume: "12.05", share: 0.546 },
    { date: "2026-11-01", payments: 1, volume: "22.05", share: 1 },
    { date: "2026-11-15", payments: 1, volume: "12.05", share: 0.546 },
  ]);

  clock.pass(16 * day);
  expect(await readFigures(owner)).toMatchObject({ today: [], month: [] });
  expect((await readFigures(owner)).charts.map(({ currency }) => currency)).toEqual(["TTD", "USD"]);
});

it("a month of 31 days is counted from its first day, although the bars show only 30 days", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [{ ...success, accepted_at: "2026-12-01T05:00:00Z" }]);
  clock.pass(46 * day);
  const { month, charts } = await readFigures({ accountNumber: shop.accountNumber, environment: "sandbox" });
  expect({ month, charts }).toEqual({ month: [{ currency: "TTD", payments: 1, volume: "12.05" }], charts: [] });
});

it("an account with only abandoned payments has no success rate", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [
    { accepted_at: "2026-11-15T01:00:00Z", status: "failed", code: "EX" },
  ]);
  const { successRate } = await readFigures({ accountNumber: shop.accountNumber, environment: "sandbox" });
  expect(successRate).toBeNull();
});

it("an account without payments has no success rate", async () => {
  const { accountNumber } = await openShop();
  const figures = await readFigures({ accountNumber, environment: "sandbox" });
  expect(figures).toEqual({ today: [], month: [], successRate: null, charts: [] });
});
