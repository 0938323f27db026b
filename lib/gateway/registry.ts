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
  /** The tables of its charges and refunds. They are books, like ours. */
  tables: readonly string[];
};

/** The live acquirers by name. The simulator is for development only. */
export const acquirers = {
  powertranz: {
    createGateway: createPowertranzAcquirer,
    operations: powertranzOperations,
    tables: ["powertranz_charge", "powertranz_refund"],
  },
  simulator: { createGateway: createSimulator, operations: null, tables: ["sandbox_charge", "sandbox_refund"] },
} as const satisfies Record<string, Acquirer>;

export type AcquirerName = keyof typeof acquirers;

export const acquirerTables: readonly string[] = Object.values(acquirers).flatMap(({ tables }) => tables);

/** All terminals belong to this acquirer. */
export const terminalOperations: AcquirerOperations = acquirers.powertranz.operations;

/** The live acquirer of this installation, or null if it takes no live payments. */
export function liveOperations(): { acquirer: AcquirerName; operations: AcquirerOperations } | null {
  const { LIVE_ACQUIRER: acquirer } = env();
  const operations = acquirer ? acquirers[acquirer].operations : null;
  return acquirer && operations ? { acquirer, operations } : null;
}
