import { emitCardEvent } from "@/lib/cards/card-events";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { shredCard } from "@/lib/vault/cards";
import { endCard, type LockedCard } from "./store";

/** How a card comes to its end, inside the transaction that locked it. */

/** The micro-charge goes back, by the way every charge goes back. */
export async function voidMicroCharge({ sessionId }: LockedCard, because: string): Promise<void> {
  await advanceSession(sessionId, { type: "void_micro_charge", because });
}

/** Nothing is left of it but that it was. */
export async function removeCard(card: LockedCard, because: string): Promise<void> {
  const deleted = await endCard(card, "deleted");
  await shredCard(card.attemptId, card.now);
  await voidMicroCharge(card, because);
  await emitCardEvent("trusted_card.deleted", deleted);
}

/** It can never be charged any more, so that there is no reason to keep its number. It can still be looked at. */
export async function closeCard(card: LockedCard): Promise<void> {
  await endCard(card, "closed");
  await shredCard(card.attemptId, card.now);
  await voidMicroCharge(card, "not verified in time");
}
