import type { EventName } from "@/lib/reference/events";
import { emit } from "@/lib/webhooks/emit";
import { toCardRecord } from "./card-record";
import type { ChargedCard } from "./card-store";

type CardEvent = Extract<EventName, `trusted_card.${string}`>;

/** Emits the card as the change left it. A deleted card is emitted in its last state. */
export async function emitCardEvent(event: CardEvent, card: ChargedCard): Promise<void> {
  await emit(card, { event, subject: card.uuid, data: toCardRecord(card) });
}
