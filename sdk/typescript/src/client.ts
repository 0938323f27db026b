import { randomUUID } from "node:crypto";
import { type CardResult, verifyCardRedirect } from "./card-redirect.js";
import { InputError } from "./errors.js";
import { buildPaymentRequest, type PaymentRequestFields } from "./payment-request.js";
import type {
  PaymentAnswer,
  PaymentLink,
  PaymentLinkPage,
  Refund,
  Transaction,
  TrustedCard,
  TrustedCardPage,
  WebhookEvent,
} from "./records.js";
import { type Order, type RedirectResult, type RedirectSecrets, verifyRedirect } from "./redirect.js";
import type { CardCharge, NewPaymentLink, NewTrustedCard, PaymentLinkChanges, PaymentRequest } from "./requests.js";
import type { Query } from "./signed-parameters.js";
import { checkAscii, checkCredential, checkEnvironment, checkOrigin, toFields } from "./text.js";
import { type ApiRequest, sendRequest, type TransportOptions } from "./transport.js";
import { verifyWebhook, type WebhookHeaders } from "./webhook.js";

export type TradewindOptions = {
  /** The address of the service, without a path. */
  origin: string;
  accountNumber: string;
  environment: PaymentRequest["environment"];
  /** `svc_test_…` or `svc_live_…`. Give either an API key or an access token. */
  apiKey?: string;
  accessToken?: string;
  /** The secrets of your endpoint, `whsec_…`. */
  webhookSecrets?: readonly string[];
} & Partial<RedirectSecrets & TransportOptions>;

type OwnField = "account_number" | "environment" | "request_timestamp" | "request_signature";

/** The fields of a payment request, without those that the client adds. */
export type NewPayment = Omit<PaymentRequest, OwnField>;

export type RefundOptions = {
  /** The amount to refund, such as `"5.00"`. Without it, the rest of the payment. */
  amount?: string;
  reason?: string;
  /** The same key never refunds twice. Derive it from your own refund, not from the time. */
  idempotencyKey: string;
};

export type PageChoice = { page?: number; page_size?: number };

/** Keeps the default of an option that is undefined. */
const withoutUndefined = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;

/** Requests payments, stores and charges cards, makes payment links, and verifies results, for one account. */
export class Tradewind {
  readonly #options: Required<Omit<TradewindOptions, "apiKey" | "accessToken">>;
  readonly #apiKey: Readonly<Record<string, string>>;
  readonly #credential: Readonly<Record<string, string>>;

