import { formatMoment, type Zone } from "@/lib/format/dates";
import { day, later } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import type { CurrencyFigures } from "@/lib/transactions/history/figures";

/** The bars of a chart of payments, as pages show them. */

export type Bar = ReturnType<typeof barsIn>[number];

export function barsIn({ bars }: CurrencyFigures, zone: Zone) {
  return bars.map((bar, index) => ({
    key: bar.from.toISOString(),
    title: bar.days === 1 ? formatMoment(bar.from, "day", zone) : weekOf(bar.from, bar.days, zone),
    tick: tickOf(bars, index, formatMoment(bar.from, "shortDay", zone)),
    volume: formatMinor(bar.volume),
    payments: bar.payments,
    successRate: rateOf(bar),
  }));
}

export const rateOf = ({ payments, attempted }: { payments: number; attempted: number }): number | null =>
  attempted === 0 ? null : Math.round((payments / attempted) * 1000) / 10;

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
