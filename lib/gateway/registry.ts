import { createMpgsAcquirer } from "./mpgs/acquirer";
import { mpgsCredentials } from "./mpgs/credentials";
import { mpgsOperations } from "./mpgs/operations";
import type { AcquirerOperations } from "./operations";
import type { Gateway, SessionClock } from "./port";
import { createPowertranzAcquirer } from "./powertranz/acquirer";
import { powertranzCredentials } from "./powertranz/credentials";
import { former } from "./powertranz/former";
import { powertranzOperations } from "./powertranz/operations";
import { createSimulator, simulatorCredentials } from "./sandbox/simulator";
import type { CredentialsContract } from "./terminals/credentials";

/** A live acquirer. Everything that only one acquirer knows is in its folder. */
export type Acquirer = {
  /** The name that people read. */
  title: string;
  /** What an operator enters for a terminal. */
  credentials: CredentialsContract;
  createGateway(clock: SessionClock): Gateway;
  /** Null for the simulator: it has no health and no books. */
  operations: AcquirerOperations | null;
  /** The tables of its charges and refunds. They are books, like ours. */
  tables: readonly string[];
  /** Its gateway itself reports the result of 3DS. Otherwise the operator chooses whether a browser's report counts. */
  confirmsAuthentication: boolean;
  /** It moves no money, so production refuses it. */
  isSimulated?: true;
  /** What is left from before terminals had an order and attempts stored their terminal. */
  former?: Former;
};

type Former = {
  /** Variables that are ignored now. */
  variables: readonly string[];
  /** The gateway that they named, or null. */
  gateway(): string | null;
  /** Gives attempts of that time the terminal of their charge, at most `limit`, and returns their number. */
  fillAttempts(limit: number): Promise<number>;
};

/** The live acquirers by the name that terminals store. */
export const acquirers: Readonly<Record<string, Acquirer>> = {
  powertranz: {
    title: "PowerTranz",
    credentials: powertranzCredentials,
    createGateway: createPowertranzAcquirer,
    operations: powertranzOperations,
    confirmsAuthentication: false,
    tables: ["powertranz_charge", "powertranz_refund"],
    former,
  },
  mpgs: {
    title: "Mastercard Gateway",
    credentials: mpgsCredentials,
    createGateway: createMpgsAcquirer,
    operations: mpgsOperations,
    confirmsAuthentication: true,
    tables: ["mpgs_charge", "mpgs_refund"],
  },
  simulator: {
    title: "Simulator",
    credentials: simulatorCredentials,
    createGateway: createSimulator,
    operations: null,
    confirmsAuthentication: true,
    tables: ["sandbox_charge", "sandbox_refund"],
    isSimulated: true,
  },
};

export const acquirerTables: readonly string[] = Object.values(acquirers).flatMap(({ tables }) => tables);

/** The operator's side of each acquirer that has one. */
export const allOperations: readonly AcquirerOperations[] = Object.values(acquirers).flatMap(
  ({ operations }) => operations ?? [],
);

/** Variables of earlier releases, which are ignored now. */
export const formerVariables: readonly string[] = Object.values(acquirers).flatMap(
  ({ former }) => former?.variables ?? [],
);

/** The acquirer of all attempts from before attempts stored their terminal. */
export const firstAcquirer = "powertranz";

/** Undefined for the acquirer of a newer release, whose terminals are in the database during an upgrade. */
export const findAcquirer = (name: string): Acquirer | undefined => acquirers[name];

/** The name of an acquirer for people. */
export const acquirerTitle = (name: string): string => findAcquirer(name)?.title ?? "an acquirer of a newer release";

/** Whether the charges of a terminal move no money. */
export const isTestTerminal = ({ acquirer, ...credentials }: TestedTerminal): boolean =>
  findAcquirer(acquirer)?.credentials.isTest(credentials) ?? false;

type TestedTerminal = { acquirer: string } & Parameters<CredentialsContract["isTest"]>[0];

export function acquirerOf(name: string): Acquirer {
  const acquirer = findAcquirer(name);
  if (!acquirer) throw new Error(`This release does not know the acquirer ${name}.`);
  return acquirer;
}