  constructor({ apiKey, accessToken, ...options }: TradewindOptions) {
    if (apiKey && accessToken) throw new InputError("accessToken", "must not be given beside apiKey.");
    this.#options = {
      hashKeys: [],
      signingSecrets: [],
      webhookSecrets: [],
      timeoutSeconds: 15,
      retries: 3,
      retryWaitSeconds: 0.5,
      retryAfterSecondsMax: 30,
      ...withoutUndefined(options),
      origin: checkOrigin(options.origin),
      environment: checkEnvironment(options.environment, apiKey),
    };
    this.#apiKey = apiKey == null ? {} : { "x-svc-key": checkCredential("apiKey", apiKey) };
    this.#credential =
      accessToken == null ? this.#apiKey : { authorization: `Bearer ${checkCredential("accessToken", accessToken)}` };
  }

  /** The complete fields of a payment request, signed with your first signing secret if you gave one. */
  buildPaymentRequest(payment: Readonly<NewPayment>): PaymentRequestFields {
    const { accountNumber, environment, signingSecrets } = this.#options;
    const request = { ...payment, account_number: accountNumber, environment };
    return buildPaymentRequest(request, signingSecrets[0] ?? null);
  }

  /** Sends fields of `buildPaymentRequest`. To repeat a request, send the same fields with the same key. */
  async sendPaymentRequest(
    fields: PaymentRequestFields,
    idempotencyKey: string = randomUUID(),
  ): Promise<PaymentAnswer> {
    const url = `${this.#options.origin}/plugins/payments/request`;
    const request = { method: "POST", url, headers: this.#apiKey, body: fields, expected: "url" } as const;
    return (await this.#send({ ...request, ...checkKey(idempotencyKey) })) as PaymentAnswer;
  }

  /** Store `transaction_id` with the order, then send the customer to `url`. This is not a payment yet. */
  async requestPayment(payment: Readonly<NewPayment>): Promise<PaymentAnswer> {
    return this.sendPaymentRequest(this.buildPaymentRequest(payment));
  }

  /** Verifies the result at your `response_url`, or throws a `RedirectError`. The order is paid if `isPaid` is true. */
  verifyRedirect(query: Query, order: Order | null): RedirectResult {
    return verifyRedirect(query, order, this.#options);
  }

  /** Verifies a webhook by its raw body, or throws a `WebhookError`. Handle each `id` of an event once. */
  verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders): WebhookEvent {
    return verifyWebhook(body, headers, this.#options.webhookSecrets);
  }

  async retrieveTransaction(transactionId: string): Promise<Transaction> {
    return this.#data("GET", ["transactions", checkAscii("transactionId", transactionId)]);
  }

  async refundTransaction(transactionId: string, { idempotencyKey, ...refund }: RefundOptions): Promise<Refund> {
    const path = ["transactions", checkAscii("transactionId", transactionId), "refund"];
    return this.#data("POST", path, { body: toFields(refund), ...checkKey(idempotencyKey) });
  }

  /** Store `transaction_id` with your customer, then send the customer to `url`. The page asks for the card. */
  async requestCard(card: Readonly<NewTrustedCard>, idempotencyKey: string = randomUUID()): Promise<PaymentAnswer> {
    return this.#checkout(["trusted-cards"], { body: toFields(card), ...checkKey(idempotencyKey) });
  }

  /** Verifies the result of storing a card, or throws a `RedirectError`. `transactionId` is that of `requestCard`. */
  verifyCardRedirect(query: Query, transactionId: string | readonly string[]): CardResult {
    return verifyCardRedirect(query, transactionId, this.#options.signingSecrets);
  }

  /** Sends the amount on your customer's statement, and never repeats it: the third wrong amount deletes the card. */
  async verifyCard(uuid: string, amount: string): Promise<TrustedCard> {
    return this.#data("POST", cardPath(uuid, "verify"), { body: toFields({ amount }) });
  }

  /** Store `transaction_id` with the order, then send the customer to `url`, which asks for the security code. */
  async chargeCard(
    uuid: string,
    charge: Readonly<CardCharge>,
    idempotencyKey: string = randomUUID(),
  ): Promise<PaymentAnswer> {
    return this.#checkout(cardPath(uuid, "charge"), { body: toFields(charge), ...checkKey(idempotencyKey) });
  }

  async retrieveCard(uuid: string): Promise<TrustedCard> {
    return this.#data("GET", cardPath(uuid));
  }

  async listCards(page: PageChoice = {}): Promise<TrustedCardPage> {
    return (await this.#call("GET", ["trusted-cards"], { query: toFields(page) })) as TrustedCardPage;
  }

  /** We destroy the card number. */
  async deleteCard(uuid: string): Promise<void> {
    await this.#call("DELETE", cardPath(uuid), { expected: "message" });
  }

  /** Share the `url` of the link, or its QR code. */
  async createPaymentLink(link: Readonly<NewPaymentLink>, idempotencyKey: string = randomUUID()): Promise<PaymentLink> {
    return this.#data("POST", ["payment-links"], { body: toFields(link), ...checkKey(idempotencyKey) });
  }

  async retrievePaymentLink(id: string): Promise<PaymentLink> {
    return this.#data("GET", linkPath(id));
  }

  async listPaymentLinks(page: PageChoice = {}): Promise<PaymentLinkPage> {
    return (await this.#call("GET", ["payment-links"], { query: toFields(page) })) as PaymentLinkPage;
  }

  /** Changes the given fields. `open: "0"` closes the link, and `clear` names fields to remove. */
  async updatePaymentLink(id: string, changes: Readonly<PaymentLinkChanges>): Promise<PaymentLink> {
    return this.#data("PATCH", linkPath(id), { body: toFields(changes) });
  }

  /** The payments of the link stay. */
  async deletePaymentLink(id: string): Promise<void> {
    await this.#call("DELETE", linkPath(id), { expected: "message" });
  }

  async #data<Data>(method: ApiRequest["method"], path: readonly string[], more?: CallOptions): Promise<Data> {
    return (await this.#call(method, path, more)).data as Data;
  }

  async #checkout(path: readonly string[], more: CallOptions): Promise<PaymentAnswer> {
    return (await this.#call("POST", path, { ...more, expected: "url" })) as PaymentAnswer;
  }

  /** Names the environment in every URL, because an access token is valid for both. */
  #call(method: ApiRequest["method"], path: readonly string[], { query, ...more }: CallOptions = {}) {
    const { origin, environment } = this.#options;
    const url = `${origin}/api/${path.map(encodeURIComponent).join("/")}?${new URLSearchParams({ ...query, environment })}`;
    return this.#send({ method, url, headers: this.#credential, expected: "data", ...more });
  }

  #send(request: ApiRequest) {
    const { origin, environment } = this.#options;
    return sendRequest(request, `${environment} at ${origin}`, this.#options);
  }
}

type CallOptions = Partial<Pick<ApiRequest, "body" | "idempotencyKey" | "expected">> & {
  query?: Readonly<Record<string, string>>;
};

const checkKey = (idempotencyKey: string) => ({ idempotencyKey: checkAscii("idempotencyKey", idempotencyKey) });
const cardPath = (uuid: string, ...more: string[]) => ["trusted-cards", checkAscii("uuid", uuid), ...more];
const linkPath = (id: string) => ["payment-links", checkAscii("id", id)];
