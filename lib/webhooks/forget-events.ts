import { day, later } from "@/lib/kit/clock";
import { deleteEvents } from "./store";

/** Merchants can list and resend events for this long. */
const keptFor = 90 * day;
const batchSize = 1000;

/** Worker job: deletes old events with their deliveries, except events with a pending delivery. */
export async function forgetEvents(): Promise<void> {
  const before = later(-keptFor);
  let deleted = batchSize;
  while (deleted === batchSize) deleted = await deleteEvents(before, batchSize);
}
