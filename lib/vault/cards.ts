import { type CardIdentity, openCard, sealCard, VaultError } from "./envelope";
import { activeKeyOrThrow, cardKeys } from "./keys";
import { destroyCard, findVaultCard, insertCard } from "./store";

export type { CardIdentity } from "./envelope";

/** Keeps a number. Part of the transaction it is called in, so that there is none without the try that brought it. */
export async function putCard(identity: CardIdentity, number: string, at: Date): Promise<void> {
  await insertCard(identity, sealCard(identity, number, activeKeyOrThrow()), at);
}

/** The number itself: for the call to the gateway, and nothing else. */
export async function readCard(identity: CardIdentity): Promise<string> {
  const card = await findVaultCard(identity);
  if (!card) throw new VaultError(identity.id, null, "there is no number, or it was shredded");
  return openCard(identity, card, cardKeys());
}

/** Destroys a number with its key. Doing so again is harmless. */
export async function shredCard(id: string, at: Date): Promise<void> {
  await destroyCard(id, at);
}
