import { env } from "@/lib/kit/env";
import type { AcquirerOperations } from "./operations";
import type { Gateway, SessionClock } from "./port";
import { createPowertranzAcquirer } from "./powertranz/acquirer";
import { powertranzOperations } from "./powertranz/operations";
import { createSimulator } from "./sandbox/simulator";

/** A live acquirer. Everything that only one acquirer knows is in its folder. */
export type Acquirer = {
  createGateway(clock: SessionClock): Gateway;
  /** Null for the simulator: it has no terminals, no health and no books. */
  operations: AcquirerOperations | null;
};

/** The live acquirers by name. The simulator is for development only. */
export const acquirers = {
  powertranz: { createGateway: createPowertranzAcquirer, operations: powertranzOperations },
  simulator: { createGateway: createSimulator, operations: null },
} as const satisfies Record<string, Acquirer>;

export type AcquirerName = keyof typeof acquirers;

/** All terminals belong to this acquirer. */
export const terminalOperations: AcquirerOperations = acquirers.powertranz.operations;

/** The live acquirer of this installation, or null if it takes no live payments. */
export function liveOperations(): { acquirer: AcquirerName; operations: AcquirerOperations } | null {
  const { LIVE_ACQUIRER: acquirer } = env();
  const operations = acquirer ? acquirers[acquirer].operations : null;
  return acquirer && operations ? { acquirer, operations } : null;
}
