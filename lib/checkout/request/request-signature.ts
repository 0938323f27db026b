import { signatureOf } from "@/lib/checkout/redirect";
import { findKeyRing } from "@/lib/hash-keys/merchant-keys";
import type { Fields } from "@/lib/http/body/json";
import { isBlank } from "@/lib/http/body/validate";
import type { Owner } from "@/lib/http/message/caller";
import { hour, now, second } from "@/lib/kit/clock";
import { type AppError, invalidField } from "@/lib/kit/errors";
import { isSame } from "@/lib/kit/secrets/crypto";

type Texts = Readonly<Record<string, string>>;

/**
 * The signature of a payment request: it covers the text of every other field, like the signature of a redirect. A
 * redirect has no `request_timestamp`, so neither signature can pass for the other.
 */
export function requestSignatureOf(fields: Texts, signingSecret: string): string {
  const { request_signature: _, ...signed } = fields;
  return signatureOf(signed, signingSecret);
}

/** Whether the merchant signed a payment request. The error names the field that is wrong. */
export type RequestProof = "signed" | "unsigned" | AppError;

/**
 * Checks the signature of a payment request. `fields` are the fields as sent: validation trims text and drops blank
 * fields, which the signature covers. The contract checks the formats of signature and timestamp.
 */
export async function proveRequest(fields: Fields, owner: Owner | null): Promise<RequestProof> {
  const { request_signature: signature, request_timestamp: timestamp } = fields;
  const [hasSignature, hasTimestamp] = [isGiven(signature), isGiven(timestamp)];
  if (!hasSignature && !hasTimestamp) return "unsigned";
  if (!hasSignature) return invalidField("request_signature", "field is required when request_timestamp is present.");
  if (!hasTimestamp) return invalidField("request_timestamp", "field is required when request_signature is present.");
  if (!isRecent(Number(timestamp))) return invalidField("request_timestamp", "must be within 60 minutes of our time.");
  if (!hasOnlyTexts(fields)) return invalidField("request_signature", "requires that every field is text.");
  return (await isSigned(fields, owner)) ? "signed" : invalidField("request_signature", "does not match the request.");
}

const isGiven = (value: unknown): boolean => value !== undefined && !isBlank(value);

const isRecent = (timestamp: number): boolean => Math.abs(now().getTime() - timestamp * second) <= hour;

const hasOnlyTexts = (fields: Fields): fields is Record<string, string> =>
  Object.values(fields).every((value) => typeof value === "string");

/** During the overlap of a rotation, a shop may sign with the old or the new secret. */
async function isSigned(fields: Texts, owner: Owner | null): Promise<boolean> {
  const ring = owner && (await findKeyRing(owner));
  const secrets = ring?.next ? [ring.current, ring.next] : ring ? [ring.current] : [];
  const given = Buffer.from(fields.request_signature ?? "");
  return secrets.some(({ signingSecret }) => isSame(given, Buffer.from(requestSignatureOf(fields, signingSecret))));
}
