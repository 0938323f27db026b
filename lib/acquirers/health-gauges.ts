import { liveOperations } from "@/lib/gateway/registry";
import { hadTerminal } from "@/lib/gateway/terminals/terminal-store";
import type { GaugeReading } from "@/lib/http/telemetry/metrics";
import { hour, later, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { measureCalls } from "./call-times";
import { findHealth } from "./health-store";
import { attemptOutcomes, countOpenWork, countOutcomes } from "./outcome-store";

/** Health of the live acquirer and its open work, or nothing if no live acquirer is configured. */
export async function readAcquirerGauges(timeoutMs: number): Promise<GaugeReading[]> {
  const acquirer = env().LIVE_ACQUIRER;
  if (!acquirer) return [];
  // The workers check no simulator, and an acquirer only after its first terminal was added.
  const isChecked = liveOperations() !== null && (await hadTerminal());
  const { isUp, checkedAt, latencyMs } = (isChecked && (await findHealth(acquirer))) || {};
  const neverChecked = isChecked ? Number.POSITIVE_INFINITY : null;
  const open = await countOpenWork(timeoutMs);
  return [
    {
      name: "tradewind_acquirer_up",
      help: "Whether the live acquirer answered the last health check: 1 or 0.",
      value: isUp === undefined ? null : Number(isUp),
    },
    {
      name: "tradewind_acquirer_check_age_seconds",
      help: "Time since the last health check of the live acquirer, or infinite. Above 30: no worker checks it.",
      value: checkedAt ? (now().getTime() - checkedAt.getTime()) / 1000 : neverChecked,
    },
    {
      name: "tradewind_acquirer_check_seconds",
      help: "Duration of the last health check that the live acquirer answered. Missing while it is down.",
      value: typeof latencyMs === "number" ? latencyMs / 1000 : null,
    },
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

/** Apart from the health of the acquirer, because it may reach its time limit on a busy day. */
export async function readOutcomeGauges(timeoutMs: number): Promise<GaugeReading[]> {
  if (!env().LIVE_ACQUIRER) return [];
  const outcomes = await countOutcomes(later(-hour), timeoutMs);
  return attemptOutcomes.map((outcome) => ({
    name: "tradewind_acquirer_attempts",
    help: "Live attempts of the last hour, by outcome.",
    labels: { outcome },
    value: outcomes[outcome],
  }));
}

/** Apart from the health of the acquirer, because it may reach its time limit on a busy day. */
export async function readCallGauges(timeoutMs: number): Promise<GaugeReading[]> {
  if (!env().LIVE_ACQUIRER) return [];
  const calls = await measureCalls(later(-hour), timeoutMs);
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
