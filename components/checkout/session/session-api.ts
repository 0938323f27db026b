import type { FieldErrors } from "@/lib/checkout/page/page-contract";
import type { SessionView } from "@/lib/checkout/page/view-contract";

/**
 * What the server said to an action. `lost` is no answer, or none that can be understood: nothing
 * may be concluded from it, and the session is to be asked how it stands.
 */
export type Answer =
  | { kind: "view"; view: SessionView }
  | { kind: "fields"; errors: FieldErrors }
  | { kind: "refused"; status: number }
  | { kind: "lost" };

/** Longer than the gateway may take; a connection that hangs ends here. */
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
    // Our own server checked it on its way out; what a portal or a proxy put in its place has no such fields.
    const isView = isObject(body) && "state" in body && "money" in body;
    return isView ? { kind: "view", view: body as SessionView } : { kind: "lost" };
  }
  const errors = status === 400 && isObject(body) && isObject(body.errors) ? (body.errors as FieldErrors) : {};
  return Object.keys(errors).length > 0 ? { kind: "fields", errors } : { kind: "refused", status };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
