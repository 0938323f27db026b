import { randomBytes, randomUUID } from "node:crypto";
import { type Dials, defaultDials } from "@/emulator/powertranz/dials";
import type { FollowUpName, Transaction } from "@/emulator/powertranz/transactions";
import type { Violation, WireRule } from "@/emulator/powertranz/violations";
import { FaultList } from "./faults";
import type { Answer } from "./wire/answers";

export type DownMode = "refuse" | "hang" | "http_503";

/** The right to pay one sale, and the 3-D Secure session that belongs to it. */
export type SpiToken = {
  text: string;
  transactionKey: string;
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

const tokenLifeMs = 5 * 60_000;

const keyOf = (terminal: string, identifier: string) => `${terminal}/${identifier.toLowerCase()}`;

/** The state of one emulator. */
export class World {
  dials: Dials = { ...defaultDials };
  readonly faults = new FaultList();
  down: DownMode | null = null;
  clockOffsetMs = 0;
  violations: Violation[] = [];
  /** Identifiers of every sale that was received, also of those whose work was lost. */
  receivedIdentifiers = new Set<string>();
  #transactions = new Map<string, Transaction>();
  /** Copies of each transaction after each change, for queries that lag behind. */
  #history = new Map<string, { at: number; copy: Transaction }[]>();
  #tokens = new Map<string, SpiToken>();
  #running = new Map<string, FollowUpName[]>();

  reset(): void {
    this.dials = { ...defaultDials };
    this.faults.clear();
    this.down = null;
    this.clockOffsetMs = 0;
    this.violations = [];
    this.receivedIdentifiers.clear();
    this.#transactions.clear();
    this.#history.clear();
    this.#tokens.clear();
    this.#running.clear();
  }

  now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  violate(endpoint: string, rule: WireRule, detail: string): void {
    this.violations.push({ at: new Date(this.now()).toISOString(), endpoint, rule, detail });
  }

  /** Returns whether the terminal has sent a sale with this identifier before. */
  receiveIdentifier(terminal: string, identifier: string): boolean {
    const key = keyOf(terminal, identifier);
    const isKnown = this.receivedIdentifiers.has(key);
    this.receivedIdentifiers.add(key);
    return isKnown;
  }

  get transactions(): Transaction[] {
    return [...this.#transactions.values()];
  }

  find(terminal: string, identifier: string): Transaction | null {
    return this.#transactions.get(keyOf(terminal, identifier)) ?? null;
  }

  /** Stores a new transaction, or records a change of one. */
  save(transaction: Transaction): void {
    const key = keyOf(transaction.terminal, transaction.transactionIdentifier);
    this.#transactions.set(key, transaction);
    const history = this.#history.get(key) ?? [];
    history.push({ at: this.now(), copy: structuredClone(transaction) });
    this.#history.set(key, history);
  }

  /** The transactions of a terminal as queries see them. */
  visibleTransactions(terminal: string): Transaction[] {
    const until = this.now() - this.dials.queryLagMs;
    return [...this.#history.values()].flatMap((history) => {
      const seen = history.findLast(({ at, copy }) => at <= until && copy.terminal === terminal);
      return seen ? [seen.copy] : [];
    });
  }

  isSettled({ state, settledAt, capturedAt }: Transaction): boolean {
    if (settledAt !== null) return true;
    const { settleAfterMs } = this.dials;
    return state === "approved" && capturedAt !== null && settleAfterMs !== null
      ? this.now() >= capturedAt + settleAfterMs
      : false;
  }

  issueToken({ terminal, transactionIdentifier }: Transaction): SpiToken {
    const token: SpiToken = {
      text: `${randomBytes(30).toString("hex")}-${randomBytes(4).toString("hex")}`,
      transactionKey: keyOf(terminal, transactionIdentifier),
      issuedAt: this.now(),
      sends: 0,
      isAnswered: false,
      answer: null,
      serverTransId: randomUUID(),
      acsTransId: randomUUID(),
      sessionData: randomBytes(16).toString("base64url"),
      fingerprintIndicator: "U",
      passedChallenge: null,
    };
    this.#tokens.set(token.text, token);
    return token;
  }

  findToken(text: string): { token: SpiToken; transaction: Transaction } | null {
    const token = this.#tokens.get(text);
    const transaction = token && this.#transactions.get(token.transactionKey);
    return token && transaction ? { token, transaction } : null;
  }

  findSession(sessionData: string): { token: SpiToken; transaction: Transaction } | null {
    const token = [...this.#tokens.values()].find((issued) => issued.sessionData === sessionData);
    return token ? this.findToken(token.text) : null;
  }

  hasExpired({ issuedAt }: SpiToken): boolean {
    return this.now() >= issuedAt + tokenLifeMs;
  }

  /** Records that a void or refund is running. Returns what else is running for the same sale, and how to end it. */
  startFollowUp(terminal: string, identifier: string, name: FollowUpName) {
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
