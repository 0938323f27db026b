import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from "prom-client";
import { newUlid } from "@/lib/kit/ids";
import { hasSiblings, type MetricsJson, onMessage, sendToPrimary } from "@/lib/kit/siblings";

/** One set of metrics per process, on `globalThis`: the server and the Next.js bundle each load this file. */
type Metrics = {
  requests: Counter<"method" | "path" | "status">;
  duration: Histogram<"method" | "path">;
  /** The names of the gauges that `recordGauges()` sets. */
  gauges: Set<string>;
};
const holder = globalThis as typeof globalThis & { tradewindMetrics?: Metrics };

function createMetrics(): Metrics {
  collectDefaultMetrics();
  return {
    requests: new Counter({
      name: "tradewind_http_requests_total",
      help: "Requests answered, by endpoint and status.",
      labelNames: ["method", "path", "status"],
    }),
    duration: new Histogram({
      name: "tradewind_http_request_seconds",
      help: "Time from a request's arrival at its handler to its answer.",
      labelNames: ["method", "path"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    }),
    gauges: new Set(),
  };
}

function metrics(): Metrics {
  holder.tradewindMetrics ??= createMetrics();
  return holder.tradewindMetrics;
}

export function recordRequest(request: { method: string; path: string; status: number; seconds: number }): void {
  const { method, path, status, seconds } = request;
  metrics().requests.inc({ method, path, status: String(status) });
  metrics().duration.observe({ method, path }, seconds);
}

/** A reading of null removes the value, so that Prometheus does not get an old one. */
export type GaugeReading = { name: string; help: string; labels?: Record<string, string>; value: number | null };

/** Sets gauges whose values are read from the database at each scrape, because other processes change them. */
export function recordGauges(readings: readonly GaugeReading[]): void {
  for (const { name, help, labels = {}, value } of readings) {
    const known = register.getSingleMetric(name) as Gauge | undefined;
    const gauge = known ?? new Gauge({ name, help, labelNames: Object.keys(labels) });
    metrics().gauges.add(name);
    if (value === null) gauge.remove(labels);
    else gauge.set(labels, value);
  }
}

/** The metrics of this process, or the sum over all web processes that share its port. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  metrics();
  if (!hasSiblings()) return { contentType: register.contentType, text: await register.metrics() };
  const all = AggregatorRegistry.aggregate([await register.getMetricsAsJSON(), ...(await askSiblings())]);
  return { contentType: register.contentType, text: await all.metrics() };
}

const siblingsTimeoutMs = 3_000;

/** Without the gauges that are read from the database: the process that is asked reads them itself. */
async function ownMetrics(): Promise<MetricsJson> {
  const { gauges } = metrics();
  return (await register.getMetricsAsJSON()).filter(({ name }) => !gauges.has(name));
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
