import { readAcquirerGauges } from "@/lib/acquirers/health-gauges";
import type { GaugeReading } from "@/lib/http/listener/metrics";
import { later, now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { readScriptGauges } from "@/lib/page-scripts/read-script-check";
import { readRetentionGauges } from "@/lib/retention/retention-gauges";
import { readBacklogGauges, readMoneyGauges, readQueueGauges, readWaitingGauges } from "./business-gauges";

type ReadGauges = () => Promise<readonly GaugeReading[]>;

/** Every gauge that a scrape of a web process reads from the database. To add gauges, add a function here. */
const readers: readonly ReadGauges[] = [
  readScriptGauges,
  readAcquirerGauges,
  readQueueGauges,
  readBacklogGauges,
  readWaitingGauges,
  readMoneyGauges,
  readRetentionGauges,
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
 * Reads all gauges. A reader that fails leaves its gauges out, and `tradewind_database_up` is 0. The readers run one
 * after the other, so that a scrape takes one connection from the requests.
 */
export async function readGauges(): Promise<GaugeReading[]> {
  const readings: GaugeReading[] = [];
  let [successes, isOver] = [0, false];
  const readAll = async () => {
    for (const read of readers) {
      if (isOver) return;
      try {
        readings.push(...(await read()));
        successes += 1;
      } catch (error) {
        log.warn({ err: error }, "gauges could not be read from the database");
      }
    }
  };
  await Promise.race([readAll(), pause(readWithinMs)]);
  isOver = true;
  return [
    ...readings,
    {
      name: "tradewind_database_up",
      help: "Whether the database answered the statements of this scrape in time: 1 or 0.",
      value: Number(successes === readers.length),
    },
  ];
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
