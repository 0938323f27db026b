import { inTransaction } from "@/lib/db/client";
import { drainDue } from "@/lib/kit/due-work";
import { closeCard, removeCard } from "./remove-card";
import { findAbandoned, findUnverified, type LockedCard, lockCard } from "./store";

/** For the worker: cards whose time to be verified is over. */
export function closeUnverifiedCards(): Promise<void> {
  return drainDue(findUnverified, (uuid) => onLocked(uuid, (card) => (card.isClosed ? undefined : closeCard(card))));
}

/** For the worker: no number is kept for a merchant that is no more. */
export function removeAbandonedCards(): Promise<void> {
  return drainDue(findAbandoned, (uuid) => onLocked(uuid, (card) => removeCard(card, "account deleted")));
}

/** Whoever was faster has left nothing to do. */
function onLocked(uuid: string, act: (card: LockedCard) => Promise<void> | undefined): Promise<void> {
  return inTransaction(async () => {
    const card = await lockCard(uuid);
    if (card) await act(card);
  });
}
