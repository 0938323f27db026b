import type { Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { tracer } from "@/lib/kit/telemetry/trace";
import type { EventName } from "@/lib/reference/events";
import { fitEventPayload } from "./fit-event-payload";
import { insertEvents, type NewEvent } from "./store";

export const newEventId = (): string => `evt_${newUlid()}`;

export type EventInput = {
  event: EventName;
  /** The id of the record that the event is about. Events about the same record are delivered in order. */
  subject: string;
  /** The record as the API returns it. */
  data: object;
};

/** Prepares an event for callers that insert it with their own SQL statement. */
export function newEvent({ accountNumber, environment }: Owner, { event, subject, data }: EventInput): NewEvent {
  return {
    id: newEventId(),
    accountNumber,
    environment,
    event,
    subject,
    data: fitEventPayload(data),
    occurredAt: now(),
    traceparent: tracer()?.traceparent(),
  };
}

/** Call inside the transaction that makes the change, so that the change and its event commit together. */
export async function emit(owner: Owner, event: EventInput): Promise<void> {
  await insertEvents([newEvent(owner, event)]);
}

const batchSize = 500;

/** Like `emit()`, for many events in few statements. */
export async function emitAll(events: readonly NewEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += batchSize) await insertEvents(events.slice(at, at + batchSize));
}
