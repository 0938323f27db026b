import type { Owner } from "@/lib/http/caller";
import { now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import type { EventName } from "@/lib/reference/events";
import { insertEvent } from "./store";

export const newEventId = (): string => `evt_${newUlid()}`;

type Happening = {
  event: EventName;
  /** What it is about: events of one subject are delivered in their order. */
  subject: string;
  /** The record as the API returns it. */
  data: object;
};

/** Writes down that something happened, in the transaction in which it does: there is neither without the other. */
export async function emit({ accountNumber, environment }: Owner, { event, subject, data }: Happening): Promise<void> {
  const owner = { accountNumber, environment };
  await insertEvent({ id: newEventId(), ...owner, event, subject, data, occurredAt: now() });
}
