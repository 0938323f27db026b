import { inTransaction } from "@/lib/db/client";
import { drainDue } from "@/lib/kit/due-work";
import { closeCard, removeCard } from "./remove-card";
import { findAbandoned, findUnverified, type LockedCard, lockCard } from "./store";

/** Worker sweep: closes cards that were not verified in time. */
export function closeUnverifiedCards(): Promise<void> {
  return drainDue(findUnverified, (uuid) => onLocked(uuid, (card) => (card.isClosed ? undefined : closeCard(card))));
}

/** Worker sweep: removes the cards of deleted accounts. */
export function removeAbandonedCards(): Promise<void> {
  return drainDue(findAbandoned, (uuid) => removeCardOf(uuid, "account deleted"));
}

/** Removes a card of any merchant. */
export const removeCardOf = (uuid: string, because: string): Promise<void> =>
  onLocked(uuid, (card) => removeCard(card, because));

/** Locks a card and runs `act` on it, unless another process has removed the card in the meantime. */
function onLocked(uuid: string, act: (card: LockedCard) => Promise<void> | undefined): Promise<void> {
  return inTransaction(async () => {
    const card = await lockCard(uuid);
    if (card) await act(card);
  });
}
