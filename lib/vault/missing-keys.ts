import { openCard, VaultError } from "./envelope";
import { cardKeys } from "./keys";
import { findCardsUnder, listVersions } from "./store";

/**
 * How many cards the check tries to decrypt per key version. One damaged row must not prevent the start of a process.
 */
const triedPerVersion = 3;

/**
 * Returns one message for each key version that stored cards need, if `CARD_KEYS` does not have that version or has a
 * different key for it.
 */
export async function missingCardKeys(): Promise<string[]> {
  const problems: string[] = [];
  for (const version of await listVersions()) {
    if (!cardKeys().some((key) => key.version === version)) {
      problems.push(`CARD_KEYS lacks version ${version}, and stored cards need it.`);
    } else if (!(await opensAnyOf(version))) {
      problems.push(`CARD_KEYS has another key under version ${version} than the one that sealed the stored cards.`);
    }
  }
  return problems;
}

async function opensAnyOf(version: string): Promise<boolean> {
  const cards = await findCardsUnder(version, triedPerVersion);
  return cards.some((card) => {
    try {
      return openCard(card, card, cardKeys()) !== "";
    } catch (error) {
      if (error instanceof VaultError) return false;
      throw error;
    }
  });
}
