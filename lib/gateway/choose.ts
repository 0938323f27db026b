import { env } from "@/lib/kit/env";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { Gateway, SessionClock } from "./port";
import { createPowertranzAcquirer } from "./powertranz/acquirer";
import { createSandboxAcquirer } from "./sandbox/acquirer";

export type GatewayFor = (merchant: { environment: Environment; platform: Platform }) => Gateway | null;

/** Creates the acquirers of this installation. LIVE_ACQUIRER chooses the one of the live environment. */
export function createGateways(clock: SessionClock): GatewayFor {
  const sandbox = createSandboxAcquirer(clock);
  const powertranz = createPowertranzAcquirer(clock);
  const simulator: Gateway = {
    ...sandbox,
    authorise: (request) => sandbox.authorise({ ...request, simulation: null }),
    refund: (request) => sandbox.refund({ ...request, simulation: null }),
  };
  return ({ environment }) => {
    if (environment === "sandbox") return sandbox;
    switch (env().LIVE_ACQUIRER) {
      case "powertranz":
        return powertranz;
      case "simulator":
        return simulator;
      case undefined:
        return null;
    }
  };
}
