import { processWide } from "@/lib/kit/process-wide";
import type { Environment } from "@/lib/reference/platforms";
import { readAttemptTime } from "./clock-store";
import type { Gateway } from "./port";
import { acquirers, firstAcquirer } from "./registry";
import { createSandboxAcquirer } from "./sandbox/acquirer";
import { findAcquirerOf } from "./terminals/terminal-store";
import { watchGateway } from "./watch";

/** Every charge of the sandbox acquirer uses the clock of its checkout session. */
const clock = { timeOf: readAttemptTime };
const sandbox = watchGateway("sandbox", createSandboxAcquirer(clock));
const live = new Map(
  Object.entries(acquirers).map(([name, { createGateway }]) => [name, watchGateway("live", createGateway(clock))]),
);

/** Where an attempt was sent, or will be. It has no terminal in sandbox, and live if an old release stored it. */
export type AttemptPlace = { environment: Environment; terminalId?: string | null };

/** The gateway of an attempt. Everything about it goes there, whatever the operator has changed since. */
export async function gatewayOf({ environment, terminalId }: AttemptPlace): Promise<Gateway> {
  if (environment === "sandbox") return sandbox;
  const name = terminalId ? await acquirerNameOf(terminalId) : firstAcquirer;
  return live.get(name) ?? unknownAcquirer;
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

/** By the id of the terminal. The acquirer of a terminal never changes. */
const names = processWide("acquirers of terminals", () => new Map<string, string>());

async function acquirerNameOf(terminalId: string): Promise<string> {
  const name = names.get(terminalId) ?? (await findAcquirerOf(terminalId));
  names.set(terminalId, name);
  return name;
}
