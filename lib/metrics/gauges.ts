import { readAcquirerGauges, readCallGauges, readOutcomeGauges } from "@/lib/acquirers/health-gauges";
import type { GaugeReading } from "@/lib/http/telemetry/metrics";
import { later, now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { readRetentionGauges } from "@/lib/retention/retention-gauges";
import { readScriptGauges } from "@/lib/script-monitor/read-script-check";
import {
  readBacklogGauges,
  readBookGauges,
  readMoneyGauges,
  readQueueGauges,
  readSettlementGauges,
  readTableGauges,
  readWaitingGauges,
} from "./business-gauges";
import { pingDatabase, scrapeTimeoutMs } from "./store";

type ReadGauges = (timeoutMs: number) => Promise<readonly GaugeReading[]>;

/**
 * Every gauge that a scrape of a web process reads from the database. To add gauges, add a function here. Gauges that
 * page come first. The last three may not be read in time: two aggregate an hour of payments, and the sizes of tables
 * wait for a migration that locks one.
 */
const readers: readonly ReadGauges[] = [
  readBacklogGauges,
  readQueueGauges,
  readWaitingGauges,
  readBookGauges,
  readAcquirerGauges,
  readScriptGauges,
  readMoneyGauges,
  readRetentionGauges,
  readSettlementGauges,
  readOutcomeGauges,
  readCallGauges,
  readTableGauges,
];

/** Several Prometheus servers that scrape at the same time share one reading. */
const keepForMs = 5 * second;
/** Prometheus gives up after ten seconds. Gauges that are not read by then are missing from this scrape. */
const readWithinMs = 5 * second;

let latest: { readings: Promise<GaugeReading[]>; at: Date } | undefined;

/** The gauges as they were at most five seconds ago. */
export function readRecentGauges(): Promise<GaugeReading[]> {
  const at = now();
  if (!latest || at >= later(keepForMs, latest.at)) latest = { readings: readGauges(), at };
  return latest.readings;
}

/**
 * Reads all gauges. A reader that fails leaves its gauges out and counts in `tradewind_gauges_failed`, so a slow gauge
 * does not look like an outage of the database. The readers run one after the other, so that a scrape takes one
 * connection from the requests.
 */
export async function readGauges(): Promise<GaugeReading[]> {
  const readings: GaugeReading[] = [];
  let [isUp, failed, isOver] = [false, readers.length, false];
  const readAll = async () => {
    isUp = await succeeds(pingDatabase);
    if (!isUp) return;
    for (const read of readers) {
      if (isOver) return;
      if (await succeeds(async () => readings.push(...(await read(scrapeTimeoutMs))))) failed -= 1;
    }
  };
  await Promise.race([readAll(), pause(readWithinMs)]);
  isOver = true;
  return [
    ...readings,
    {
      name: "tradewind_database_up",
      help: "Whether the database answered this scrape in time: 1 or 0.",
      value: Number(isUp),
    },
    {
      name: "tradewind_gauges_failed",
      help: "Groups of gauges that could not be read from the database in time and are missing in this scrape.",
      value: failed,
    },
  ];
}

async function succeeds(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    log.warn({ err: error }, "gauges could not be read from the database");
    return false;
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
