import type { Answer } from "@/emulator/base/wire/answers";
import type { World as BaseWorld } from "@/emulator/base/world";
import type { Dials } from "./dials";
import type { Fault } from "./faults";
import type { ShownTransaction, Transaction } from "./transactions";
import type { WireRule } from "./violations";

export type PowertranzKinds = {
  dials: Dials;
  fault: Fault;
  rule: WireRule;
  transaction: Transaction;
  shown: ShownTransaction;
  own: Own;
};

/** The right to pay one sale, and the 3-D Secure session that belongs to it. */
export type SpiToken = {
  text: string;
  sale: Pick<Transaction, "terminal" | "transactionIdentifier">;
  issuedAt: number;
  /** How often the merchant sent it to the payment endpoint. */
  sends: number;
  isAnswered: boolean;
  answer: Answer | null;
  serverTransId: string;
  acsTransId: string;
  sessionData: string;
  fingerprintIndicator: "Y" | "N" | "U";
  /** Whether the payer passed the challenge. Null until the bank's page is answered. */
  passedChallenge: boolean | null;
};

type Own = {
  /** Identifiers of every sale that was received, also of those whose work was lost. */
  receivedIdentifiers: Set<string>;
  tokens: Map<string, SpiToken>;
};

export const createOwn = (): Own => ({ receivedIdentifiers: new Set(), tokens: new Map() });

export type World = BaseWorld<PowertranzKinds>;

/** Returns whether the terminal has sent a sale with this identifier before. */
export function receiveIdentifier({ own }: World, terminal: string, identifier: string): boolean {
  const key = `${terminal}/${identifier.toLowerCase()}`;
  const isKnown = own.receivedIdentifiers.has(key);
  own.receivedIdentifiers.add(key);
  return isKnown;
}
