import { readAnswerTimes } from "@/lib/acquirers/call-times-store";
import { formatMoment, utc } from "@/lib/format/dates";
import { formatAge } from "@/lib/format/durations";
import { day, hour, later, now } from "@/lib/kit/clock";
import { readWaiting, type WaitingKind } from "@/lib/reconciliation/open-cases/waiting-store";
import type { Environment } from "@/lib/reference/platforms";
import { findSumsOfAll } from "@/lib/transactions/history/sums-store";
import { openMoneyLimits } from "./desk-limits";

/** The figures of the operator's desk: approvals and answer times of 24 hours, and the age of open money. */

const hoursShown = 24;

export type DeskFigures = Awaited<ReturnType<typeof readDeskFigures>>;

export async function readDeskFigures(environment: Environment) {
  const hourStart = new Date(Math.floor(now().getTime() / hour) * hour);
  const first = later(-(hoursShown - 1) * hour, hourStart);
  const [approvals, answers, openMoney] = await Promise.all([
    readApprovals(environment, first),
    environment === "live" ? readAnswers(first) : null,
    readOpenMoney(environment),
  ]);
  return { approvals, answers, openMoney };
}

/** The label of every sixth hour, and of the current one. */
const tickOf = (from: Date, index: number): string | null => {
  if (index === hoursShown - 1) return "Now";
  return index % 6 === 0 ? formatMoment(from, "time", utc) : null;
};

/** The hours of a chart, with what is known of each. */
const chartHours = <Facts extends object>(first: Date, factsOf: (from: Date) => Facts) =>
  Array.from({ length: hoursShown }, (_, index) => {
    const from = later(index * hour, first);
    const title = `${formatMoment(from, "short", utc)} UTC`;
    return { key: from.toISOString(), title, tick: tickOf(from, index), ...factsOf(from) };
  });

/** Payments with a result per hour of their request. Abandoned payments had no answer of a bank. */
async function readApprovals(environment: Environment, first: Date) {
  const rows = await findSumsOfAll(environment, later(-day, first));
  const count = (outcome: "paid" | "declined", from: Date, until: Date) =>
    rows
      .filter((row) => row.outcome === outcome && row.from >= from && row.from < until)
      .reduce((sum, { payments }) => sum + payments, 0);
  const rateOf = (from: Date, until: Date) => {
    const [approved, declined] = [count("paid", from, until), count("declined", from, until)];
    return { approved, declined, rate: approved + declined === 0 ? null : (approved / (approved + declined)) * 100 };
  };
  const [last, before] = [rateOf(first, later(day, first)), rateOf(later(-day, first), first)];
  return {
    ...last,
    /** In percentage points, compared with the day before. */
    change: last.rate === null || before.rate === null ? null : last.rate - before.rate,
    hours: chartHours(first, (from) => rateOf(from, later(hour, from))),
  };
}

/** How long the bank took, of charges that began in each hour. Null without a terminal. */
async function readAnswers(first: Date) {
  const times = await readAnswerTimes(first);
  if (!times) return null;
  const { all, hours } = times;
  return {
    ...all,
    hours: chartHours(first, (from) => {
      const { median = null, p95 = null } = hours.find((one) => one.from.getTime() === from.getTime()) ?? {};
      return { median, p95 };
    }),
  };
}

/** Each kind of open money in words, and the card of the desk that has the details. */
const openMoneyKinds: Readonly<Record<WaitingKind, { words: string; card: string }>> = {
  unknown_attempt: { words: "Payments without an answer", card: "stuck-payments" },
  refund: { words: "Refunds sent, not confirmed", card: "refunds" },
  platform_refund: { words: "Refunds at our expense, not confirmed", card: "late-approvals" },
  withdrawal: { words: "Withdrawals for the bank file", card: "books" },
  chargeback: { words: "Chargebacks to answer", card: "open-chargebacks" },
};
const waitingKinds = Object.keys(openMoneyKinds) as WaitingKind[];

/** The number and the age of unfinished work about money, over all merchants. */
async function readOpenMoney(environment: Environment) {
  const waiting = await readWaiting();
  return waitingKinds.map((kind) => {
    const limit = openMoneyLimits[kind];
    const row = waiting.find((one) => one.kind === kind && one.environment === environment);
    const age = row ? Math.max(0, now().getTime() - row.since.getTime()) : 0;
    return {
      kind,
      ...openMoneyKinds[kind],
      count: row?.number ?? 0,
      age: row ? formatAge(age) : null,
      limit: formatAge(limit),
      /** The age as a part of the limit. */
      share: age / limit,
      isOver: age > limit,
    };
  });
}
