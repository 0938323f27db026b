import { env } from "@/lib/kit/env";
import type { Environment } from "@/lib/reference/platforms";
import { breakerOf } from "./breaker/breaker";
import { acquirerOf, findAcquirer, isTestTerminal } from "./registry";
import { findAcquirers, findOrder, type ServedMoney, type TerminalPlace } from "./terminals/terminal-store";

/** What a payment needs of a terminal. */
export type Wanted = ServedMoney & { environment: Environment };

/**
 * Chooses where a new attempt goes: live, to the first terminal in the operator's order whose gateway is up. Returns
 * null if none is. The attempt could not be confirmed then, so that it must not be stored.
 */
export async function routeOf({ environment, ...served }: Wanted): Promise<{ terminalId: string | null } | null> {
  if (environment === "sandbox") return { terminalId: null };
  for (const terminal of await usableTerminals(served)) {
    if (await isUp(terminal)) return { terminalId: terminal.id };
  }
  return null;
}

/** Whether a new payment can be charged, now or when its gateway is up again. */
export const isServed = async ({ environment, ...served }: Wanted): Promise<boolean> =>
  environment === "sandbox" || (await usableTerminals(served)).length > 0;

/** Whether this installation has a live acquirer at all. */
export const hasLiveAcquirer = async (): Promise<boolean> => (await findAcquirers()).some(isUsable);

/** In production, no payment falls back to a terminal that moves no money. Staging has no others. */
async function usableTerminals(served: ServedMoney): Promise<TerminalPlace[]> {
  const usable = (await findOrder(served)).filter(({ acquirer }) => isUsable(acquirer));
  const moving = env().isProduction ? usable.filter((terminal) => !isTestTerminal(terminal)) : [];
  return moving.length > 0 ? moving : usable;
}

/**
 * Terminals of the simulator may come to production with a copy of a database, and those of an unknown acquirer from a
 * newer release.
 */
function isUsable(acquirer: string): boolean {
  const known = findAcquirer(acquirer);
  return known !== undefined && !(known.isSimulated && env().isProduction);
}

async function isUp({ acquirer, baseAddress }: TerminalPlace): Promise<boolean> {
  const { operations } = acquirerOf(acquirer);
  return operations === null || breakerOf(baseAddress, () => operations.isAlive(baseAddress)).isClosed();
}

/**
 * Origins of the banks' pages, for the CSP of the challenge frame. They are on any https origin. Only the emulator of a
 * gateway, in development, uses http.
 */
export function challengeSources(environment: Environment): string[] {
  if (environment === "sandbox") return [];
  const { GATEWAY_EMULATOR } = env();
  return ["https:", ...(GATEWAY_EMULATOR ? [GATEWAY_EMULATOR] : [])];
}
