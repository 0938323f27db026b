import type { FieldErrors } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";

/**
 * The server's answer to an action. `lost` means no answer or an unreadable one: the result is unknown, and the page
 * must read the session's state.
 */
export type Answer =
  | { kind: "view"; view: SessionView }
  | { kind: "fields"; errors: FieldErrors }
  | { kind: "refused"; status: number }
  | { kind: "lost" };

/** The timeout of a payment request. It is longer than the timeout of the gateway. */
const timeoutMs = 30_000;

export const readState = (base: string, signal: AbortSignal): Promise<Answer> =>
  ask(`${base}/state`, { method: "GET", signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });

export const postJson = (url: string, body: object): Promise<Answer> =>
  ask(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, cache: "no-store", credentials: "omit" });
    const body: unknown = await response.json();
    return read(response.status, body);
  } catch {
    return { kind: "lost" };
  }
}

function read(status: number, body: unknown): Answer {
  if (status >= 500) return { kind: "lost" };
  if (status < 400) {
    // Two fields identify an answer of our server. A captive portal or proxy answers without them.
    const isView = isObject(body) && "state" in body && "money" in body;
    return isView ? { kind: "view", view: body as SessionView } : { kind: "lost" };
  }
  const errors = status === 400 && isObject(body) && isObject(body.errors) ? (body.errors as FieldErrors) : {};
  return Object.keys(errors).length > 0 ? { kind: "fields", errors } : { kind: "refused", status };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
