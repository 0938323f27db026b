import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";

export const fingerprintPurpose = "card fingerprint";

/** Recognises a card without its number. Keyed, so that a stolen table does not reveal numbers. */
export const fingerprintOf = (number: string): Uint8Array<ArrayBuffer> => storedDigest(fingerprintPurpose, number);

/** The fingerprint under the active secret and under every older one. */
export const fingerprintForms = (number: string): Uint8Array<ArrayBuffer>[] =>
  storedDigests(fingerprintPurpose, number);
