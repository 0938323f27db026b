import type { Owner } from "@/lib/http/message/caller";
import { day, later } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import { type Currency, currencies } from "@/lib/reference/currencies";
import { type DayRow, findDays } from "./figures-store";

/** The figures of the dashboard's overview, per currency. */

export const chartPeriods = [7, 30, 90] as const;
export type ChartPeriod = (typeof chartPeriods)[number];

/** The volume, the change and the success rate are always those of the last 30 days. */
const figureDays = 30;
const weekDays = 7;
const chartWeeks = 13;

/** Payments that were requested in a part of the period. */
type Sums = {
  /** The number of payments that succeeded. */
  payments: number;
  /** The number of payments that ended, without abandoned ones. */
  attempted: number;
  volume: Minor;
};
type Bar = Sums & { from: Date; days: number };
export type CurrencyFigures = {
  currency: Currency;
  today: Sums;
  yesterday: Sums;
  /** The last 30 days, and the 30 days before them. */
  month: Sums;
  monthBefore: Sums;
  /** One bar per day, oldest first. The chart of 90 days has one bar per week. */
  bars: Bar[];
};

/**
 * Figures of every currency that has payments in the period, of one payment link or of all. `today` is the start of the
 * current day in the merchant's time zone. The zone has no summer time, so all days begin at the same time of day.
 */
export async function readFigures(
  owner: Owner,
  today: Date,
  period: ChartPeriod,
  paymentLinkId: string | null = null,
): Promise<CurrencyFigures[]> {
  const bars = period === 90 ? { count: chartWeeks, days: weekDays } : { count: period, days: 1 };
  const daysRead = Math.max(2 * figureDays, bars.count * bars.days);
  const rows = await findDays(owner, later(-(daysRead - 1) * day, today), paymentLinkId);
  return currencies
    .map((currency) => ({ currency, rows: rows.filter((row) => row.currency === currency) }))
    .filter(({ rows: own }) => own.some(({ attempted }) => attempted > 0))
    .map(({ currency, rows: own }) => {
      const sums = (daysAgo: number, days: number) => sumsOf(own, later(-daysAgo * day, today), days);
      return {
        currency,
        today: sums(0, 1),
        yesterday: sums(1, 1),
        month: sums(figureDays - 1, figureDays),
        monthBefore: sums(2 * figureDays - 1, figureDays),
        bars: Array.from({ length: bars.count }, (_, index) => {
          const from = later(-((bars.count - index) * bars.days - 1) * day, today);
          return { from, days: bars.days, ...sumsOf(own, from, bars.days) };
        }),
      };
    });
}

function sumsOf(rows: readonly DayRow[], from: Date, days: number): Sums {
  const until = later(days * day, from);
  const chosen = rows.filter(({ day: one }) => one >= from && one < until);
  return {
    payments: chosen.reduce((sum, { succeeded }) => sum + succeeded, 0),
    attempted: chosen.reduce((sum, { attempted }) => sum + attempted, 0),
    volume: chosen.reduce((sum, { volume }) => sum + volume, 0n),
  };
}
