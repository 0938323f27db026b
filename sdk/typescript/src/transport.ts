import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, NoAnswerError } from "./errors.js";
import { checkText } from "./text.js";

export type TransportOptions = {
  /** How long to wait for an answer. */
  timeoutSeconds: number;
  /** How often to repeat a request after its first failure. */
  retries: number;
  /** The wait before the first retry without `Retry-After`. It doubles with each retry. */
  retryWaitSeconds: number;
  /** A longer `Retry-After` ends the retries with an `ApiError`. */
  retryAfterSecondsMax: number;
};

export type ApiRequest = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, string>>;
  /** A POST or DELETE without a key is sent once, because a second one could do something else than the first. */
  idempotencyKey?: string;
  /** A member that every good answer has. The page of a proxy can have status 200 too. */
  expected: "data" | "url" | "message";
};
type Answer = { status: number; body: Record<string, unknown>; requestId: string | null; retryAfter: number | null };

/**
 * Sends a request, and repeats it if no answer arrives and after 429, 5xx and "still running". Every attempt has the
 * same body and the same idempotency key, so nothing happens twice.
 * @param target Where the request goes, in the words of an error.
 */
export async function sendRequest(
  request: ApiRequest,
  target: string,
  options: TransportOptions,
): Promise<Record<string, unknown>> {
  for (const [name, value] of Object.entries(request.body ?? {})) checkText(name, value);
  const { idempotencyKey = null } = request;
  const isRepeatable = idempotencyKey !== null || request.method === "GET" || request.method === "PATCH";
  const retries = isRepeatable ? options.retries : 0;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries;
    const answer = await attemptOnce(request, options).catch((fault: unknown) => {
      if (isLast) throw new NoAnswerError(idempotencyKey, fault);
      return null;
    });
    if (answer && answer.status < 300 && answer.body[request.expected]) return answer.body;
    const waitSeconds = answer?.retryAfter ?? options.retryWaitSeconds * 2 ** attempt;
    if (answer && (isLast || !isPassing(answer) || waitSeconds > options.retryAfterSecondsMax)) {
      throw new ApiError({ ...answer, target, retryAfterSeconds: answer.retryAfter });
    }
    await sleep(waitSeconds * 1000);
  }
}

async function attemptOnce(
  { method, url, headers, body, idempotencyKey }: ApiRequest,
  { timeoutSeconds }: TransportOptions,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...headers,
      ...(body && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  });
  const retryAfter = response.headers.get("retry-after") ?? "";
  return {
    status: response.status,
    body: parseObject(await response.text()),
    requestId: response.headers.get("x-request-id"),
    retryAfter: /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null,
  };
}

/** Whether the same request can succeed later. */
const isPassing = ({ status, body }: Answer): boolean =>
  status === 429 || status >= 500 || (status === 409 && String(body.message).includes("still running"));

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
