import { day, hour, later, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { measureCalls } from "./call-times";
import { findHealth } from "./health-store";
import { attemptOutcomes, countOutcomes } from "./outcome-store";

/**
 * The worker checks the acquirer every five seconds. After this time without a check, an operator should look at it.
 */
const lateAfterMs = 30 * second;

/** The live acquirer for the operator's desk, or null if none is configured. */
export async function readAcquirerHealth() {
  const acquirer = env().LIVE_ACQUIRER;
  if (!acquirer) return null;
  const [health, lastHour, lastDay, calls] = await Promise.all([
    findHealth(acquirer),
    countOutcomes(later(-hour)),
    countOutcomes(later(-day)),
    measureCalls(later(-hour)),
  ]);
  return {
    health: health && { ...health, isLate: later(lateAfterMs, health.checkedAt) < now() },
    outcomes: attemptOutcomes.map((outcome) => ({ outcome, hour: lastHour[outcome], day: lastDay[outcome] })),
    calls,
  };
}
