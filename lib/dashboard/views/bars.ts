import { formatMoment, type Zone } from "@/lib/format/dates";
import { day, later } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import type { CurrencyFigures, Sums } from "@/lib/transactions/history/figures";

/** The bars of a chart of payments, as pages show them. */

export type Bar = ReturnType<typeof barsIn>[number];

/** The bars, and the volume of all of them. */
export const chartIn = (figures: CurrencyFigures, zone: Zone) => ({
  bars: barsIn(figures, zone),
  total: formatMinor(figures.bars.reduce((sum, { volume }) => sum + volume, 0n)),
});

function barsIn({ bars }: CurrencyFigures, zone: Zone) {
  return bars.map(({ from, days, volume, ...counts }, index) => ({
    key: from.toISOString(),
    title: days === 1 ? formatMoment(from, "day", zone) : weekOf(from, days, zone),
    tick: tickOf(bars, index, formatMoment(from, "shortDay", zone)),
    volume: formatMinor(volume),
    ...counts,
    successRate: rateOf(counts),
  }));
}

/** The share of paid payments among those that the payer tried to pay, in percent. */
export function rateOf({ paid, declined }: Pick<Sums, "paid" | "declined">): number | null {
  const tried = paid + declined;
  return tried === 0 ? null : Math.round((paid / tried) * 1000) / 10;
}

const weekOf = (from: Date, days: number, zone: Zone): string =>
  `${formatMoment(from, "shortDay", zone)} to ${formatMoment(later((days - 1) * day, from), "shortDay", zone)}`;

/** The label below a bar: of every seventh day or fourth week, and of the last bar. */
function tickOf(bars: CurrencyFigures["bars"], index: number, label: string): string | null {
  const isWeekly = (bars[0]?.days ?? 1) > 1;
  if (index === bars.length - 1) return isWeekly ? "This week" : "Today";
  const every = isWeekly ? 4 : bars.length > 7 ? 7 : 1;
  return index % every === 0 && index <= bars.length - 1 - every / 2 ? label : null;
}

/** The start of the day in the merchant's time zone, which has no summer time. */
export function localDayStart(at: Date, zone: Zone): Date {
  const [hours = 0, minutes = 0] = formatMoment(at, "time", zone).split(":").map(Number);
  const minuteStart = at.getTime() - (at.getTime() % 60_000);
  return new Date(minuteStart - (hours * 60 + minutes) * 60_000);
}
