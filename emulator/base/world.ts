import type { CommonDials } from "./dials";
import { type Fault, FaultList } from "./faults";
import type { CommonRule, Violation } from "./violations";

export type DownMode = "refuse" | "hang" | "http_503";

/** The types in which one emulator differs from another. */
export type Kinds = {
  dials: CommonDials;
  fault: Fault;
  /** Names of the rules that requests can break. */
  rule: string;
  transaction: StoredTransaction;
  /** A transaction as the control API shows it. */
  shown: object;
  /** What only this gateway remembers. */
  own: object;
};

/** The identifier is that of the merchant. */
type StoredTransaction = { terminal: string; transactionIdentifier: string };

/** What a world starts with. */
type Beginning<K extends Kinds> = { dials: Readonly<K["dials"]>; createOwn: () => K["own"] };

const keyOf = (terminal: string, identifier: string) => `${terminal}/${identifier.toLowerCase()}`;

/** The state of one emulator. */
export class World<K extends Kinds> {
  dials: K["dials"];
  own: K["own"];
  readonly faults = new FaultList<K["fault"]>();
  down: DownMode | null = null;
  clockOffsetMs = 0;
  violations: Violation<K["rule"] | CommonRule>[] = [];
  #transactions = new Map<string, K["transaction"]>();
  /** Copies of each transaction after each change, for queries that lag behind. */
  #history = new Map<string, { at: number; copy: K["transaction"] }[]>();
  #running = new Map<string, string[]>();

  constructor(readonly beginning: Beginning<K>) {
    this.dials = { ...beginning.dials };
    this.own = beginning.createOwn();
  }

  reset(): void {
    this.dials = { ...this.beginning.dials };
    this.own = this.beginning.createOwn();
    this.faults.clear();
    this.down = null;
    this.clockOffsetMs = 0;
    this.violations = [];
    this.#transactions.clear();
    this.#history.clear();
    this.#running.clear();
  }

  now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  violate(endpoint: string, rule: K["rule"] | CommonRule, detail: string): void {
    this.violations.push({ at: new Date(this.now()).toISOString(), endpoint, rule, detail });
  }

  get transactions(): K["transaction"][] {
    return [...this.#transactions.values()];
  }

  find(terminal: string, identifier: string): K["transaction"] | null {
    return this.#transactions.get(keyOf(terminal, identifier)) ?? null;
  }

  /** Stores a new transaction, or records a change of one. */
  save(transaction: K["transaction"]): void {
    const key = keyOf(transaction.terminal, transaction.transactionIdentifier);
    this.#transactions.set(key, transaction);
    const history = this.#history.get(key) ?? [];
    history.push({ at: this.now(), copy: structuredClone(transaction) });
    this.#history.set(key, history);
  }

  /** The transactions of a terminal as queries see them. */
  visibleTransactions(terminal: string): K["transaction"][] {
    const until = this.now() - this.dials.queryLagMs;
    return [...this.#history.values()].flatMap((history) => {
      const seen = history.findLast(({ at, copy }) => at <= until && copy.terminal === terminal);
      return seen ? [seen.copy] : [];
    });
  }

  /** Records that an operation is running. Returns what else is running for the same transaction, and how to end it. */
  startOperation(terminal: string, identifier: string, name: string) {
    const key = keyOf(terminal, identifier);
    const others = this.#running.get(key) ?? [];
    const running = [...others, name];
    this.#running.set(key, running);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      const current = this.#running.get(key) ?? [];
      const place = current.indexOf(name);
      this.#running.set(key, current.toSpliced(place, place < 0 ? 0 : 1));
    };
    return { others, end };
  }
}
