import { Counter, collectDefaultMetrics, Gauge, Histogram } from "prom-client";
import { poolUse } from "@/lib/db/connection";
import { now } from "@/lib/kit/clock";
import { installMeters, type Meters } from "@/lib/kit/telemetry/meters";
import { declineCodes, declineOf } from "@/lib/reference/decline-codes";
import { purposes } from "@/lib/reference/purposes";
import { approvedCode, ownErrorCodes } from "@/lib/reference/response-codes";

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** The metrics that one process counts itself. Those of web processes on one port are summed. */
export function createProcessMetrics() {
  // Among them: memory, processor time, and the delay of the event loop.
  collectDefaultMetrics();
  measurePool();
  installMeters(createMeters());
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
      buckets: requestBuckets,
    }),
  };
}

function createMeters(): Meters {
  const payments = new Counter({
    name: "tradewind_payments_total",
    help: "Checkout sessions that got their result in this process, by status and code.",
    labelNames: ["environment", "purpose", "status", "code"],
  });
  const gatewayCalls = new Histogram({
    name: "tradewind_gateway_call_seconds",
    help: "Duration of calls to the acquirers' gateways, by operation and outcome.",
    labelNames: ["environment", "acquirer", "gateway", "operation", "outcome"],
    buckets: callBuckets,
  });
  const violations = new Counter({
    name: "tradewind_csp_reports_total",
    help: "Violations of a page's Content-Security-Policy that browsers reported, by kind of page and directive.",
    labelNames: ["page", "directive"],
  });
  const webhookAttempts = new Histogram({
    name: "tradewind_webhook_attempt_seconds",
    help: "Duration of attempts to deliver a webhook, by result.",
    labelNames: ["result"],
    buckets: callBuckets,
  });
  const jobRuns = new Counter({
    name: "tradewind_job_runs_total",
    help: "Runs of the worker's jobs that have ended, by task and result.",
    labelNames: ["task", "result"],
  });
  const jobDurations = new Histogram({
    name: "tradewind_job_seconds",
    help: "Duration of the worker's jobs.",
    labelNames: ["task"],
    buckets: jobBuckets,
  });
  const jobSuccesses = new Gauge({
    name: "tradewind_job_last_success_timestamp_seconds",
    help: "When a job of this worker last ended without an error.",
    labelNames: ["task"],
  });
  startAtZero(payments, webhookAttempts);
  return {
    payment: (result) => payments.inc(result),
    gatewayCall: ({ seconds, ...labels }) => gatewayCalls.observe(labels, seconds),
    violation: (report) => violations.inc(report),
    webhookAttempt: ({ seconds, ...labels }) => webhookAttempts.observe(labels, seconds),
    task(task) {
      for (const result of ["success", "failure"]) jobRuns.inc({ task, result }, 0);
    },
    job({ task, result, seconds }) {
      jobRuns.inc({ task, result });
      jobDurations.observe({ task }, seconds);
      if (result === "success") jobSuccesses.set({ task }, now().getTime() / 1000);
    },
  };
}

/**
 * The series of alerts. `increase()` does not count the value with which a series begins, so errors that come at once
 * would raise no alert.
 */
function startAtZero(
  payments: Counter<"environment" | "purpose" | "status" | "code">,
  webhookAttempts: Histogram<"result">,
): void {
  const errors = [...ownErrorCodes, ...declineCodes.filter((code) => declineOf(code).status === "error")];
  for (const purpose of purposes) {
    const live = { environment: "live", purpose };
    payments.inc({ ...live, status: "success", code: approvedCode }, 0);
    for (const code of errors) payments.inc({ ...live, status: "error", code }, 0);
  }
  for (const result of ["delivered", "failed"]) webhookAttempts.zero({ result });
}

function measurePool(): void {
  new Gauge({
    name: "tradewind_db_connections",
    help: "Connections of the database pool, by state.",
    labelNames: ["state"],
    collect() {
      const { used, idle } = poolUse();
      this.set({ state: "used" }, used);
      this.set({ state: "idle" }, idle);
    },
  });
  new Gauge({
    name: "tradewind_db_connections_max",
    help: "Largest number of connections that the database pool opens.",
    collect() {
      this.set(poolUse().max);
    },
  });
  new Gauge({
    name: "tradewind_db_waiting",
    help: "Statements and transactions that wait for a connection of the pool.",
    collect() {
      this.set(poolUse().waiting);
    },
  });
}
