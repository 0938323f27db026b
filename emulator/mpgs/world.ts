import type { SentAnswer } from "@/emulator/base/wire/answers";
import type { World as BaseWorld } from "@/emulator/base/world";
import type { Dials } from "./dials";
import type { Fault } from "./faults";
import type { Order, ShownOrder, Transaction } from "./orders";
import type { WireRule } from "./violations";

export type MpgsKinds = {
  dials: Dials;
  fault: Fault;
  rule: WireRule;
  transaction: Order;
  shown: ShownOrder;
  own: Own;
};

/** A session keeps the card between the calls of one payment. */
export type Session = {
  id: string;
  profileId: string;
  createdAt: number;
  /** The version of the API of the first call. */
  apiVersion: string;
  authenticationLimit: number;
  authentications: number;
  /** Counts the changes of the session. */
  changes: number;
  card: SessionCard | null;
  /** The street of the billing address. */
  street: string | null;
};

export type SessionCard = {
  number: string;
  expiry: { month: string; year: string };
  securityCode: string | null;
};

/** What the gateway did for the ids of a request. The body's digest shows whether a repeated request is the same. */
type Processed = { digest: string; answer: SentAnswer };

/** A PAY or AUTHORIZE that arrived, with the key of its operation. */
type SentPayment = { key: string; transactionId: string };

/** A row of the history. */
export type Event = { at: number; order: Order; transaction: Transaction };

type Own = {
  sessions: Map<string, Session>;
  /** By the key of the operation. */
  processed: Map<string, Processed>;
  /** The keys of operations whose answer the merchant got. */
  answered: Set<string>;
  /** By profile and order. */
  sentPayments: Map<string, SentPayment[]>;
  /** By profile and order: the keys of voids that came too late. */
  lateVoids: Map<string, Set<string>>;
  /** Where the payer's authentication is, by the id at the issuer. */
  authentications: Map<string, { profileId: string; orderId: string; transactionId: string }>;
  events: Event[];
  /** A webhook that waits for the next one, with the dial `disordered`. */
  heldWebhook: (() => Promise<unknown>) | null;
};

export const createOwn = (): Own => ({
  sessions: new Map(),
  processed: new Map(),
  answered: new Set(),
  sentPayments: new Map(),
  lateVoids: new Map(),
  authentications: new Map(),
  events: [],
  heldWebhook: null,
});

export type World = BaseWorld<MpgsKinds>;
