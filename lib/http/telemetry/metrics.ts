import { AggregatorRegistry, Gauge, register } from "prom-client";
import { newUlid } from "@/lib/kit/ids";
import { processWide } from "@/lib/kit/process-wide";
import { hasSiblings, type MetricsJson, onMessage, sendToPrimary } from "@/lib/kit/siblings";
import { createProcessMetrics } from "./process-metrics";

/** `gauges` are the names of the gauges that `recordGauges()` sets. */
const metrics = processWide("metrics", () => ({ ...createProcessMetrics(), gauges: new Set<string>() }));

export function recordRequest(request: { method: string; path: string; status: number; seconds: number }): void {
  const { method, path, status, seconds } = request;
  metrics.requests.inc({ method, path, status: String(status) });
  metrics.duration.observe({ method, path }, seconds);
}

/** A reading of null removes the value, so that Prometheus does not get an old one. */
export type GaugeReading = { name: string; help: string; labels?: Record<string, string>; value: number | null };

/**
 * Replaces the values of all gauges that are read from the database at a scrape, because other processes change them. A
 * gauge without a reading has no value.
 */
export function recordGauges(readings: readonly GaugeReading[]): void {
  for (const name of metrics.gauges) removeValues(gaugeOf(name));
  for (const { name, help, labels = {}, value } of readings) {
    const gauge = gaugeOf(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels) });
    metrics.gauges.add(name);
    if (value !== null) gauge.set(labels, value);
    else gauge.remove(labels);
  }
}

const gaugeOf = (name: string) => register.getSingleMetric(name) as Gauge | undefined;

/** `reset()` would set a gauge without labels to 0. */
function removeValues(gauge: Gauge | undefined): void {
  gauge?.reset();
  gauge?.remove({});
}

/** The metrics of this process, or the sum over all web processes that share its port. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  if (!hasSiblings()) return { contentType: register.contentType, text: await register.metrics() };
  const all = AggregatorRegistry.aggregate([await register.getMetricsAsJSON(), ...(await askSiblings())]);
  return { contentType: register.contentType, text: await all.metrics() };
}

const siblingsTimeoutMs = 3_000;

/** Without the gauges that are read from the database: the process that is asked reads them itself. */
async function ownMetrics(): Promise<MetricsJson> {
  return (await register.getMetricsAsJSON()).filter(({ name }) => !metrics.gauges.has(name));
}

async function askSiblings(): Promise<MetricsJson[]> {
  const question = { kind: "ask-metrics", id: newUlid(), metrics: await ownMetrics() } as const;
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stop();
    };
    const stop = onMessage((message) => {
      if (message.kind !== "all-metrics" || message.id !== question.id) return;
      end();
      resolve(message.metrics);
    });
    const timer = setTimeout(() => {
      end();
      reject(new Error("The other web processes did not send their metrics."));
    }, siblingsTimeoutMs);
    sendToPrimary(question);
  });
}

/** Sends the metrics of this process when another one is asked for them. */
export function answerSiblings(): void {
  onMessage(async (message) => {
    if (message.kind === "ask-metrics") sendToPrimary({ kind: "metrics", id: message.id, metrics: await ownMetrics() });
  });
}
