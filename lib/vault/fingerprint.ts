import { keyedDigest } from "@/lib/kit/crypto";

/** Knows a card again without its number. Keyed, so that it says nothing to whoever gets hold of a table. */
export function fingerprintOf(number: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedDigest("card fingerprint", number));
}
