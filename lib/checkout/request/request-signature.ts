import { signatureOf } from "@/lib/checkout/redirect/redirect";

/**
 * The signature of a payment request: it covers the text of every other field, like the signature of a redirect. A
 * redirect has no `request_timestamp`, so neither signature can pass for the other.
 */
export function requestSignatureOf(fields: Readonly<Record<string, string>>, signingSecret: string): string {
  const { request_signature: _, ...signed } = fields;
  return signatureOf(signed, signingSecret);
}
