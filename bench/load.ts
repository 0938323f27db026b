import autocannon from "autocannon";
import { type Effort, interleave, median, medianPercent, sum } from "./rounds";

/** Throughput of addresses under load, measured in rounds. */
export type Target = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Other answers than this one count as failures. The default is 200. */
  status?: number;
};
type Round = { perSecond: number; p50: number; p99: number; failures: number };
/** Medians of the rounds, except that failures are added up. */
export type Throughput = Round & { rounds: readonly Round[] };

const connections = 10;
const warmUpSeconds = 4;
const roundSeconds = 2;
const rounds = { whole: 5, quick: 3 };

export const loadCaption = (effort: Effort) =>
  `${connections} connections, median of ${rounds[effort]} rounds of ${roundSeconds} s`;

/** Measures all targets in turn. */
export async function compareThroughput<Name extends string>(
  targets: Record<Name, Target>,
  effort: Effort,
): Promise<Record<Name, Throughput>> {
  const entries = Object.entries<Target>(targets);
  for (const [, target] of entries) await load(target, warmUpSeconds);
  const sides = Object.fromEntries(entries.map(([name, target]) => [name, () => load(target, roundSeconds)]));
  const measured = await interleave(sides, rounds[effort]);
  return Object.fromEntries(Object.entries(measured).map(([name, results]) => [name, summarise(results)])) as Record<
    Name,
    Throughput
  >;
}

async function load({ status = 200, ...target }: Target, duration: number): Promise<Round> {
  const result = await autocannon({ ...target, connections, duration });
  const expected = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  return {
    perSecond: expected / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.errors + result.requests.total - expected,
  };
}

function summarise(results: readonly Round[]): Throughput {
  const middle = (name: keyof Round) => median(results.map((result) => result[name]));
  return {
    rounds: results,
    perSecond: middle("perSecond"),
    p50: middle("p50"),
    p99: middle("p99"),
    failures: sum(results.map(({ failures }) => failures)),
  };
}

export function percentOf(one: Throughput, other: Throughput): number {
  const speeds = ({ rounds: all }: Throughput) => all.map(({ perSecond }) => perSecond);
  return medianPercent(speeds(one), speeds(other));
}
