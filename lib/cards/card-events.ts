import type { EventName } from "@/lib/reference/events";
import { emit } from "@/lib/webhooks/emit";
import { toCardRecord } from "./card-record";
import type { ChargedCard } from "./card-store";

type CardEvent = Extract<EventName, `trusted_card.${string}`>;

/** Emits a webhook event with the card after the change. The event of a deleted card contains the card's last state. */
export async function emitCardEvent(event: CardEvent, card: ChargedCard): Promise<void> {
  await emit(card, { event, subject: card.uuid, data: toCardRecord(card) });
}
