import { describe, expect, it } from "vitest";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { utc } from "@/lib/format/dates";
import { anyReason, declineReasonKey } from "@/lib/format/decline-reasons";
import { newUlid } from "@/lib/kit/ids";
import { leftCode } from "@/lib/reference/response-codes";
import { cards, openSession, openShop, pay, requestSession } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { isAbandoned } from "./abandoned-store";
import { readFigures } from "./figures";
import { addPaymentsToSums } from "./keep-sums";
import { searchHistory } from "./search-transactions";
import { addToSums, findBalanceDays, recordBalances } from "./sums-store";

// The clock shows noon on 15 November 2026.
movingClock();
const today = new Date("2026-11-15T00:00:00Z");
const ownerOf = ({ accountNumber }: { accountNumber: string }) => ({ accountNumber, environment: "sandbox" }) as const;
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

  const [ttd, usd] = await readFigures(owner, { today, now: today }, 30);
  expect(ttd).toMatchObject({
    currency: "TTD",
    today: { paid: 1, declined: 2, abandoned: 2, volume: 1205n },
    yesterday: { paid: 0, volume: 0n },
    // Open payments count nowhere.
    month: { paid: 4, declined: 2, abandoned: 2, volume: 5820n },
    monthBefore: { paid: 1, volume: 1205n },
  });
  expect(usd).toMatchObject({ currency: "USD", yesterday: { paid: 1, volume: 1205n } });
  expect(ttd?.bars).toHaveLength(30);
  expect(ttd?.bars.filter(({ paid }) => paid > 0).map(({ from, volume }) => [from, volume])).toEqual([
    [new Date("2026-10-17T00:00:00Z"), 1205n],
    [new Date("2026-10-31T00:00:00Z"), 1205n],
    [new Date("2026-11-01T00:00:00Z"), 2205n],
    [new Date("2026-11-15T00:00:00Z"), 1205n],
  ]);
  expect((await readFigures(owner, { today, now: today }, 7))[0]?.bars).toHaveLength(7);
});

it("the chart of 90 days has one bar per week, and the last one ends today", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [
    { ...success, accepted_at: "2026-11-15T05:00:00Z" },
    { ...success, accepted_at: "2026-11-09T00:00:00Z" },
    { ...success, accepted_at: "2026-11-08T23:59:59.999Z" },
  ]);
  const [ttd] = await readFigures(
    { accountNumber: shop.accountNumber, environment: "sandbox" },
    { today, now: today },
    90,
  );
  expect(ttd?.bars).toHaveLength(13);
  expect(ttd?.bars.slice(-2).map(({ from, days, paid }) => [from, days, paid])).toEqual([
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
  const [ttd] = await readFigures(
    owner,
    { today: new Date("2026-11-15T04:00:00Z"), now: new Date("2026-11-15T12:00:00Z") },
    7,
  );
  expect(ttd).toMatchObject({ today: { paid: 1 }, yesterday: { paid: 1 } });
});

it("an account without a payment that has a result has no figures", async () => {
  const shop = await openShop();
  await requestSession(shop);
  expect(await readFigures(ownerOf(shop), { today, now: today }, 30)).toEqual([]);
});

it("yesterday and today are also summed by hour", async () => {
  const shop = await openShop();
  await copySession(await requestSession(shop), [
    { ...success, accepted_at: "2026-11-14T00:30:00Z" },
    { ...success, accepted_at: "2026-11-14T23:30:00Z" },
    { ...success, accepted_at: "2026-11-15T02:59:59Z" },
  ]);
  const [ttd] = await readFigures(ownerOf(shop), { today, now: new Date("2026-11-15T03:10:00Z") }, 30);
  expect(ttd?.hours.today).toEqual([0n, 0n, 1205n, 0n]);
  expect(ttd?.hours.yesterday.map(Number)).toEqual([1205, ...Array.from({ length: 22 }, () => 0), 1205]);
});

