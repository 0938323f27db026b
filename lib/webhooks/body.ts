import { uuidOfName } from "@/lib/kit/ids";
import { apiVersion } from "@/lib/reference/api-version";
import { type EventName, events } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";
import type { SecondSignature } from "./endpoints/second-signature";

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

/** The namespace of the UUIDs of events. The guide names it, so never change it. */
const eventNamespace = "0d1f7a5e-5c4b-4a52-9a6e-3f0c8f4f6b21";

/**
 * The envelope that an endpoint gets. It is identical in every attempt, so that receivers can deduplicate by its id. A
 * version header switches to the id and the API family that receivers of another service verify.
 */
export function envelopeFor(event: StoredEvent, second: SecondSignature | null) {
  const envelope = envelopeOf(event);
  if (!second?.versionHeader) return envelope;
  return { ...envelope, id: uuidOfName(eventNamespace, event.id), api_family: "payments_api" };
}
