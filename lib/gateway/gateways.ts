import { processWide } from "@/lib/kit/process-wide";
import type { Environment } from "@/lib/reference/platforms";
import { readAttemptTime } from "./clock-store";
import type { Gateway } from "./port";
import { findAcquirer, firstAcquirer } from "./registry";
import { createSandboxAcquirer } from "./sandbox/acquirer";
import { findGatewayOf } from "./terminals/terminal-store";
import { watchGateway } from "./watch";

/** Every charge of the sandbox acquirer uses the clock of its checkout session. */
const clock = { timeOf: readAttemptTime };
const sandbox = watchGateway(
  { environment: "sandbox", acquirer: "sandbox", gateway: "sandbox" },
  createSandboxAcquirer(clock),
);

/** Where an attempt was sent, or will be. It has no terminal in sandbox, and live if an old release stored it. */
export type AttemptPlace = { environment: Environment; terminalId?: string | null };

/** The gateway of an attempt. Everything about it goes there, whatever the operator has changed since. */
export async function gatewayOf({ environment, terminalId }: AttemptPlace): Promise<Gateway> {
  if (environment === "sandbox") return sandbox;
  return terminalId ? gatewayOfTerminal(terminalId) : liveGateway({ acquirer: firstAcquirer, baseAddress: "unknown" });
}

/**
 * During an upgrade, the next release may add an acquirer that this one does not know. Nothing is sent there, and the
 * processes of the next release go on.
 */
const unknownAcquirer: Gateway = {
  authorise: async () => ({ status: "unreachable" }),
  completeChallenge: async () => ({ status: "unreachable" }),
  inquire: async () => ({ status: "unknown" }),
  void: async () => ({ status: "unknown" }),
  refund: async () => ({ status: "unreachable" }),
};

function liveGateway({ acquirer, baseAddress }: { acquirer: string; baseAddress: string }): Gateway {
  const known = findAcquirer(acquirer);
  if (!known) return unknownAcquirer;
  return watchGateway({ environment: "live", acquirer, gateway: baseAddress }, known.createGateway(clock));
}

/** By the id of the terminal. */
const gateways = processWide("gateways of terminals", () => new Map<string, Gateway>());

async function gatewayOfTerminal(terminalId: string): Promise<Gateway> {
  const gateway = gateways.get(terminalId) ?? liveGateway(await findGatewayOf(terminalId));
  gateways.set(terminalId, gateway);
  return gateway;
}
