import type { Owner } from "@/lib/http/route/caller";
import { day, later, now } from "@/lib/kit/clock";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { type Currency, currencies } from "@/lib/reference/currencies";
import { type DayRow, findDays } from "./figures-store";

/** The figures of the dashboard's overview. Days are in UTC. */

const daysShown = 30;

type Volume = { currency: Currency; payments: number; volume: string };
type Bar = { date: string; payments: number; volume: string; share: number };
export type Figures = {
  today: Volume[];
  month: Volume[];
  /**
   * Percentage of successes among the payments of the last 30 days that ended after an attempt. Null without such
   * payments.
   */
  successRate: number | null;
  /** One chart per currency that has payments, with one bar for each of the last 30 days, oldest first. */
  charts: { currency: Currency; bars: Bar[] }[];
};

export async function readFigures(owner: Owner): Promise<Figures> {
  const today = startOfDay(now());
  const since = new Date(Math.min(firstShown(today).getTime(), startOfMonth(today).getTime()));
  return figuresOf(await findDays(owner, since), today);
}

const startOfDay = (at: Date): Date => new Date(at.getTime() - (at.getTime() % day));
const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
const firstShown = (today: Date): Date => later(-(daysShown - 1) * day, today);

function figuresOf(rows: readonly DayRow[], today: Date): Figures {
  const from = (begin: Date) => rows.filter(({ day: one }) => one >= begin);
  const shown = from(firstShown(today));
  const attempted = sumOf(shown, "attempted");
  return {
    today: volumesOf(from(today)),
    month: volumesOf(from(startOfMonth(today))),
    successRate: attempted === 0 ? null : Math.round((sumOf(shown, "succeeded") / attempted) * 1000) / 10,
    charts: volumesOf(shown).map(({ currency }) => ({ currency, bars: barsOf(currency, shown, today) })),
  };
}

const sumOf = (rows: readonly DayRow[], field: "attempted" | "succeeded"): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

const volumeOf = (rows: readonly DayRow[]): Minor => rows.reduce((sum, { volume }) => sum + volume, 0n);

/** Sums the volume per currency. Omits currencies without a successful payment. */
function volumesOf(rows: readonly DayRow[]): Volume[] {
  return currencies
    .map((currency) => ({ currency, own: rows.filter((row) => row.currency === currency) }))
    .map(({ currency, own }) => ({ currency, payments: sumOf(own, "succeeded"), volume: formatMinor(volumeOf(own)) }))
    .filter(({ payments }) => payments > 0);
}

/** Returns one bar per day. `share` is the day's volume relative to the day with the highest volume. */
function barsOf(currency: Currency, rows: readonly DayRow[], today: Date): Bar[] {
  const own = rows.filter((row) => row.currency === currency);
  let most = 1n;
  for (const { volume } of own) if (volume > most) most = volume;
  return Array.from({ length: daysShown }, (_, index) => {
    const begin = later(index * day, firstShown(today));
    const [row] = own.filter((one) => one.day.getTime() === begin.getTime());
    const { succeeded = 0, volume = 0n } = row ?? {};
    return {
      date: begin.toISOString().slice(0, 10),
      payments: succeeded,
      volume: formatMinor(volume),
      share: Number((volume * 1000n) / most) / 1000,
    };
  });
}
