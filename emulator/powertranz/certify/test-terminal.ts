import { followForms } from "@/emulator/base/form-follower";
import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { readReturn } from "@/lib/gateway/powertranz/three-d-secure";
import {
  callPowertranz,
  type GatewayCall,
  type GatewayResponse,
  isAlive,
  paymentLimitMs,
  saleLimitMs,
} from "@/lib/gateway/powertranz/transport/transport";
import { authenticationIn, codes } from "@/lib/gateway/powertranz/wire/answers";
import { currencyNumbers, saleBody, withAmount } from "@/lib/gateway/powertranz/wire/sale-request";
import type { Terminal } from "@/lib/gateway/terminals/terminal-store";
import { now, second } from "@/lib/kit/clock";
import { newUlid, newUuid } from "@/lib/kit/ids";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { describeReply, type Exchange, type Reply, replyOf, textIn, Unanswered } from "./exchange";
import { cardFieldsOf, maskedNumber, type TestCard } from "./test-cards";

/** The follower of the 3DS pages stops before it would call this address. */
const returnUrl = "https://example.com/certify/return";
const challengePassword = "3ds2";
/** A shorter text could also occur in the report's own words. */
const secretLengthMin = 6;
/** Pauses between queries, because queries may lag behind payments. One minute in total. */
const pollPausesMs = [0, 1, 2, 4, 8, 15, 30].map((seconds) => seconds * second);

export type Sale = { identifier: string; amount: Minor; card: TestCard; reply: Reply; token: string | null };
export type ThreeDSResult = { code: string; status: string | null };
type SaleOptions = { identifier?: string; amount?: Minor; verifyAddress?: boolean };
export type OpenCharge = Pick<Sale, "identifier" | "amount" | "card">;

/** Makes test payments on a terminal and records every call. It writes nothing to the database. */
export class TestTerminal {
  #exchanges: Exchange[] = [];
  #openCharges = new Map<string, OpenCharge>();
  #secrets = new Set<string>();
  #amount: Minor = 100n;

  /** `wait` pauses for so many milliseconds. */
  constructor(
    readonly terminal: Terminal,
    readonly wait: (milliseconds: number) => Promise<void>,
  ) {
    this.#hide(...Object.values(terminal.credentials.secrets));
  }

  isAlive(): Promise<boolean> {
    return isAlive(this.terminal.credentials.baseAddress);
  }

  /** Lets calls through again, although earlier ones got no answer. */
  closeBreaker(): Promise<void> {
    return breakerOf(this.terminal.credentials.baseAddress, () => this.isAlive()).close();
  }

  /** Returns the calls since the last question, and starts a new list. */
  takeExchanges(): Exchange[] {
    return this.#exchanges.splice(0);
  }

