import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";

export const fingerprintPurpose = "card fingerprint";

/**
 * A keyed digest that identifies a card without its number. Without the key, a stolen table does not reveal card
 * numbers.
 */
export const fingerprintOf = (number: string): Uint8Array<ArrayBuffer> => storedDigest(fingerprintPurpose, number);

/** The fingerprints of a card number under the active secret and under every older secret. */
export const fingerprintForms = (number: string): Uint8Array<ArrayBuffer>[] =>
  storedDigests(fingerprintPurpose, number);
