import { day, later } from "@/lib/kit/clock";
import { deleteEvents } from "./store";

/** How long events are kept. Merchants can list and resend them during this time. */
const keptFor = 90 * day;
const batchSize = 1000;

/** Worker job: deletes old events with their deliveries, except events with a pending delivery. */
export async function forgetEvents(): Promise<void> {
  const before = later(-keptFor);
  let deleted = batchSize;
  while (deleted === batchSize) deleted = await deleteEvents(before, batchSize);
}
