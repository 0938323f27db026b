import type { Owner } from "@/lib/http/message/caller";
import { day, hour, later } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import { type Currency, currencies } from "@/lib/reference/currencies";
import { type CurrencySumRow, findSums } from "./sums-store";

/** The figures of the dashboard's overview, per currency. */

export const chartPeriods = [7, 30, 90] as const;
export type ChartPeriod = (typeof chartPeriods)[number];

/** The volume, the change and the success rate are always those of the last 30 days. */
export const figureDays = 30;
const weekDays = 7;
const chartWeeks = 13;
const dayHours = 24;

/** `today` is the start of the current day in the merchant's time zone. */
type Times = { today: Date; now: Date };

/** Payments with a result that were requested in a part of the period. */
export type Sums = { paid: number; declined: number; abandoned: number; volume: Minor };
type Part = Sums & { from: Date; days: number };
export type CurrencyFigures = {
  currency: Currency;
  today: Sums;
  yesterday: Sums;
  /** The last 30 days, and the 30 days before them. */
  month: Sums;
  monthBefore: Sums;
  /** The days of the month, oldest first. */
  monthDays: Part[];
  /** The volume of each hour of yesterday, and of the hours of today that have begun. */
  hours: { yesterday: Minor[]; today: Minor[] };
  /** The declined payments of the month by response code. */
  declines: ReadonlyMap<string, number>;
  /** One bar per day, oldest first. The chart of 90 days has one bar per week. */
  bars: Part[];
};

/**
 * Figures of every currency that has payments with a result in the period, of one payment link or of all. The
 * zones have no summer time, so all days begin at the same time of day.
 */
export async function readFigures(
  owner: Owner,
  times: Times,
  period: ChartPeriod,
  paymentLinkId: string | null = null,
): Promise<CurrencyFigures[]> {
  const { count, days } = barsOfPeriod(period);
  const since = later(-(Math.max(2 * figureDays, count * days) - 1) * day, times.today);
  const rows = await findSums(owner, { since, hourlySince: later(-day, times.today) }, paymentLinkId);
  return currencies
    .map((currency) => ({ currency, rows: rows.filter((row) => row.currency === currency) }))
    .filter(({ rows: own }) => own.length > 0)
    .map(({ currency, rows: own }) => figuresOf(currency, own, times, period));
}

/** The figures of a currency without payments. */
export const noFigures = (currency: Currency, times: Times, period: ChartPeriod): CurrencyFigures =>
  figuresOf(currency, [], times, period);

type Bars = { count: number; days: number };

const barsOfPeriod = (period: ChartPeriod): Bars =>
  period === 90 ? { count: chartWeeks, days: weekDays } : { count: period, days: 1 };

function figuresOf(
  currency: Currency,
  rows: readonly CurrencySumRow[],
  { today, now }: Times,
  period: ChartPeriod,
): CurrencyFigures {
  const sums = (daysAgo: number, days: number) => sumsOf(within(rows, later(-daysAgo * day, today), days * day));
  const hours = (from: Date, count: number) =>
    Array.from({ length: count }, (_, index) => sumsOf(within(rows, later(index * hour, from), hour)).volume);
  return {
    currency,
    today: sums(0, 1),
    yesterday: sums(1, 1),
    month: sums(figureDays - 1, figureDays),
    monthBefore: sums(2 * figureDays - 1, figureDays),
    monthDays: barsOf(rows, today, { count: figureDays, days: 1 }),
    hours: {
      yesterday: hours(later(-day, today), dayHours),
      today: hours(today, Math.floor((now.getTime() - today.getTime()) / hour) + 1),
    },
    declines: declinesOf(within(rows, later(-(figureDays - 1) * day, today), figureDays * day)),
    bars: barsOf(rows, today, barsOfPeriod(period)),
  };
}

function barsOf(rows: readonly CurrencySumRow[], today: Date, { count, days }: Bars): Part[] {
  return Array.from({ length: count }, (_, index) => {
    const from = later(-((count - index) * days - 1) * day, today);
    return { from, days, ...sumsOf(within(rows, from, days * day)) };
  });
}

function within(rows: readonly CurrencySumRow[], from: Date, duration: number): CurrencySumRow[] {
  const until = later(duration, from);
  return rows.filter((row) => row.from >= from && row.from < until);
}

function sumsOf(rows: readonly CurrencySumRow[]): Sums {
  const sums = { paid: 0, declined: 0, abandoned: 0, volume: 0n };
  for (const { outcome, payments, volume } of rows) {
    sums[outcome] += payments;
    sums.volume += volume;
  }
  return sums;
}

function declinesOf(rows: readonly CurrencySumRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome, code, payments } of rows) {
    if (outcome === "declined") counts.set(code, (counts.get(code) ?? 0) + payments);
  }
  return counts;
}
