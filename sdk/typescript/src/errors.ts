/** The base class of all errors that this library throws. */
export class TradewindError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A value cannot be sent, for example a total that is a number. */
export class InputError extends TradewindError {
  constructor(
    /** The name of the field or option. */
    readonly field: string,
    problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}

export type RedirectReason =
  | "unknown_order"
  | "duplicate_parameter"
  | "missing_parameter"
  | "wrong_signature"
  | "wrong_order"
  | "wrong_currency"
  | "wrong_transaction"
  | "wrong_hash";

/** The redirect proves nothing. Keep the order unpaid. */
export class RedirectError extends TradewindError {
  constructor(
    readonly reason: RedirectReason,
    message: string,
  ) {
    super(message);
  }
}

export type WebhookReason = "missing_header" | "wrong_timestamp" | "wrong_signature" | "invalid_body";

/** The webhook is not ours, or it is too old. Answer 400. */
export class WebhookError extends TradewindError {
  constructor(
    readonly reason: WebhookReason,
    message: string,
  ) {
    super(message);
  }
}

type Refusal = {
  status: number;
  /** Where the request was sent, because 401 and 404 often mean another environment. */
  target: string;
  body: Readonly<Record<string, unknown>>;
  requestId: string | null;
  retryAfterSeconds: number | null;
};

/** The API refused the request, or retries did not help. */
export class ApiError extends TradewindError {
  readonly status: number;
  /** The JSON of the answer. It is empty if the answer is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The messages about each wrong field. */
  readonly errors: Readonly<Record<string, string[]>>;
  /** Name this id when you contact us. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor({ status, target, body, requestId, retryAfterSeconds }: Refusal) {
    const message = typeof body.message === "string" ? body.message : `The API answered with status ${status}.`;
    const hint = `Sent to ${target}. Another address or environment has other keys and ids.`;
    super(status === 401 || status === 404 ? `${message} (${hint})` : message);
    this.status = status;
    this.body = body;
    this.errors = (body.errors ?? {}) as Record<string, string[]>;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer arrived. The request may have worked: send it again with the same idempotency key. */
export class NoAnswerError extends TradewindError {
  constructor(
    readonly idempotencyKey: string | null,
    cause: unknown,
  ) {
    super("The payment service did not answer.", { cause });
  }
}
