import { env } from "@/lib/kit/env";
import type { CardKey } from "@/lib/kit/secrets/key-lists";

/** The keys that encrypt the data keys of cards. The first key is active: it encrypts new data keys. */
export const cardKeys = (): readonly CardKey[] => env().CARD_KEYS;

export function activeKeyOrThrow(): CardKey {
  const [active] = cardKeys();
  if (!active) throw new Error("CARD_KEYS is not set.");
  return active;
}
