import { handOverStep } from "@/lib/checkout/redirect";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { findSessionOrThrow, noteOnce } from "@/lib/checkout/session/store";
import { readRedirect, readView } from "./read-view";
import type { SessionView } from "./view-contract";

/** Reads a session, and continues as `advanceReadAndView`. */
export const advanceAndView = async (sessionId: string): Promise<SessionView> =>
  advanceReadAndView(await findSessionOrThrow(sessionId));

/**
 * Returns the view of a session that was just read. Expires an overdue session in case the worker has not done so yet.
 * Records the first time that the page receives the redirect.
 */
export async function advanceReadAndView(read: SessionRow): Promise<SessionView> {
  const session = await expireIfOverdue(read);
  const redirect = await readRedirect(session);
  if (redirect && session.handedOverAt === null)
    await noteOnce(session.id, "handedOverAt", session.now, handOverStep(redirect));
  return readView(session, redirect);
}

async function expireIfOverdue(session: SessionRow): Promise<SessionRow> {
  const isRunning = session.state !== "finalised" && session.state !== "finalising";
  if (!isRunning || session.now < session.expiresAt) return session;
  await advanceSession(session.id, { type: "expire" });
  return findSessionOrThrow(session.id);
}
