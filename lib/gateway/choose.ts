import { env } from "@/lib/kit/env";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { Gateway, SessionClock } from "./port";
import { acquirers } from "./registry";
import { createSandboxAcquirer } from "./sandbox/acquirer";
import { watchGateway } from "./watch";

export type GatewayFor = (merchant: { environment: Environment; platform: Platform }) => Gateway | null;

/** Creates the acquirers of this installation. LIVE_ACQUIRER chooses the one of the live environment. */
export function createGateways(clock: SessionClock): GatewayFor {
  const sandbox = watchGateway("sandbox", createSandboxAcquirer(clock));
  const live = new Map(
    Object.entries(acquirers).map(([name, { createGateway }]) => [name, watchGateway("live", createGateway(clock))]),
  );
  return ({ environment }) => (environment === "sandbox" ? sandbox : (live.get(env().LIVE_ACQUIRER ?? "") ?? null));
}
