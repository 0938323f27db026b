import { type GaugeReading, recordGauges, renderMetrics } from "@/lib/http/telemetry/metrics";

/** The samples of `/metrics` whose names begin with `prefix`, by name and labels, after these gauges were read. */
export async function scrapeSamples(prefix: string, gauges: readonly GaugeReading[]): Promise<Record<string, number>> {
  recordGauges(gauges);
  const lines = (await renderMetrics()).text.split("\n").filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => [line.slice(prefix.length).replace(/ [^ ]+$/, ""), Number(line.split(" ").at(-1))]),
  );
}
