import { createHmac } from "node:crypto";
import { InputError, WebhookError } from "./errors.js";
import type { WebhookEvent } from "./records.js";
import { checkSecrets, isSame } from "./text.js";

/** A `Headers` object, or the headers as Node.js and frameworks pass them. Case does not matter. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

const toleranceSeconds = 300;
const secretPrefix = "whsec_";

/**
 * Verifies a webhook and returns its event, or throws a `WebhookError`.
 * @param body The raw body. Do not parse it first.
 * @param secrets The secret of your endpoint. During a rotation, the new one and the old one.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  nowSeconds = Date.now() / 1000,
): WebhookEvent {
  checkSecrets("webhookSecrets", secrets);
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError("wrong_timestamp", "The webhook was not sent within the last five minutes.");
  }
  const isOurs = secrets.map(keyOf).some((key) => {
    const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
    return signatures.some((signature) => isSame(signature, `v1,${hmac}`));
  });
  if (!isOurs) throw new WebhookError("wrong_signature", "The signature does not match the body and the secret.");
  return parseEvent(typeof body === "string" ? body : Buffer.from(body).toString("utf8"));
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const [, found = []] = entries.find(([key]) => key.toLowerCase() === name) ?? [];
  const [value, ...others] = [found].flat();
  if (!value || others.length > 0) throw new WebhookError("missing_header", `${name} is missing.`);
  return value;
}

function keyOf(secret: string): Buffer {
  const text = secret.slice(secretPrefix.length);
  const key = Buffer.from(text, "base64");
  // Node.js skips characters that are not base64.
  const isSecret = secret.startsWith(secretPrefix) && key.length > 0 && key.toString("base64") === text;
  if (!isSecret) throw new InputError("webhookSecrets", `must be ${secretPrefix} and base64.`);
  return key;
}

function parseEvent(text: string): WebhookEvent {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookError("invalid_body", "The body is not JSON.");
  }
}
