import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from "prom-client";

/** One set of metrics per process, on `globalThis`: the server and the Next.js bundle each load this file. */
type Metrics = { requests: Counter<"method" | "path" | "status">; duration: Histogram<"method" | "path"> };
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
    if (value === null) gauge.remove(labels);
    else gauge.set(labels, value);
  }
}

export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  metrics();
  return { contentType: register.contentType, text: await register.metrics() };
}
