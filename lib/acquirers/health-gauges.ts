import type { GaugeReading } from "@/lib/http/listener/metrics";
import { hour, later, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { findHealth } from "./health-store";
import { attemptOutcomes, countOpenWork, countOutcomes, measureCalls } from "./outcome-store";

/** Metrics of the live acquirer, or none if none is configured. */
export async function readAcquirerGauges(): Promise<GaugeReading[]> {
  const acquirer = env().LIVE_ACQUIRER;
  if (!acquirer) return [];
  // Without the database the readings are missing, because old ones could hide an outage.
  const measures = await measure(acquirer).catch(() => null);
  return [...healthGauges(measures), ...attemptGauges(measures), ...callGauges(measures)];
}

type Measures = Awaited<ReturnType<typeof measure>> | null;

async function measure(acquirer: string) {
  const since = later(-hour);
  const [health, outcomes, calls, open] = await Promise.all([
    findHealth(acquirer),
    countOutcomes(since),
    measureCalls(since),
    countOpenWork(),
  ]);
  return { health, outcomes, calls, open };
}

function healthGauges(measures: Measures): GaugeReading[] {
  const { isUp, checkedAt, latencyMs } = measures?.health ?? {};
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

function attemptGauges(measures: Measures): GaugeReading[] {
  return [
    ...attemptOutcomes.map((outcome) => ({
      name: "tradewind_acquirer_attempts",
      help: "Live attempts of the last hour, by outcome.",
      labels: { outcome },
      value: measures?.outcomes[outcome] ?? null,
    })),
    {
      name: "tradewind_acquirer_unknown_attempts",
      help: "Live attempts of any age whose outcome is unknown.",
      value: measures?.open.unknown ?? null,
    },
    {
      name: "tradewind_acquirer_open_voids",
      help: "Live charges of any age that are still to be voided.",
      value: measures?.open.voids ?? null,
    },
  ];
}

function callGauges(measures: Measures): GaugeReading[] {
  const kinds = [
    {
      name: "tradewind_acquirer_first_call_seconds",
      times: measures?.calls.first,
      call: "first call, which starts 3DS",
    },
    { name: "tradewind_acquirer_payment_call_seconds", times: measures?.calls.payment, call: "call that moves money" },
  ];
  return kinds.flatMap(({ name, times, call }) => {
    const help = `Duration of the ${call}, for live charges of the last hour. Missing without a call.`;
    return [
      { name, help, labels: { quantile: "0.5" }, value: times?.median ?? null },
      { name, help, labels: { quantile: "0.95" }, value: times?.p95 ?? null },
    ];
  });
}
