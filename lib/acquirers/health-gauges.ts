import { hadTerminal } from "@/lib/gateway/terminals/terminal-store";
import type { GaugeReading } from "@/lib/http/telemetry/metrics";
import { hour, later, now } from "@/lib/kit/clock";
import { measureCalls } from "./call-times-store";
import { attemptOutcomes, countOpenWork, countOutcomes } from "./outcome-store";
import { readGateways } from "./read-health";

/** The health of the live gateways and their open work, or nothing before the first terminal. */
export async function readAcquirerGauges(timeoutMs: number): Promise<GaugeReading[]> {
  if (!(await hadTerminal(timeoutMs))) return [];
  const open = await countOpenWork(timeoutMs);
  return [
    ...gaugesOf(await readGateways()),
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

type ReadGateway = Awaited<ReturnType<typeof readGateways>>[number];

/** Without a gateway, a gauge shows only its help text. */
function gaugesOf(gateways: readonly ReadGateway[]): GaugeReading[] {
  const gauge = (name: string, help: string, read: (health: ReadGateway["health"]) => number | null) =>
    gateways.length === 0
      ? [{ name, help, value: null }]
      : gateways.map(({ acquirer, baseAddress, health }) => ({
          name,
          help,
          labels: { acquirer, gateway: baseAddress },
          value: read(health),
        }));
  return [
    ...gauge("tradewind_acquirer_up", "Whether the gateway answered the last health check: 1 or 0.", (health) =>
      health ? Number(health.isUp) : null,
    ),
    ...gauge(
      "tradewind_acquirer_check_age_seconds",
      "Time since the last health check of the gateway, or infinite. Above 30: no worker checks it.",
      (health) => (health ? (now().getTime() - health.checkedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY),
    ),
    ...gauge(
      "tradewind_acquirer_check_seconds",
      "Duration of the last health check that the gateway answered. Missing while it is down.",
      (health) => (typeof health?.latencyMs === "number" ? health.latencyMs / 1000 : null),
    ),
  ];
}

/** Apart from the health of the acquirer, because it may reach its time limit on a busy day. */
export async function readOutcomeGauges(timeoutMs: number): Promise<GaugeReading[]> {
  if (!(await hadTerminal(timeoutMs))) return [];
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
  if (!(await hadTerminal(timeoutMs))) return [];
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
