import { day, later } from "@/lib/kit/clock";
import { deleteEvents } from "./store";

/** For so long merchants can look at what happened, and have it sent again. */
const keptFor = 90 * day;
const atOnce = 1000;

/** For the worker: drops old events with all that was sent of them, but none that is still on its way. */
export async function forgetEvents(): Promise<void> {
  const before = later(-keptFor);
  let dropped = atOnce;
  while (dropped === atOnce) dropped = await deleteEvents(before, atOnce);
}
