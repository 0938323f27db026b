import type { Environment, Platform } from "@/lib/reference/platforms";
import { createGateways } from "./choose";
import { readAttemptTime } from "./clock-store";
import type { Gateway } from "./port";

/** Every charge of the sandbox acquirer uses the clock of its checkout session. */
export const gatewayFor = createGateways({ timeOf: readAttemptTime });

export function gatewayOrThrow(merchant: { environment: Environment; platform: Platform }): Gateway {
  const gateway = gatewayFor(merchant);
  if (!gateway) throw new Error(`No acquirer serves ${merchant.environment} in ${merchant.platform}.`);
  return gateway;
}
