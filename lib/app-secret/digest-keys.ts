import { createSecretKey } from "node:crypto";
import { log } from "@/lib/kit/log";
import { keyOfSecret, type RetiredKey, seal, unseal } from "@/lib/kit/secrets/crypto";
import type { SecretRow } from "./store";

export const digestKeysSeal = "retired digest keys";

/**
 * Seals the keys that are derived from a replaced secret, one for each purpose. Digests made with them can still be
 * verified later.
 */
export function sealDigestKeys(id: string, purposes: readonly string[]): Uint8Array<ArrayBuffer> {
  const keys = purposes.map((purpose) => [purpose, keyOfSecret(id, purpose).export().toString("base64")]);
  return new Uint8Array(seal(digestKeysSeal, id, JSON.stringify(Object.fromEntries(keys))));
}

export function readDigestKeys({ id, sealedDigestKeys }: SecretRow): RetiredKey[] {
  if (!sealedDigestKeys) return [];
  try {
    const keys: Record<string, string> = JSON.parse(unseal(digestKeysSeal, id, sealedDigestKeys));
    return Object.entries(keys).map(([purpose, key]) => ({ id, purpose, key: createSecretKey(key, "base64") }));
  } catch (error) {
    log.error({ err: error, secret: id }, "the digest keys of a replaced secret cannot be unsealed");
    return [];
  }
}
