import { expect, it } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { openShop, requestSession } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { readFigures } from "./figures";

// The clock shows noon on 15 November 2026.
movingClock();
const today = new Date("2026-11-15T00:00:00Z");
const success = { status: "success", total: 1000, customer_fee: 205 };

it("figures count the merchant's own payments by day, currency and period", async () => {
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

  const [ttd, usd] = await readFigures(owner, today, 30);
  expect(ttd).toMatchObject({
    currency: "TTD",
    today: { payments: 1, volume: 1205n },
    yesterday: { payments: 0, volume: 0n },
    // Of six payments that ended after an attempt, four succeeded. Abandoned and open ones do not count.
    month: { payments: 4, attempted: 6, volume: 5820n },
    monthBefore: { payments: 1, volume: 1205n },
  });
  expect(usd).toMatchObject({ currency: "USD", yesterday: { payments: 1, volume: 1205n } });
  expect(ttd?.bars).toHaveLength(30);
  expect(ttd?.bars.filter(({ payments }) => payments > 0).map(({ from, volume }) => [from, volume])).toEqual([
    [new Date("2026-10-17T00:00:00Z"), 1205n],
    [new Date("2026-10-31T00:00:00Z"), 1205n],
    [new Date("2026-11-01T00:00:00Z"), 2205n],
    [new Date("2026-11-15T00:00:00Z"), 1205n],
  ]);
  expect((await readFigures(owner, today, 7))[0]?.bars).toHaveLength(7);
});

it("the chart of 90 days has one bar per week, and the last one ends today", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [
    { ...success, accepted_at: "2026-11-15T05:00:00Z" },
    { ...success, accepted_at: "2026-11-09T00:00:00Z" },
    { ...success, accepted_at: "2026-11-08T23:59:59.999Z" },
  ]);
  const [ttd] = await readFigures({ accountNumber: shop.accountNumber, environment: "sandbox" }, today, 90);
  expect(ttd?.bars).toHaveLength(13);
  expect(ttd?.bars.slice(-2).map(({ from, days, payments }) => [from, days, payments])).toEqual([
    [new Date("2026-11-02T00:00:00Z"), 7, 1],
    [new Date("2026-11-09T00:00:00Z"), 7, 2],
  ]);
});

it("days begin at midnight of the merchant's time zone", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [
    { ...success, accepted_at: "2026-11-15T04:00:00Z" },
    { ...success, accepted_at: "2026-11-15T03:59:59.999Z" },
  ]);
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const [ttd] = await readFigures(owner, new Date("2026-11-15T04:00:00Z"), 7);
  expect(ttd).toMatchObject({ today: { payments: 1 }, yesterday: { payments: 1 } });
});

it("an account whose payments were all abandoned has no figures", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [
    { accepted_at: "2026-11-15T01:00:00Z", status: "failed", code: "EX" },
  ]);
  expect(await readFigures({ accountNumber: shop.accountNumber, environment: "sandbox" }, today, 30)).toEqual([]);
});
