import { env } from "@/lib/kit/env";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { Gateway } from "./port";
import { createSandboxAcquirer, type SessionClock } from "./sandbox/acquirer";

export type GatewayFor = (merchant: { environment: Environment; platform: Platform }) => Gateway | null;

/** Creates the acquirers of this installation. The live environment has only a simulator, which serves tests. */
export function createGateways(clock: SessionClock): GatewayFor {
  const sandbox = createSandboxAcquirer(clock);
  const simulator: Gateway = {
    ...sandbox,
    authorise: (request) => sandbox.authorise({ ...request, simulation: null }),
    refund: (request) => sandbox.refund({ ...request, simulation: null }),
  };
  return ({ environment }) => {
    switch (environment) {
      case "sandbox":
        return sandbox;
      case "live":
        return env().LIVE_ACQUIRER === "simulator" ? simulator : null;
    }
  };
}
