import { later } from "@/lib/kit/clock";
import { type Environment, environments } from "@/lib/reference/platforms";
import { deleteAbandonedSessions, deleteSomeEvents, findSessionsWithoutAttempt } from "./abandoned-store";

const sessionsAtOnce = 100;
const eventsAtOnce = 1000;

/** How long sessions without an attempt are kept. Anyone can open sandbox sessions, so they must be purged early. */
type Periods = Readonly<Record<Environment, number>>;

/**
 * Purges one batch of sessions without an attempt and their timelines, in short statements that lock few rows. If it
 * deletes only a session's timeline before it is interrupted, the next batch deletes the session. Returns the number of
 * deleted sessions.
 */
export async function purgeAbandoned(keptMs: Periods): Promise<number> {
  let purged = 0;
  for (const environment of environments) {
    const rows = await findSessionsWithoutAttempt(environment, later(-keptMs[environment]), sessionsAtOnce);
    const ids = rows.map(({ id }) => id);
    let deleted = ids.length > 0 ? eventsAtOnce : 0;
    while (deleted === eventsAtOnce) deleted = await deleteSomeEvents(ids, eventsAtOnce);
    if (ids.length > 0) purged += await deleteAbandonedSessions(ids);
  }
  return purged;
}

/** When the oldest session without an attempt should have been purged, or null if none is overdue. */
export async function findOverdueAbandoned(keptMs: Periods): Promise<Date | null> {
  const due: Date[] = [];
  for (const environment of environments) {
    const [oldest] = await findSessionsWithoutAttempt(environment, later(-keptMs[environment]), 1);
    if (oldest) due.push(later(keptMs[environment], oldest.acceptedAt));
  }
  return due.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
