import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { recordGauges, renderMetrics } from "@/lib/http/telemetry/metrics";
import { queues } from "@/lib/jobs/due-store";
import { queueSweeps, sweeps } from "@/lib/jobs/sweeps";
import { startWorker } from "@/lib/jobs/worker";
import { extendEnv } from "@/lib/kit/env";
import { declineCodes } from "@/lib/reference/decline-codes";
import { ownCodes } from "@/lib/reference/response-codes";
import { expiringTables } from "@/lib/retention/policies";
import { statusOfCode } from "@/lib/transactions/result";
import { readAlerts, type Selector, selectorsIn } from "@/tests/support/in-process/ops-files";
import { readGauges } from "./gauges";

/**
 * An alert whose series does not exist is silent, and `increase()` does not count the value with which a series begins.
 * So every series of a rule must exist in the first scrape of a web process and a worker on an empty database.
 */
type Sample = { name: string; labels: Record<string, string>; value: number };
let samples: Sample[];

beforeAll(async () => {
  extendEnv({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "pay@example.com" });
  await addTerminal();
  recordGauges(await readGauges());
  const worker = startWorker();
  const { text } = await renderMetrics();
  await worker.stop();
  samples = text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name ? [{ name, labels: labelsIn(labels), value: Number(value?.replace("Inf", "Infinity")) }] : [];
  });
});
afterAll(() => void extendEnv({ SMTP_URL: "", MAIL_FROM: "" }));

const labelsIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value]));

/** Prometheus adds the label `job` to every series. */
const matches = ({ name, matchers }: Selector, sample: Sample) =>
  sample.name === name &&
  matchers.every(({ label, accepts }) => label === "job" || accepts(sample.labels[label] ?? ""));

/** Series that may be missing, and why the alert is not silent because of it. */
const mayBeMissing: Readonly<Record<string, string>> = {
  "TradewindTargetDown up": "Prometheus makes it.",
  "TradewindServerErrors tradewind_http_requests_total":
    "It exists from the first request on, and the alert is about answers to requests.",
  "TradewindSlowRequests tradewind_http_request_seconds_bucket":
    "It exists from the first request on, and the alert is about answers to requests.",
  "TradewindAcquirerDown tradewind_acquirer_up": "TradewindAcquirerUnchecked fires until the first check.",
  "TradewindAcquirerSlow tradewind_acquirer_payment_call_seconds": "Without a call there is no duration.",
  "TradewindAcquirerUnchecked tradewind_acquirer_check_age_seconds":
    "The worker checks the acquirer after the first terminal was added. From then on, the age is infinite.",
  "TradewindReconciliationDifferences tradewind_reconciliation_differences":
    "TradewindReconciliationLate fires until the first comparison.",
  "TradewindScriptsChanged tradewind_checkout_script_problems":
    "TradewindScriptsUnchecked fires until the first check.",
};

/** The values of each label by which rules group. Each of them must exist. */
const groups: Readonly<Record<string, readonly string[]>> = {
  task: [...queueSweeps(), ...sweeps].map(({ name }) => name),
  table: expiringTables.map(([table]) => table),
  queue: queues.filter((queue) => queue !== "deliveries" && queue !== "mail"),
  code: [...ownCodes, ...declineCodes].filter((code) => statusOfCode(code) === "error"),
  // Buckets exist as soon as their histogram does.
  le: [],
};

describe("on the first scrape of a fresh installation", () => {
  it.each(readAlerts())("every series of $name exists", ({ name, expression }) => {
    // Tests before this one share the process, so an excused series may exist.
    const needed = selectorsIn(expression).filter((selector) => !(`${name} ${selector.name}` in mayBeMissing));
    for (const selector of needed) {
      const found = samples.filter((sample) => matches(selector, sample));
      expect([selector.text, found.length > 0]).toEqual([selector.text, true]);
      for (const [, label = ""] of expression.matchAll(/\bby \((\w+)\)/g)) {
        const values = new Set(found.map(({ labels }) => labels[label]));
        const missing = (groups[label] ?? [label]).filter((value) => !values.has(value));
        expect([selector.text, missing]).toEqual([selector.text, []]);
      }
    }
  });

  it("a check that never succeeded is older than every limit", () => {
    const valuesOf = (name: string) => samples.filter((sample) => sample.name === name).map(({ value }) => value);
    for (const name of [
      "tradewind_checkout_script_check_timestamp_seconds",
      "tradewind_reconciliation_timestamp_seconds",
    ])
      expect([name, valuesOf(name)]).toEqual([name, [0]]);
    expect(new Set(valuesOf("tradewind_retention_sweep_timestamp_seconds"))).toEqual(new Set([0]));
  });
});