  /** Charges that hold money, or may hold money because their answer is missing. */
  get openCharges(): readonly OpenCharge[] {
    return [...this.#openCharges.values()];
  }

  closeCharge(identifier: string): void {
    this.#openCharges.delete(identifier);
  }

  /** Removes every secret that was sent or received. Reports consist of harmless fields, so this is a second guard. */
  redact(text: string): string {
    return [...this.#secrets].reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
  }

  #hide(...secrets: (string | null)[]): void {
    for (const secret of secrets) if (secret && secret.length >= secretLengthMin) this.#secrets.add(secret);
  }

  async call(sent: string, call: GatewayCall): Promise<Reply> {
    const responses: GatewayResponse[] = [];
    const begun = performance.now();
    const onResponse = (response: GatewayResponse) => void responses.push(response);
    const answer = await callPowertranz(this.terminal.credentials, { ...call, onResponse });
    const reply = replyOf(answer, responses[0] ?? null, Math.round(performance.now() - begun));
    this.#hide(textIn(reply, "SpiToken"), textIn(reply, "PanToken"), textIn(reply, "RedirectData"));
    this.#exchanges.push({ sent, received: describeReply(reply) });
    return reply;
  }

  /** Sends the product's own first call, which starts 3DS. */
  async startSale(card: TestCard, options: SaleOptions = {}): Promise<Sale> {
    const { identifier = newUuid(), amount = this.#nextAmount(), verifyAddress = false } = options;
    const { platform, currency } = this.terminal;
    this.#hide(card.number);
    const address = { address1: "1 Test Street", city: "Test City", zipcode: "12345", country: platform };
    const body = saleBody(
      {
        attemptId: newUlid(),
        terminalId: this.terminal.id,
        calledAt: now(),
        transactionId: newUlid(),
        orderId: identifier,
        amount,
        currency,
        platform,
        card: cardFieldsOf(card),
        customer: { email: "certification@example.com", phone: null, address2: null, region: null, ...address },
        browser: browserFacts,
        verifyAddress,
        isVerification: false,
        cardUse: { kind: "once" },
        requireAuthentication: false,
        returnUrl,
        simulation: null,
      },
      identifier,
    );
    const words = `POST spi/sale: ${this.money(amount)}, card ${maskedNumber(card)}, ${identifier}`;
    const reply = await this.call(words, { method: "POST", path: "spi/sale", body, limitMs: saleLimitMs });
    return { identifier, amount, card, reply, token: reply.transaction?.SpiToken ?? null };
  }

  /** Each sale has another amount, so that the host does not take two sales for a duplicate. */
  #nextAmount(): Minor {
    this.#amount += 1n;
    return this.#amount;
  }

  money(amount: Minor): string {
    return `${formatMinor(amount)} ${this.terminal.currency}`;
  }

  /** Follows the bank's pages. A card without 3DS has no pages. */
  async authenticate({ identifier, reply, token }: Sale): Promise<ThreeDSResult> {
    const html = reply.transaction?.RedirectData;
    if (reply.code === codes.unsupported && token) return { code: codes.unsupported, status: null };
    if (reply.code !== codes.preprocessed || !html || !token) {
      throw new Unanswered(`The sale did not start 3DS (${describeReply(reply)}).`);
    }
    const begun = performance.now();
    const fields = await visitBank(html);
    const returned = readReturn(fields, { transactionIdentifier: identifier, token });
    if (!returned?.IsoResponseCode) throw new Unanswered("The return from 3DS does not name this sale and its token.");
    const { status = null, eci = null } = authenticationIn(returned, "browser") ?? {};
    const milliseconds = Math.round(performance.now() - begun);
    const received = [`code ${returned.IsoResponseCode}`, `status ${status}`, `ECI ${eci}`, `${milliseconds} ms`];
    this.#exchanges.push({ sent: `3DS pages of ${identifier}`, received: received.join(", ") });
    return { code: returned.IsoResponseCode, status };
  }

  async pay({ identifier, amount, card, token }: Sale): Promise<Reply> {
    const body = JSON.stringify(token ?? "");
    const words = `POST spi/payment: SpiToken of ${identifier}`;
    const reply = await this.call(words, { method: "POST", path: "spi/payment", body, limitMs: paymentLimitMs });
    const mayHoldMoney = reply.answer.kind === "silent" || reply.transaction?.Approved === true;
    if (mayHoldMoney) this.#openCharges.set(identifier, { identifier, amount, card });
    return reply;
  }

  async payApproved(card: TestCard, options: SaleOptions = {}): Promise<Sale & { payment: Reply }> {
    const sale = await this.startSale(card, options);
    await this.authenticate(sale);
    const payment = await this.pay(sale);
    if (!isApproved(payment)) throw new Unanswered(`The payment was not approved (${describeReply(payment)}).`);
    return { ...sale, payment };
  }

  inquire(identifier: string): Promise<Reply> {
    const path = `Transactions/${identifier}`;
    return this.call(`GET ${path}`, { method: "GET", path });
  }

  searchOrder(identifier: string): Promise<Reply> {
    const path = `Transactions/OrderSearch/${identifier}`;
    return this.call(`GET ${path}`, { method: "GET", path });
  }

  /** Repeats a query for up to a minute until it has the expected answer. Returns the last answer and the time. */
  async poll(query: () => Promise<Reply>, isExpected: (reply: Reply) => boolean) {
    let waitedMs = 0;
    let reply = await query();
    for (const pauseMs of pollPausesMs) {
      if (isExpected(reply)) return { reply, waitedMs, isFound: true };
      await this.wait(pauseMs);
      waitedMs += pauseMs;
      reply = await query();
    }
    return { reply, waitedMs, isFound: isExpected(reply) };
  }

  async void(identifier: string, externalIdentifier: string = newUlid()): Promise<Reply> {
    const fields = { TransactionIdentifier: identifier, TerminalCode: "", ExternalIdentifier: externalIdentifier };
    const call = { method: "POST", path: "void", body: JSON.stringify(fields) } as const;
    const reply = await this.call(`POST void: ${identifier}`, call);
    if (isApproved(reply)) this.closeCharge(identifier);
    return reply;
  }

  refund(identifier: string, amount: Minor, externalIdentifier: string = newUlid()): Promise<Reply> {
    const body = withAmount(amount, {
      Refund: true,
      TransactionIdentifier: identifier,
      CurrencyCode: currencyNumbers[this.terminal.currency],
      ExternalIdentifier: externalIdentifier,
    });
    const words = `POST refund: ${this.money(amount)}, ${identifier}, ExternalIdentifier ${externalIdentifier}`;
    return this.call(words, { method: "POST", path: "refund", body });
  }
}

export const isApproved = ({ transaction, code }: Reply): boolean =>
  transaction?.Approved === true && code === codes.approved;

async function visitBank(html: string): Promise<Record<string, string>> {
  try {
    const form = await followForms(html, {
      isReturn: ({ href }) => href.startsWith(returnUrl),
      answer: ({ inputs: [name = ""] }) => ({ [name]: challengePassword }),
    });
    if (form) return form.fields;
  } catch (error) {
    // Messages of the network and of invalid addresses contain no secret.
    throw new Unanswered(`The 3DS pages could not be followed: ${error instanceof Error ? error.message : "unknown"}`);
  }
  throw new Unanswered("The 3DS pages end on a page without a form. Pay this card in a browser.");
}

const browserFacts = {
  userAgent: "Mozilla/5.0",
  accept: "text/html",
  language: "en-US",
  address: "192.0.2.1",
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 800,
  timeZoneOffset: 240,
  challengeWindow: "04",
} as const;
