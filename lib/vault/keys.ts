import { env } from "@/lib/kit/env";
import type { CardKey } from "@/lib/kit/secrets/key-lists";

/** The keys that wrap data keys. The first one is active. */
export const cardKeys = (): readonly CardKey[] => env().CARD_KEYS;

export function activeKeyOrThrow(): CardKey {
  const [active] = cardKeys();
  if (!active) throw new Error("CARD_KEYS is not set.");
  return active;
}
