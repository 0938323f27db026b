import type { GaugeReading } from "@/lib/http/listener/metrics";
import { hour, later, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { findHealth } from "./health-store";
import { attemptOutcomes, countOpenWork, countOutcomes, measureCalls } from "./outcome-store";

/** Metrics of the live acquirer, or none if none is configured. */
export async function readAcquirerGauges(): Promise<GaugeReading[]> {
  const acquirer = env().LIVE_ACQUIRER;
  if (!acquirer) return [];
  const measures = await measure(acquirer);
  return [...healthGauges(measures), ...attemptGauges(measures), ...callGauges(measures)];
}

type Measures = Awaited<ReturnType<typeof measure>>;

/** Reads one after the other, so that a scrape uses one connection. */
async function measure(acquirer: string) {
  const since = later(-hour);
  const health = await findHealth(acquirer);
  const outcomes = await countOutcomes(since);
  const calls = await measureCalls(since);
  return { health, outcomes, calls, open: await countOpenWork() };
}

function healthGauges({ health }: Measures): GaugeReading[] {
  const { isUp, checkedAt, latencyMs } = health ?? {};
  return [
    {
      name: "tradewind_acquirer_up",
      help: "Whether the live acquirer answered the last health check: 1 or 0.",
      value: isUp === undefined ? null : Number(isUp),
    },
    {
      name: "tradewind_acquirer_check_age_seconds",
      help: "Time since the last health check of the live acquirer. Above 30: no worker checks it.",
      value: checkedAt ? (now().getTime() - checkedAt.getTime()) / 1000 : null,
    },
    {
      name: "tradewind_acquirer_check_seconds",
      help: "Duration of the last health check that the live acquirer answered. Missing while it is down.",
      value: typeof latencyMs === "number" ? latencyMs / 1000 : null,
    },
  ];
}

function attemptGauges({ outcomes, open }: Measures): GaugeReading[] {
  return [
    ...attemptOutcomes.map((outcome) => ({
      name: "tradewind_acquirer_attempts",
      help: "Live attempts of the last hour, by outcome.",
      labels: { outcome },
      value: outcomes[outcome],
    })),
    {
      name: "tradewind_acquirer_unknown_attempts",
      help: "Live attempts of any age whose outcome is unknown.",
      value: open.unknown,
    },
    {
      name: "tradewind_acquirer_open_voids",
      help: "Live charges of any age that are still to be voided.",
      value: open.voids,
    },
  ];
}

function callGauges({ calls }: Measures): GaugeReading[] {
  const kinds = [
    {
      name: "tradewind_acquirer_first_call_seconds",
      times: calls.first,
      call: "first call, which starts 3DS",
    },
    { name: "tradewind_acquirer_payment_call_seconds", times: calls.payment, call: "call that moves money" },
  ];
  return kinds.flatMap(({ name, times, call }) => {
    const help = `Duration of the ${call}, for live charges of the last hour. Missing without a call.`;
    return [
      { name, help, labels: { quantile: "0.5" }, value: times.median },
      { name, help, labels: { quantile: "0.95" }, value: times.p95 },
    ];
  });
}
