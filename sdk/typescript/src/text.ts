import { createHmac, timingSafeEqual } from "node:crypto";
import { InputError } from "./errors.js";

/** Writes an amount with two decimals: `10` and `10.0` become `10.00`. Amounts are text, because floats lose cents. */
export function formatAmount(field: string, amount: unknown): string {
  const [, whole, fraction = ""] = (typeof amount === "string" && /^0*(\d{1,15})(?:\.(\d{1,2}))?$/.exec(amount)) || [];
  if (whole === undefined) throw new InputError(field, 'must be text such as "10.00", with at most two decimals.');
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

const originPattern = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?\/*$/i;

/** Returns the origin without a slash at its end. */
export function checkOrigin(origin: unknown): string {
  if (typeof origin === "string" && originPattern.test(origin)) return origin.replace(/\/+$/, "");
  throw new InputError("origin", "must be http:// or https:// and a host, without a path.");
}

/** JSON cannot carry half a character. */
export function checkText(field: string, value: unknown): void {
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value))
    throw new InputError(field, "must be valid Unicode text.");
}

/** A key, token or id that fits into a header or a path. The API treats a blank idempotency key as a missing one. */
export function checkAscii(field: string, value: unknown, lengthMax = 255): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value.length <= lengthMax) return value;
  throw new InputError(field, `must be 1 to ${lengthMax} ASCII characters without spaces.`);
}

const credentialLengthMax = 4096;

export const checkCredential = (field: string, credential: string): string =>
  checkAscii(field, credential, credentialLengthMax);

/** Also compares the environment with that of an API key, which its first letters show. */
export function checkEnvironment(environment: unknown, apiKey: unknown): "live" | "sandbox" {
  if (environment !== "live" && environment !== "sandbox")
    throw new InputError("environment", "must be live or sandbox.");
  const start = environment === "live" ? "svc_test_" : "svc_live_";
  if (!String(apiKey).startsWith(start)) return environment;
  throw new InputError("apiKey", `must be a key of ${environment}, and ${start}… is one of the other environment.`);
}

/**
 * Anyone can sign with an empty secret, so it must not pass for one of a rotation. White space around a secret is a
 * mistake of copying, after which no result matches.
 */
export function checkSecrets(field: string, secrets: unknown): void {
  const isSecret = (secret: unknown) => typeof secret === "string" && /^\S+$/.test(secret);
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isSecret)) return;
  throw new InputError(field, "must be a list of at least one secret, none of them empty or with white space.");
}

const moneyNames = new Set(["total", "amount", "amount_min", "amount_max"]);

/** Writes values as text, money with two decimals, and leaves out missing ones. */
export function toFields(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, toText(name, value)]));
}

function toText(name: string, value: unknown): string {
  if (moneyNames.has(name)) return formatAmount(name, value);
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  throw new InputError(name, "must be text, a whole number or a boolean.");
}

/** The hex HMAC-SHA256 of all fields, sorted by name and written as a query string. */
export function signFields(fields: Readonly<Record<string, string>>, secret: string): string {
  const sorted = Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHmac("sha256", secret).update(new URLSearchParams(sorted).toString()).digest("hex");
}

/** Compares in constant time, so that the time of an answer reveals nothing about the expected text. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
