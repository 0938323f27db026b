import type { PaymentRequest } from "./requests.js";
import { checkSecrets, signFields, toFields } from "./text.js";

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
  const { [signatureName]: _earlier, ...given } = request;
  const fields = toFields(given);
  if (signingSecret === null) return fields;
  checkSecrets("signingSecrets", [signingSecret]);
  const signed = { ...fields, request_timestamp: String(Math.floor(nowSeconds)) };
  return { ...signed, [signatureName]: signFields(signed, signingSecret) };
}
