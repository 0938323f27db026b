import { findDetours } from "@/lib/gateway/route";
import { hadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { day, hour, later, now, second } from "@/lib/kit/clock";
import { platforms } from "@/lib/reference/platforms";
import { measureCalls } from "./call-times-store";
import { findHealth, findLiveGateways } from "./health-store";
import { attemptOutcomes, countAttemptsByGateway, countOutcomes } from "./outcome-store";
import { gatewayTitle } from "./titles";

/**
 * The worker checks the acquirer every five seconds. After this time without a check, an operator should look at it.
 */
const lateAfterMs = 30 * second;

/** The live acquirers for the operator's desk, or null before the first terminal. */
export async function readAcquirerHealth() {
  if (!(await hadTerminal())) return null;
  const [gateways, attempts, detours, lastHour, lastDay, calls] = await Promise.all([
    readGateways(),
    countAttemptsByGateway(later(-hour)),
    findDetours(),
    countOutcomes(later(-hour)),
    countOutcomes(later(-day)),
    measureCalls(later(-hour)),
  ]);
  return {
    gateways: gateways.map((gateway) => ({
      ...gateway,
      title: gatewayTitle(gateway),
      /** Attempts that were sent in the last hour. */
      attempts: attempts.find(({ baseAddress }) => baseAddress === gateway.baseAddress)?.attempts ?? 0,
    })),
    detours: groupDetours(detours),
    outcomes: attemptOutcomes.map((outcome) => ({ outcome, hour: lastHour[outcome], day: lastDay[outcome] })),
    calls,
  };
}

type Detour = { first: string; used: string; money: string[] };

/** The platforms and currencies whose new payments one gateway takes instead of another one that is down. */
function groupDetours(detours: Awaited<ReturnType<typeof findDetours>>): Detour[] {
  const groups = new Map<string, Detour>();
  for (const { platform, currency, ...terminals } of detours) {
    const [first, used] = [gatewayTitle(terminals.first), gatewayTitle(terminals.used)];
    const group = groups.get(first + used) ?? { first, used, money: [] };
    group.money.push(`${platforms[platform].name} ${currency}`);
    groups.set(first + used, group);
  }
  return [...groups.values()];
}

/** The gateways that the worker checks, with the last check of each. */
export async function readGateways() {
  const found = await findLiveGateways();
  return Promise.all(
    found.map(async ({ acquirer, baseAddress }) => {
      const health = await findHealth(baseAddress);
      return {
        acquirer,
        baseAddress,
        health: health && { ...health, isLate: later(lateAfterMs, health.checkedAt) < now() },
      };
    }),
  );
}
