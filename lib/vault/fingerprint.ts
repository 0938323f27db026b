import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";

export const fingerprintPurpose = "card fingerprint";

/** Knows a card again without its number. Keyed, so that it says nothing to whoever gets hold of a table. */
export const fingerprintOf = (number: string): Uint8Array<ArrayBuffer> => storedDigest(fingerprintPurpose, number);

/** Every form in which a table may hold the fingerprint of a number. */
export const fingerprintForms = (number: string): Uint8Array<ArrayBuffer>[] =>
  storedDigests(fingerprintPurpose, number);
