import { advanceSession } from "@/lib/checkout/session/advance-session";
import { extendOnce, findByTokenOrThrow } from "@/lib/checkout/session/store";
import { advanceAndView, advanceReadAndView } from "./advance-and-view";
import type { SessionView } from "./view-contract";

/** The customer's actions other than paying. Each action returns the current view of the session. */

export async function readSession(token: string): Promise<SessionView> {
  return advanceReadAndView(await findByTokenOrThrow(token));
}

export async function leaveCheckout(token: string): Promise<SessionView> {
  const session = await findByTokenOrThrow(token);
  await advanceSession(session.id, { type: "leave" });
  return advanceAndView(session.id);
}

/** If the session cannot be extended, the view says so by its remaining time. */
export async function extendCheckout(token: string): Promise<SessionView> {
  const session = await findByTokenOrThrow(token);
  await extendOnce(session.id);
  return advanceAndView(session.id);
}

export async function cancelChallenge(token: string): Promise<SessionView> {
  const session = await findByTokenOrThrow(token);
  await advanceSession(session.id, { type: "challenge_cancelled" });
  return advanceAndView(session.id);
}
