import type { Gateway, SessionClock } from "../port";
import { accountId, type CredentialsContract } from "../terminals/credentials";
import { createSandboxAcquirer } from "./acquirer";

/** The simulator runs in our own processes, so its address is only a name. */
export const simulatorCredentials: CredentialsContract = {
  gateways: { simulator: "simulator:" },
  gatewayDefault: "simulator",
  merchantId: accountId,
  isTest: () => true,
  secrets: {},
};

/** The sandbox acquirer as a live one, for development. The sandbox drawer changes nothing at it. */
export function createSimulator(clock: SessionClock): Gateway {
  const simulated = createSandboxAcquirer(clock);
  return {
    ...simulated,
    authorise: (request) => simulated.authorise({ ...request, simulation: null }),
    refund: (request) => simulated.refund({ ...request, simulation: null }),
  };
}
