import { breakerOf } from "@/lib/gateway/breaker/breaker";
import type { AuthoriseRequest } from "@/lib/gateway/port";
import { acquirerOf } from "@/lib/gateway/registry";
import type { Terminal } from "@/lib/gateway/terminals/terminal-store";
import { now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Exchange } from "./exchange";
import { cardFieldsOf, type TestCard } from "./test-card";
import { certifyingBrowser, returnUrl } from "./visit-bank";

/** A shorter text could also occur in the report's own words. */
const secretLengthMin = 6;
/** Pauses between queries, because queries may lag behind payments. One minute in total. */
const pollPausesMs = [0, 1, 2, 4, 8, 15, 30].map((seconds) => seconds * second);

/** `identifier` is the gateway's name of the charge. */
export type OpenCharge = { identifier: string; amount: Minor };

/**
 * A merchant account that moves no money. It records every call, and what must be given back. It writes nothing to the
 * database. Each acquirer adds its calls.
 */
export class TestAccount {
  #exchanges: Exchange[] = [];
  #openCharges = new Map<string, OpenCharge>();
  #secrets = new Set<string>();
  #amount: Minor = 100n;

  /** `wait` pauses for so many milliseconds. */
  constructor(
    readonly terminal: Terminal,
    readonly wait: (milliseconds: number) => Promise<void>,
  ) {
    this.hide(...Object.values(terminal.credentials.secrets));
  }

  async isAlive(): Promise<boolean> {
    const { acquirer, credentials } = this.terminal;
    return (await acquirerOf(acquirer).operations?.isAlive(credentials.baseAddress)) ?? false;
  }

  /** Lets calls through again, although earlier ones got no answer. */
  closeBreaker(): Promise<void> {
    return breakerOf(this.terminal.credentials.baseAddress, () => this.isAlive()).close();
  }

  record(exchange: Exchange): void {
    this.#exchanges.push(exchange);
  }

  /** Returns the calls since the last question, and starts a new list. */
  takeExchanges(): Exchange[] {
    return this.#exchanges.splice(0);
  }

  /** Charges that hold money, or may hold money because their answer is missing. */
  get openCharges(): readonly OpenCharge[] {
    return [...this.#openCharges.values()];
  }

  /** Remembers a charge that may hold money. */
  noteCharge({ identifier, amount }: OpenCharge): void {
    this.#openCharges.set(identifier, { identifier, amount });
  }

  closeCharge(identifier: string): void {
    this.#openCharges.delete(identifier);
  }

  /** Removes every secret that was sent or received. Reports consist of harmless fields, so this is a second guard. */
  redact(text: string): string {
    return [...this.#secrets].reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
  }

  hide(...secrets: (string | null)[]): void {
    for (const secret of secrets) if (secret && secret.length >= secretLengthMin) this.#secrets.add(secret);
  }

  /** Each sale has another amount, so that the host does not take two sales for a duplicate. */
  nextAmount(): Minor {
    this.#amount += 1n;
    return this.#amount;
  }

  money(amount: Minor): string {
    return `${formatMinor(amount)} ${this.terminal.currency}`;
  }

  /** A charge as the checkout requests it. */
  requestFor(card: TestCard, order: { orderId: string; amount: Minor; verifyAddress: boolean }): AuthoriseRequest {
    this.hide(card.number);
    const { id: terminalId, platform, currency } = this.terminal;
    const address = { address1: "1 Test Street", city: "Test City", zipcode: "12345", country: platform };
    return {
      ...order,
      attemptId: newUlid(),
      terminalId,
      calledAt: now(),
      transactionId: newUlid(),
      currency,
      platform,
      card: cardFieldsOf(card),
      customer: { email: "certification@example.com", phone: null, address2: null, region: null, ...address },
      browser: certifyingBrowser,
      isVerification: false,
      cardUse: { kind: "once" },
      requireAuthentication: false,
      returnUrl,
      simulation: null,
    };
  }

  /** Repeats a query until it has the expected answer. Returns the last answer and the time. */
  async poll<Reply>(
    query: () => Promise<Reply>,
    isExpected: (reply: Reply) => boolean,
    pausesMs: readonly number[] = pollPausesMs,
  ) {
    let waitedMs = 0;
    let reply = await query();
    for (const pauseMs of pausesMs) {
      if (isExpected(reply)) return { reply, waitedMs, isFound: true };
      await this.wait(pauseMs);
      waitedMs += pauseMs;
      reply = await query();
    }
    return { reply, waitedMs, isFound: isExpected(reply) };
  }
}
