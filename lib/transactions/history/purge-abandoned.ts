import { day, later } from "@/lib/kit/clock";
import { deleteAbandonedSessions, deleteSomeEvents, findAbandonedBefore } from "./abandoned-store";

/** Sandbox sessions must be purged, because anyone can open them. A developer has this long to look at one. */
const keptFor = 30 * day;
const sessionsAtOnce = 100;
const eventsAtOnce = 1000;
/** Caps one sweep; the next one goes on. */
const batchesMax = 20;

/**
 * Worker sweep: purges abandoned sandbox sessions and their timelines, in short statements that lock few rows. After an
 * interruption the next sweep purges sessions that have lost their timeline.
 */
export async function purgeAbandoned(): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    const ids = await findAbandonedBefore(later(-keptFor), sessionsAtOnce);
    if (ids.length === 0) return;
    let deleted = eventsAtOnce;
    while (deleted === eventsAtOnce) deleted = await deleteSomeEvents(ids, eventsAtOnce);
    await deleteAbandonedSessions(ids);
  }
}
