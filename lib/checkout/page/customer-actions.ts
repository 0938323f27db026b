import { advanceSession } from "@/lib/checkout/session/advance-session";
import type { SessionView } from "./view-contract";
import { findByTokenOrThrow, viewOf } from "./view-session";

/** What the customer can do beside paying. Each answers with the session as it then stands. */

export async function readSession(token: string): Promise<SessionView> {
  const { session } = await findByTokenOrThrow(token);
  return viewOf(session.id);
}

export async function leaveCheckout(token: string): Promise<SessionView> {
  const { session } = await findByTokenOrThrow(token);
  await advanceSession(session.id, { type: "leave" });
  return viewOf(session.id);
}

export async function cancelChallenge(token: string): Promise<SessionView> {
  const { session } = await findByTokenOrThrow(token);
  await advanceSession(session.id, { type: "challenge_cancelled" });
  return viewOf(session.id);
}
