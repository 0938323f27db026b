import type { PaymentRequest } from "./contract.js";
import { InputError } from "./errors.js";
import { checkSecrets, formatAmount, signFields } from "./text.js";

/** The fields of a payment request as text, ready for a JSON body or for the hidden inputs of a form. */
export type PaymentRequestFields = Readonly<Record<string, string>>;

const signatureName = "request_signature";

/**
 * Writes all values as text, the total with two decimals, and signs them.
 * @param signingSecret Your signing secret, or null for an unsigned request.
 */
export function buildPaymentRequest(
  request: Readonly<PaymentRequest>,
  signingSecret: string | null,
  nowSeconds = Date.now() / 1000,
): PaymentRequestFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(request)) {
    const isSent = value !== null && value !== undefined && name !== signatureName;
    if (isSent) fields[name] = toText(name, value);
  }
  if (signingSecret === null) return fields;
  checkSecrets("signingSecrets", [signingSecret]);
  const signed = { ...fields, request_timestamp: String(Math.floor(nowSeconds)) };
  return { ...signed, [signatureName]: signFields(signed, signingSecret) };
}

function toText(name: string, value: unknown): string {
  if (name === "total") return formatAmount(name, value);
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  throw new InputError(name, "must be text, a whole number or a boolean.");
}
