import { day, later } from "@/lib/kit/clock";
import { deleteAbandonedSessions, deleteSomeEvents, findAbandonedBefore } from "./abandoned-store";

/** Long enough to look at a test that was left lying; anyone can open sandbox sessions, so they cannot stay for ever. */
const keptFor = 30 * day;
const sessionsAtOnce = 100;
const eventsAtOnce = 1000;
/** Caps one sweep; the next one goes on. */
const batchesMax = 20;

/**
 * For the worker: purges abandoned sandbox sessions with their timelines, in statements that lock few rows for a moment. An
 * interruption leaves sessions without a timeline, which the next sweep takes.
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
