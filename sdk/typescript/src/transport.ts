import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, NoAnswerError } from "./errors.js";
import { checkAscii, checkText } from "./text.js";

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

type ApiRequest = { url: string; headers: Readonly<Record<string, string>> } & (
  | { method: "GET"; body?: never; idempotencyKey?: never }
  | { method: "POST"; body: Readonly<Record<string, string>>; idempotencyKey: string }
);
type Answer = { status: number; body: Record<string, unknown>; requestId: string | null; retryAfter: number | null };

/**
 * Sends a request, and repeats it if no answer arrives and after 429, 5xx and "still running". Every attempt has the
 * same body and the same idempotency key, so nothing happens twice.
 * @param expected A member that every good answer has. The page of a proxy can have status 200 too.
 */
export async function sendRequest(
  request: ApiRequest,
  expected: "data" | "url",
  options: TransportOptions,
): Promise<Record<string, unknown>> {
  for (const [name, value] of Object.entries(request.body ?? {})) checkText(name, value);
  const idempotencyKey = request.method === "POST" ? checkAscii("idempotencyKey", request.idempotencyKey) : null;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= options.retries;
    const answer = await attemptOnce(request, idempotencyKey, options).catch((fault: unknown) => {
      if (isLast) throw new NoAnswerError(idempotencyKey, fault);
      return null;
    });
    if (answer && answer.status < 300 && answer.body[expected]) return answer.body;
    const waitSeconds = answer?.retryAfter ?? options.retryWaitSeconds * 2 ** attempt;
    if (answer && (isLast || !isPassing(answer) || waitSeconds > options.retryAfterSecondsMax)) {
      throw new ApiError({ ...answer, retryAfterSeconds: answer.retryAfter });
    }
    await sleep(waitSeconds * 1000);
  }
}

async function attemptOnce(
  { method, url, headers, body }: ApiRequest,
  idempotencyKey: string | null,
  { timeoutSeconds }: TransportOptions,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/json",
      ...headers,
      ...(body && { "content-type": "application/json" }),
      ...(idempotencyKey !== null && { "idempotency-key": idempotencyKey }),
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
