import type { Owner } from "@/lib/http/route/caller";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import type { EventName } from "@/lib/reference/events";
import { fitEventPayload } from "./fit-event-payload";
import { insertEvents, type NewEvent } from "./store";

export const newEventId = (): string => `evt_${newUlid()}`;

export type EventInput = {
  event: EventName;
  /** What it is about: events of one subject are delivered in their order. */
  subject: string;
  /** The record as the API returns it. */
  data: object;
};

/** For whoever writes it down in a statement of its own. */
export function newEvent({ accountNumber, environment }: Owner, { event, subject, data }: EventInput): NewEvent {
  return {
    id: newEventId(),
    accountNumber,
    environment,
    event,
    subject,
    data: fitEventPayload(data),
    occurredAt: now(),
  };
}

/** Writes down that something happened, in the transaction in which it does: there is neither without the other. */
export async function emit(owner: Owner, happening: EventInput): Promise<void> {
  await insertEvents([newEvent(owner, happening)]);
}

const atOnceMax = 500;

/** The same for many things at once, in few statements. */
export async function emitAll(events: readonly NewEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += atOnceMax) await insertEvents(events.slice(at, at + atOnceMax));
}
