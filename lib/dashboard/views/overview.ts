import type { Visit } from "@/lib/dashboard/viewer";
import { formatMoment, isoDayIn } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { orderOf } from "@/lib/format/orders";
import { paymentBadge } from "@/lib/format/payment-badge";
import { day, later, now } from "@/lib/kit/clock";
import { parseMinor } from "@/lib/kit/money";
import { retrieveProfile } from "@/lib/profile/retrieve-profile";
import { platforms } from "@/lib/reference/platforms";
import { type ChartPeriod, chartPeriods, figureDays, noFigures, readFigures } from "@/lib/transactions/history/figures";
import { markAbandoned } from "@/lib/transactions/history/mark-abandoned";
import { listTransactions } from "@/lib/transactions/history/read-transactions";
import { findBalanceDays } from "@/lib/transactions/history/sums-store";
import { findLastMoved } from "@/lib/withdrawals/store";
import { isVisibleTo } from "../pages";
import { localDayStart } from "./bars";
import { readConcerns } from "./concerns";
import { balancesIn, figuresIn } from "./overview-figures";

/** The first page of the dashboard: balances, figures, recent payments and matters that need attention. */

const concernsMax = 3;
const recentMax = 5;
const onItsWayFor = 14 * day;

export type OverviewView = Awaited<ReturnType<typeof readOverview>>;
export type OverviewChoice = { currency: string | undefined; period: ChartPeriod };

export const chartOf = (text: unknown) => (text === "volume" ? "volume" : "payments");
export const periodOf = (text: unknown): ChartPeriod => chartPeriods.find((days) => String(days) === text) ?? 30;

export async function readOverview(visit: Visit, { currency, period }: OverviewChoice) {
  const { caller, environment, owner, zone } = visit;
  const { balances } = (await retrieveProfile(caller, environment)).data;
  const today = localDayStart(now(), zone);
  const times = { today, now: now() };
  const [figures, balanceDays, recent, concerns, onItsWay] = await Promise.all([
    readFigures(owner, times, period),
    findBalanceDays(owner, isoDayIn(zone, later(-(figureDays - 1) * day, today))),
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
  const chosenFigures = figures.find((one) => one.currency === chosen) ?? noFigures(chosen, times, period);
  const balance = parseMinor(balances.all.find((one) => one.currency === chosen)?.balance ?? "0") ?? 0n;
  const ownDays = balanceDays.filter((row) => row.currency === chosen);
  return {
    currency: chosen,
    currencies: offered,
    period,
    /** The current day and time with the zone. */
    moment: `${formatMoment(now(), "day", zone)}, ${formatMoment(now(), "time", zone)} ${zone.name}`,
    balances: balances.all,
    balanceLine: balancesIn(ownDays, balance, zone, today),
    figures: figuresIn(chosenFigures, visit, today),
    recent,
    concerns: concerns.slice(0, concernsMax),
    onItsWay,
  };
}

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
