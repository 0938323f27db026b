import type { GaugeReading } from "@/lib/http/telemetry/metrics";
import { queues } from "@/lib/jobs/due-store";
import { now } from "@/lib/kit/clock";
import { readWaiting, type Waiting } from "@/lib/reconciliation/open-cases/waiting-store";
import { findUncomparedDays } from "@/lib/reconciliation/settlement/compare-due-days";
import { environments } from "@/lib/reference/platforms";
import {
  type BookSums,
  countDifferences,
  countMax,
  measureTables,
  readBacklog,
  readWaits,
  scrapeTimeoutMs,
  sumBooks,
} from "./store";

/** How late the workers are with each queue. */
export async function readQueueGauges(): Promise<GaugeReading[]> {
  const waits = new Map((await readWaits()).map(({ queue, waitMs }) => [queue, waitMs]));
  return queues.map((queue) => ({
    name: "tradewind_queue_overdue_seconds",
    help: "How long the most overdue work of a queue has been due. 0: nothing is overdue. Struggling endpoints do not count.",
    labels: { queue },
    value: Math.max(0, -(waits.get(queue) ?? 0) / 1000),
  }));
}

export async function readBacklogGauges(): Promise<GaugeReading[]> {
  const backlog = await readBacklog();
  if (!backlog) return [];
  const { heartbeatAt } = backlog;
  const upTo = `At most ${countMax} are counted.`;
  return [
    {
      name: "tradewind_sessions_overdue",
      help: `Checkout sessions that have expired and that no worker has ended yet. ${upTo}`,
      value: backlog.overdueSessions,
    },
    {
      name: "tradewind_webhook_deliveries_pending",
      help: `Webhook deliveries that wait for their first or next attempt. ${upTo}`,
      value: backlog.deliveries,
    },
    { name: "tradewind_mail_pending", help: `Mails that wait to be sent. ${upTo}`, value: backlog.mail },
    { name: "tradewind_workers", help: "Workers that made progress in the last minute.", value: backlog.workers },
    {
      name: "tradewind_worker_heartbeat_timestamp_seconds",
      help: "When a worker last reported that it makes progress. Missing if none did in the last hour.",
      value: heartbeatAt && toSeconds(heartbeatAt),
    },
  ];
}

/** Differences in the books that an operator must examine. */
export async function readBookGauges(): Promise<GaugeReading[]> {
  const differences = await countDifferences();
  if (!differences) return [];
  const { reconciliation, reconciledAt, settlement } = differences;
  return [
    {
      name: "tradewind_reconciliation_differences",
      help: "Differences that the hourly reconciliations of seven days found, each counted once. Missing before the first.",
      value: reconciliation,
    },
    {
      name: "tradewind_reconciliation_timestamp_seconds",
      help: "When the last hourly reconciliation ended. 0: never.",
      value: reconciledAt ? toSeconds(reconciledAt) : 0,
    },
    {
      name: "tradewind_settlement_differences",
      help: "Differences between our books and the acquirer's lists of the last 31 days.",
      value: settlement,
    },
  ];
}

/**
 * The comparison of a day is skipped without an error while the acquirer lists nothing, so only this gauge shows it.
 */
export async function readSettlementGauges(): Promise<GaugeReading[]> {
  return [
    {
      name: "tradewind_settlement_days_uncompared",
      help: "Complete days of merchant accounts in the last 31 days that were not compared with the acquirer's list.",
      value: (await findUncomparedDays()).length,
    },
  ];
}

const kinds = [
  { kind: "unknown_attempt", name: "tradewind_attempts_unknown", what: "Attempts whose outcome is unknown" },
  { kind: "refund", name: "tradewind_refunds_open", what: "Refunds that the acquirer has not confirmed" },
  {
    kind: "platform_refund",
    name: "tradewind_platform_refunds_open",
    what: "Refunds of late approvals that the acquirer has not confirmed",
  },
  { kind: "withdrawal", name: "tradewind_withdrawals_to_send", what: "Withdrawals that wait for the next bank file" },
] as const;

export async function readWaitingGauges(): Promise<GaugeReading[]> {
  const rows = await readWaiting(scrapeTimeoutMs);
  return kinds.flatMap(({ kind, name, what }) =>
    environments.flatMap((environment) => {
      const row = rows.find((each) => each.kind === kind && each.environment === environment);
      const labels = { environment };
      return [
        { name, help: `${what}.`, labels, value: row?.number ?? 0 },
        {
          name: `${name}_oldest_age_seconds`,
          help: `${what}: age of the oldest. 0 without one.`,
          labels,
          value: ageOf(row),
        },
      ];
    }),
  );
}

/** The clock of a sandbox session may be ahead of ours. */
const ageOf = (row: Waiting | undefined): number => (row ? Math.max(0, toSeconds(now()) - toSeconds(row.since)) : 0);

const books = ["available", "held", "owed"] as const;

export async function readMoneyGauges(): Promise<GaugeReading[]> {
  const sums = await sumBooks();
  return sums.flatMap((sum) => books.map((book) => bookGauge(book, sum)));
}

function bookGauge(book: (typeof books)[number], { environment, currency, ...sums }: BookSums): GaugeReading {
  return {
    name: "tradewind_merchant_money",
    help: "Money of all merchants, in units of the currency: available, held for refunds and withdrawals, and owed.",
    labels: { book, environment, currency },
    value: Number(sums[book]) / 100,
  };
}

export async function readTableGauges(): Promise<GaugeReading[]> {
  return (await measureTables()).map(({ table, bytes }) => ({
    name: "tradewind_table_bytes",
    help: "Size of a table on disk, with its indexes.",
    labels: { table },
    value: bytes,
  }));
}

const toSeconds = (date: Date): number => date.getTime() / 1000;
