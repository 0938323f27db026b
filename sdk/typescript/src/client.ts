import { randomUUID } from "node:crypto";
import type { PaymentAnswer, PaymentRequest, Refund, Transaction, WebhookEvent } from "./contract.js";
import { InputError } from "./errors.js";
import { buildPaymentRequest, type PaymentRequestFields } from "./payment-request.js";
import { type Order, type Query, type RedirectResult, type RedirectSecrets, verifyRedirect } from "./redirect.js";
import { checkAscii, checkOrigin, formatAmount } from "./text.js";
import { sendRequest, type TransportOptions } from "./transport.js";
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

/** Keeps the default of an option that is undefined. */
const withoutUndefined = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;

const credentialLengthMax = 4096;

/** Requests payments, verifies results and webhooks, and reads and refunds transactions of one account. */
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
    };
    const checked = (field: string, credential: string) => checkAscii(field, credential, credentialLengthMax);
    this.#apiKey = apiKey == null ? {} : { "x-svc-key": checked("apiKey", apiKey) };
    this.#credential =
      accessToken == null ? this.#apiKey : { authorization: `Bearer ${checked("accessToken", accessToken)}` };
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
    const request = { method: "POST", url, headers: this.#apiKey, body: fields, idempotencyKey } as const;
    return (await sendRequest(request, "url", this.#options)) as PaymentAnswer;
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
    const request = { method: "GET", url: this.#urlOf(transactionId), headers: this.#credential } as const;
    return (await sendRequest(request, "data", this.#options)).data as Transaction;
  }

  async refundTransaction(transactionId: string, { amount, reason, idempotencyKey }: RefundOptions): Promise<Refund> {
    const body = {
      ...(amount !== undefined && { amount: formatAmount("amount", amount) }),
      ...(reason != null && { reason }),
    };
    const url = this.#urlOf(transactionId, "/refund");
    const request = { method: "POST", url, headers: this.#credential, body, idempotencyKey } as const;
    return (await sendRequest(request, "data", this.#options)).data as Refund;
  }

  /** Names the environment, because an access token is valid for both. */
  #urlOf(transactionId: string, action = ""): string {
    const { origin, environment } = this.#options;
    const id = encodeURIComponent(checkAscii("transactionId", transactionId));
    return `${origin}/api/transactions/${id}${action}?environment=${environment}`;
  }
}
