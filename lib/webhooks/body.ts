import { apiVersion } from "@/lib/reference/api-version";
import { type EventName, events } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";

export type StoredEvent = {
  id: string;
  event: EventName;
  accountNumber: string;
  environment: Environment;
  occurredAt: Date;
  data: Record<string, unknown>;
};

export function envelopeOf({ id, event, accountNumber, environment, occurredAt, data }: StoredEvent) {
  return {
    id,
    event,
    api_family: events[event].family,
    occurred_at: occurredAt.toISOString(),
    environment,
    data,
    meta: { api_version: apiVersion, account_number: accountNumber },
  };
}

/** The body is identical in every attempt, so that receivers can deduplicate by the event's id. */
export const bodyOf = (event: StoredEvent): string => JSON.stringify(envelopeOf(event));
