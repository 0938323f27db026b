import type { Visit } from "@/lib/dashboard/viewer";
import { isoDayIn, type Zone } from "@/lib/format/dates";
import { anyReason, declineReason, declineReasonKey } from "@/lib/format/decline-reasons";
import { day, later } from "@/lib/kit/clock";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { type CurrencyFigures, figureDays, type Sums } from "@/lib/transactions/history/figures";
import type { BalanceRow } from "@/lib/transactions/history/sums-store";
import { chartIn, rateOf } from "./bars";

/** The figures of the overview in one currency, as the page shows them. */

const reasonsMax = 5;

export type Figures = ReturnType<typeof figuresIn>;

/** `today` is the start of the current day in the merchant's time zone. */
export function figuresIn(figures: CurrencyFigures, { mode, zone }: Pick<Visit, "mode" | "zone">, today: Date) {
  const { currency, month, monthBefore, monthDays, hours } = figures;
  return {
    currency,
    today: { volume: formatMinor(figures.today.volume), payments: figures.today.paid },
    yesterday: formatMinor(figures.yesterday.volume),
    month: formatMinor(month.volume),
    monthBefore: monthBefore.volume === 0n ? null : formatMinor(monthBefore.volume),
    /** In percent. Null if there is nothing to compare with. */
    change: monthBefore.volume === 0n ? null : percentOf(month.volume - monthBefore.volume, monthBefore.volume),
    successRate: rateOf(month),
    paid: month.paid,
    tried: month.paid + month.declined,
    lines: {
      volume: monthDays.map(({ volume }) => inUnits(volume)),
      successRate: monthDays.map(rateOf).filter((rate) => rate !== null),
      /** The volume since midnight at the end of each hour. */
      today: running(hours.today),
      yesterday: running(hours.yesterday),
    },
    funnel: funnelOf(month, monthBefore),
    declines: declinesOf(figures, { mode, zone }, today),
    chart: chartIn(figures, zone),
  };
}

const percentOf = (part: bigint, whole: bigint): number => Number((part * 1000n) / whole) / 10;
const inUnits = (amount: Minor): number => Number(amount) / 100;

function running(amounts: readonly Minor[]): number[] {
  let sum = 0n;
  return amounts.map((amount) => {
    sum += amount;
    return inUnits(sum);
  });
}

const openedOf = ({ paid, declined, abandoned }: Sums): number => paid + declined + abandoned;

function funnelOf(month: Sums, monthBefore: Sums) {
  const ofHundred = (sums: Sums) => (openedOf(sums) === 0 ? null : Math.round((sums.paid / openedOf(sums)) * 100));
  return {
    opened: openedOf(month),
    tried: month.paid + month.declined,
    paid: month.paid,
    /** How many of 100 payers who open the page pay. */
    ofHundred: ofHundred(month),
    ofHundredBefore: ofHundred(monthBefore),
  };
}

/** The most frequent reasons of declines. Each one links to its payments. */
function declinesOf(
  { currency, declines }: CurrencyFigures,
  { mode, zone }: Pick<Visit, "mode" | "zone">,
  today: Date,
) {
  const counts = new Map<string, { title: string; count: number }>();
  for (const [code, count] of declines) {
    const key = declineReasonKey(code);
    counts.set(key, { title: declineReason(code).title, count: (counts.get(key)?.count ?? 0) + count });
  }
  const days = { start_date: isoDayIn(zone, later(-(figureDays - 1) * day, today)), end_date: isoDayIn(zone, today) };
  const listOf = (reason: string) =>
    `/dashboard/${mode}/transactions?${new URLSearchParams({ reason, currency, ...days })}`;
  const all = [...counts]
    .map(([key, one]) => ({ ...one, href: listOf(key) }))
    .sort((one, other) => other.count - one.count);
  const rest = all.length > reasonsMax ? all.slice(reasonsMax - 1) : [];
  const others = { title: "Other reasons", count: rest.reduce((sum, { count }) => sum + count, 0) };
  return {
    total: all.reduce((sum, { count }) => sum + count, 0),
    href: listOf(anyReason),
    reasons: [
      ...all.slice(0, all.length - rest.length),
      ...(rest.length > 0 ? [{ ...others, href: listOf(anyReason) }] : []),
    ],
  };
}

/** The balance at the end of each of the last 30 days from the first recorded one, and the current balance. */
export function balancesIn(rows: readonly BalanceRow[], now: Minor, zone: Zone, today: Date): number[] {
  const values: number[] = [];
  for (let daysAgo = figureDays - 1; daysAgo > 0; daysAgo--) {
    const at = isoDayIn(zone, later(-daysAgo * day, today));
    const last = rows.findLast((row) => row.day <= at);
    if (last) values.push(inUnits(last.available));
  }
  return [...values, inUnits(now)];
}
