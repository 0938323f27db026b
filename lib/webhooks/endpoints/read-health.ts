import type { Caller } from "@/lib/http/message/caller";
import { day, later } from "@/lib/kit/clock";
import type { Environment } from "@/lib/reference/platforms";
import { visibleEvents } from "@/lib/webhooks/visible-events";
import { countRecent, type FailureReason, findFailureReasons } from "./health-store";

/** Longer than the three days over which a delivery is attempted. */
const window = 7 * day;

export type EndpointHealth = {
  /** Deliveries that ended in the last 24 hours. */
  lastDay: { delivered: number; failed: number };
  /** Deliveries of the last seven days that failed and were not resent, or null if there are none. */
  failing: { deliveries: number; since: Date; reasons: FailureReason[] } | null;
};

/** How deliveries to an endpoint go, counting events whose records the caller may read. */
export async function readHealth(caller: Caller, environment: Environment, id: string): Promise<EndpointHealth> {
  const owner = { accountNumber: caller.accountNumber, environment };
  const choice = { since: later(-window), dayAgo: later(-day), visible: visibleEvents(caller) };
  const { delivered, failed, failedInAll, failedSince } = await countRecent(owner, id, choice);
  const failing = failedSince && {
    deliveries: failedInAll,
    since: failedSince,
    reasons: await findFailureReasons(owner, id, choice),
  };
  return { lastDay: { delivered, failed }, failing };
}
