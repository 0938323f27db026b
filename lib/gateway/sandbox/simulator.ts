import type { Gateway, SessionClock } from "../port";
import { createSandboxAcquirer } from "./acquirer";

/** The sandbox acquirer as a live one, for development. The sandbox drawer changes nothing at it. */
export function createSimulator(clock: SessionClock): Gateway {
  const simulated = createSandboxAcquirer(clock);
  return {
    ...simulated,
    authorise: (request) => simulated.authorise({ ...request, simulation: null }),
    refund: (request) => simulated.refund({ ...request, simulation: null }),
  };
}
