import { emitCardEvent } from "@/lib/cards/card-events";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { shredCard } from "@/lib/vault/cards";
import { endCard, type LockedCard } from "./store";

/** Call the functions of this file inside the transaction that locked the card. */

/** Requests a void of the card's micro-charge. The worker sends the void to the gateway later. */
export async function voidMicroCharge({ sessionId }: LockedCard, because: string): Promise<void> {
  await advanceSession(sessionId, { type: "void_micro_charge", because });
}

/** Deletes a stored card: shreds its number and keeps only the soft-deleted row. */
export async function removeCard(card: LockedCard, because: string): Promise<void> {
  const deleted = await endCard(card, "deleted");
  await shredCard(card.attemptId, card.now);
  await voidMicroCharge(card, because);
  await emitCardEvent("trusted_card.deleted", deleted);
}

/** Shreds the number of a card that was not verified in time. The card can no longer be charged, but stays visible. */
export async function closeCard(card: LockedCard): Promise<void> {
  await endCard(card, "closed");
  await shredCard(card.attemptId, card.now);
  await voidMicroCharge(card, "not verified in time");
}
