import { env } from "@/lib/kit/env";
import type { Environment } from "@/lib/reference/platforms";
import { breakerOf } from "./breaker/breaker";
import { acquirerOf, findAcquirer, isTestTerminal } from "./registry";
import {
  findAcquirers,
  findOrder,
  findServedMoney,
  type ServedMoney,
  type TerminalPlace,
} from "./terminals/terminal-store";

/** What a payment needs of a terminal. */
export type Wanted = ServedMoney & { environment: Environment };

/** Where a new attempt goes, and what its timeline keeps of a live route. */
export type Route = {
  terminalId: string | null;
  /** `insteadOf` is the acquirer of the first choice, whose gateway is down. */
  names: { acquirer: string; terminal: string; insteadOf?: string } | null;
};

/**
 * Chooses where a new attempt goes: live, to the first terminal in the operator's order whose gateway is up. Returns
 * null if none is. The attempt could not be confirmed then, so that it must not be stored.
 */
export async function routeOf({ environment, ...served }: Wanted): Promise<Route | null> {
  if (environment === "sandbox") return { terminalId: null, names: null };
  const { first, used } = await choose(served);
  if (!used) return null;
  const { id, acquirer } = used;
  const insteadOf = first && first !== used ? { insteadOf: first.acquirer } : {};
  return { terminalId: id, names: { acquirer, terminal: id, ...insteadOf } };
}

type Choice = { first: TerminalPlace | undefined; used: TerminalPlace | undefined };

/** The first terminal in the operator's order, and the first one whose gateway is up. */
async function choose(served: ServedMoney): Promise<Choice> {
  const usable = await usableTerminals(served);
  for (const terminal of usable) if (await isUp(terminal)) return { first: usable[0], used: terminal };
  return { first: usable[0], used: undefined };
}

/** The platforms and currencies whose new attempts pass over the first terminal, because its gateway is down. */
export async function findDetours(): Promise<(ServedMoney & { first: TerminalPlace; used: TerminalPlace })[]> {
  const detours: Awaited<ReturnType<typeof findDetours>> = [];
  for (const served of await findServedMoney()) {
    const { first, used } = await choose(served);
    if (first && used && first !== used) detours.push({ ...served, first, used });
  }
  return detours;
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
 * Origins of the banks' pages, for the CSP of the challenge frame. They are on any https origin. Only the emulators of
 * gateways, in development, use http.
 */
export function challengeSources(environment: Environment): string[] {
  if (environment === "sandbox") return [];
  return ["https:", ...env().GATEWAY_EMULATOR];
}