describe("the sums of payments", () => {
  const outcomes = [
    { status: "failed", code: "51", attempt_id: newUlid() },
    { status: "failed", code: "51", attempt_id: newUlid() },
    { status: "failed", code: "54", attempt_id: null },
    { status: "failed", code: "EX", attempt_id: null, last_code: "OB" },
    { status: "failed", code: "EX", attempt_id: null, last_code: null },
    { status: "failed", code: "AB", attempt_id: newUlid() },
    { status: "error", code: "GW", attempt_id: newUlid() },
    { ...success },
  ];

  it("are the same before and after the worker adds the latest payments to them", async () => {
    const shop = await openShop();
    await copySession(
      await requestSession(shop),
      outcomes.map((outcome) => ({ ...outcome, accepted_at: "2026-11-15T00:10:00Z" })),
    );
    const read = () => readFigures(ownerOf(shop), { today, now: today }, 30);
    const before = await read();
    expect(before[0]?.month).toEqual({ paid: 1, declined: 5, abandoned: 2, volume: 1205n });
    expect(before[0]?.declines).toEqual(
      new Map([
        ["51", 2],
        ["54", 1],
        ["EX", 1],
        ["GW", 1],
      ]),
    );
    await addPaymentsToSums();
    expect(await db().paymentSumChange.count()).toBe(0);
    expect(await read()).toEqual(before);
    await copySession(await requestSession(shop), [{ ...success, accepted_at: "2026-11-15T00:20:00Z" }]);
    expect((await read())[0]?.today).toMatchObject({ paid: 2, volume: 2410n });
    await addPaymentsToSums();
    expect((await read())[0]?.today).toMatchObject({ paid: 2, volume: 2410n });
  });

  it("call a payment abandoned exactly if the list calls it abandoned or cancelled", async () => {
    const shop = await openShop();
    await copySession(
      await requestSession(shop),
      outcomes.map((outcome) => ({ ...outcome, accepted_at: "2026-11-15T00:10:00Z" })),
    );
    const rows = await query(sql`
      SELECT id FROM checkout_session WHERE account_number = ${shop.accountNumber} AND status IS NOT NULL
        AND (outcome_to_sum(status, code, attempt_id, last_code) = 'abandoned') <> (status = 'failed'
          AND (${isAbandoned} OR code = ${leftCode}))`);
    expect(rows).toEqual([]);
  });

  it("count a payment that ends once, in the hour of its request", async () => {
    const shop = await openShop();
    const session = await openSession(shop);
    expect(await readFigures(ownerOf(shop), { today, now: today }, 30)).toEqual([]);
    await pay(session, cards.approved);
    const changes = await db().paymentSumChange.findMany({ where: { accountNumber: shop.accountNumber } });
    expect(changes).toMatchObject([{ sessionId: session.id, outcome: "paid", code: "", volume: 1205n }]);
  });

  it("contain each payment once when several workers add at the same time", async () => {
    const shop = await openShop();
    const copies = Array.from({ length: 200 }, () => ({ ...success, accepted_at: "2026-11-15T00:10:00Z" }));
    await copySession(await requestSession(shop), copies);
    await Promise.all([addToSums(30), addToSums(70), addToSums(50), addToSums(90)]);
    await addPaymentsToSums();
    const [ttd] = await readFigures(ownerOf(shop), { today, now: today }, 30);
    expect(ttd?.today).toEqual({ paid: 200, declined: 0, abandoned: 0, volume: 241_000n });
  });
});

it("the declined payments of a reason are those that the list shows for it", async () => {
  const shop = await openShop();
  const at = { accepted_at: "2026-11-15T00:10:00Z" };
  const codes = ["51", "51", "05", "41", "??", "EX", "GW"];
  await copySession(await requestSession(shop), [
    ...codes.map((code) => ({ status: code === "GW" ? "error" : "failed", code, attempt_id: newUlid(), ...at })),
    { status: "failed", code: "EX", attempt_id: null, ...at },
    { ...success, ...at },
  ]);
  const [ttd] = await readFigures(ownerOf(shop), { today, now: today }, 30);
  const listed = async (reason: string) => (await searchHistory(ownerOf(shop), { reason }, utc)).payments.length;
  const counted = new Map<string, number>();
  for (const [code, count] of ttd?.declines ?? []) {
    counted.set(declineReasonKey(code), (counted.get(declineReasonKey(code)) ?? 0) + count);
  }
  expect(Object.fromEntries(counted)).toEqual({
    "not-enough-money": 2,
    "bank-gave-no-reason": 3,
    "time-ran-out": 1,
    "bank-did-not-answer": 1,
  });
  for (const [reason, count] of counted) expect(await listed(reason), reason).toBe(count);
  expect(await listed(anyReason)).toBe(codes.length);
});

it("the balance of a day is recorded when it changed, in the time zone of the account", async () => {
  const shop = await openShop();
  const balancesOf = () => findBalanceDays(ownerOf(shop), "2026-11-01");
  await pay(await openSession(shop), cards.approved);
  const zones = { TT: "America/Port_of_Spain" };
  await recordBalances(new Date("2026-11-15T03:59:00Z"), zones);
  await recordBalances(new Date("2026-11-16T03:59:00Z"), zones);
  const [first, ...others] = await balancesOf();
  expect(first).toMatchObject({ currency: "TTD", day: "2026-11-14" });
  expect(others).toEqual([]);
  await pay(await openSession(shop), cards.approved);
  await recordBalances(new Date("2026-11-16T12:00:00Z"), zones);
  expect((await balancesOf()).map(({ day, available }) => [day, available])).toEqual([
    ["2026-11-14", first?.available],
    ["2026-11-16", 2n * (first?.available ?? 0n)],
  ]);
});
