import type { EventName } from "@/lib/reference/events";
import { emit } from "@/lib/webhooks/emit";
import { toCardRecord } from "./card-record";
import type { ChargedCard } from "./card-store";

type CardEvent = Extract<EventName, `trusted_card.${string}`>;

/** With the card as the change left it. What was deleted is told of as it last was. */
export async function emitCardEvent(event: CardEvent, card: ChargedCard): Promise<void> {
  await emit(card, { event, subject: card.uuid, data: toCardRecord(card) });
}
