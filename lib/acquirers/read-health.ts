import { hadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { day, hour, later, now, second } from "@/lib/kit/clock";
import { measureCalls } from "./call-times-store";
import { findHealth, findLiveGateways } from "./health-store";
import { attemptOutcomes, countOutcomes } from "./outcome-store";

/**
 * The worker checks the acquirer every five seconds. After this time without a check, an operator should look at it.
 */
const lateAfterMs = 30 * second;

/** The live acquirers for the operator's desk, or null before the first terminal. */
export async function readAcquirerHealth() {
  if (!(await hadTerminal())) return null;
  const [gateways, lastHour, lastDay, calls] = await Promise.all([
    readGateways(),
    countOutcomes(later(-hour)),
    countOutcomes(later(-day)),
    measureCalls(later(-hour)),
  ]);
  return {
    gateways,
    outcomes: attemptOutcomes.map((outcome) => ({ outcome, hour: lastHour[outcome], day: lastDay[outcome] })),
    calls,
  };
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
