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

/** The same words in every try: whoever got them twice knows them by their id. */
export const bodyOf = (happened: StoredEvent): string => JSON.stringify(envelopeOf(happened));
