import { emitCardEvent } from "@/lib/cards/card-events";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { shredCard } from "@/lib/vault/cards";
import { endCard, type LockedCard } from "./store";

/** These run inside the transaction that locked the card. */

/** Requests the void of the micro-charge. The worker sends it like any other void. */
export async function voidMicroCharge({ sessionId }: LockedCard, because: string): Promise<void> {
  await advanceSession(sessionId, { type: "void_micro_charge", because });
}

/** Shreds the number; only the soft-deleted row remains. */
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
