import { day, later } from "@/lib/kit/clock";
import { deleteAbandonedSessions, deleteSomeEvents, findAbandonedBefore } from "./abandoned-store";

/** How long developers can inspect an abandoned sandbox session. Anyone can open sessions, so they must be purged. */
const keptFor = 30 * day;
const sessionsAtOnce = 100;
const eventsAtOnce = 1000;
/** The maximum number of batches in one sweep. The next sweep purges the rest. */
const batchesMax = 20;

/**
 * Worker sweep: purges abandoned sandbox sessions and their timelines, in short statements that lock few rows. If a
 * sweep deletes only a session's timeline before it is interrupted, the next sweep deletes the session.
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
