import { type CardIdentity, openCard, sealCard, VaultError } from "./envelope";
import { activeKeyOrThrow, cardKeys } from "./keys";
import { destroyCard, findVaultCard, insertCard } from "./store";

/**
 * Stores an encrypted card number in the caller's transaction, so that no number is stored without its payment attempt.
 */
export async function putCard(identity: CardIdentity, number: string, at: Date): Promise<void> {
  await insertCard(identity, sealCard(identity, number, activeKeyOrThrow()), at);
}

/** Returns the card number in plaintext, for calls to the gateway and for computing fingerprints. */
export async function readCard(identity: CardIdentity): Promise<string> {
  const card = await findVaultCard(identity);
  if (!card) throw new VaultError(identity.id, null, "the number is missing or was shredded");
  return openCard(identity, card, cardKeys());
}

/** Destroys the encrypted card number and its data key. Shredding a card again changes nothing. */
export async function shredCard(id: string, at: Date): Promise<void> {
  await destroyCard(id, at);
}
