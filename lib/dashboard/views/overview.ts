import type { Visit } from "@/lib/dashboard/viewer";
import { formatMoment } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { orderOf } from "@/lib/format/orders";
import { paymentBadge } from "@/lib/format/payment-badge";
import { day, later, now } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { platforms } from "@/lib/reference/platforms";
import { type ChartPeriod, type CurrencyFigures, chartPeriods, readFigures } from "@/lib/transactions/history/figures";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { listTransactions } from "@/lib/transactions/history/read-transactions";
import { findLastMoved } from "@/lib/withdrawals/store";
import { isVisibleTo } from "../pages";
import { barsIn, localDayStart, rateOf } from "./bars";
import { readConcerns } from "./concerns";

/** The first page of the dashboard: balances, figures, recent payments and matters that need attention. */

const concernsMax = 3;
const recentMax = 5;
const onItsWayFor = 14 * day;

export type OverviewView = Awaited<ReturnType<typeof readOverview>>;
export type Figures = NonNullable<OverviewView["figures"]>;
export type OverviewChoice = { currency: string | undefined; period: ChartPeriod };

export const periodOf = (text: unknown): ChartPeriod => chartPeriods.find((days) => String(days) === text) ?? 30;

export async function readOverview(visit: Visit, { currency, period }: OverviewChoice) {
  const { caller, environment, owner, zone } = visit;
  const { balances } = (await retrieveProfile(caller, environment)).data;
  const [figures, recent, concerns, onItsWay] = await Promise.all([
    readFigures(owner, localDayStart(now(), zone), period),
    recentPayments(visit),
    readConcerns(visit, balances.all),
    withdrawalOnItsWay(visit),
  ]);
  const home = platforms[caller.homePlatform].currency;
  const offered = balances.all.map((balance) => balance.currency);
  const chosen =
    offered.find((code) => code === currency) ??
    figures.find((one) => one.currency === home)?.currency ??
    figures[0]?.currency ??
    home;
  return {
    currency: chosen,
    currencies: offered,
    period,
    /** The current day and time with the zone. */
    moment: `${formatMoment(now(), "day", zone)}, ${formatMoment(now(), "time", zone)} ${zone.name}`,
    balances: balances.all,
    figures: shownFigures(
      figures.find((one) => one.currency === chosen),
      visit,
    ),
    recent,
    concerns: concerns.slice(0, concernsMax),
    onItsWay,
  };
}

function shownFigures(figures: CurrencyFigures | undefined, { zone }: Visit) {
  if (!figures) return null;
  const { currency, today, yesterday, month, monthBefore } = figures;
  const money = (amount: bigint) => formatMinor(amount);
  return {
    currency,
    today: { volume: money(today.volume), payments: today.payments },
    yesterday: money(yesterday.volume),
    month: money(month.volume),
    monthBefore: monthBefore.volume === 0n ? null : money(monthBefore.volume),
    /** In percent. Null if there is nothing to compare with. */
    change: monthBefore.volume === 0n ? null : percentOf(month.volume - monthBefore.volume, monthBefore.volume),
    successRate: rateOf(month),
    attempted: month.attempted,
    bars: barsIn(figures, zone),
  };
}

const percentOf = (part: bigint, whole: bigint): number => Number((part * 1000n) / whole) / 10;

async function recentPayments(visit: Visit) {
  const { caller, environment, owner, zone } = visit;
  const { data } = await listTransactions(caller, environment, { page_size: recentMax });
  const payments = await markAbandoned(owner, data);
  return payments.map((payment) => ({
    id: payment.transaction_id,
    amount: payment.status === "success" ? payment.total : payment.original_total,
    currency: payment.currency,
    status: paymentBadge({ ...payment, outcome: payment.outcome ?? "open" }),
    customer: payment.customer_name ?? payment.customer_email,
    network: payment.card_type,
    card: payment.card,
    order: orderOf(payment),
    date: formatMoment(payment.date, "short", zone),
  }));
}

async function withdrawalOnItsWay(visit: Visit) {
  if (!isVisibleTo("withdrawals", visit.viewer)) return null;
  const found = await findLastMoved(visit.owner, "on its way", later(-onItsWayFor));
  return found && { id: found.transactionId, amount: formatMoney(found) };
}
