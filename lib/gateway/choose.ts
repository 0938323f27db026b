import { env } from "@/lib/kit/env";
import type { Environment, Platform } from "@/lib/reference/platforms";
import type { Gateway, SessionClock } from "./port";
import { createPowertranzAcquirer } from "./powertranz/acquirer";
import { createSandboxAcquirer } from "./sandbox/acquirer";
import { watchGateway } from "./watch";

export type GatewayFor = (merchant: { environment: Environment; platform: Platform }) => Gateway | null;

/** Creates the acquirers of this installation. LIVE_ACQUIRER chooses the one of the live environment. */
export function createGateways(clock: SessionClock): GatewayFor {
  const simulated = createSandboxAcquirer(clock);
  const sandbox = watchGateway("sandbox", simulated);
  const powertranz = watchGateway("live", createPowertranzAcquirer(clock));
  const simulator = watchGateway("live", {
    ...simulated,
    authorise: (request) => simulated.authorise({ ...request, simulation: null }),
    refund: (request) => simulated.refund({ ...request, simulation: null }),
  });
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
