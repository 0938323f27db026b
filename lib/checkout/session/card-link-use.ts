import type { Notice } from "@/lib/reference/stored-values";
import { lockCardLinkOf, readCardLinkUse } from "./card-link-use-store";

/** A card link stores one card, although it may have opened several sessions. */

/** Whether its card link keeps a session from storing a card. No other attempt starts until the transaction ends. */
export async function isCardLinkHeld(sessionId: string): Promise<boolean> {
  await lockCardLinkOf(sessionId);
  return (await cardLinkNotice(sessionId)) !== null;
}

/** Why a session cannot store a card with its card link, or null. A session that the API opened has no link. */
export async function cardLinkNotice(sessionId: string): Promise<Notice | null> {
  const use = await readCardLinkUse(sessionId);
  if (use?.isStored) return "link_used_up";
  if (use?.isWithdrawn) return "link_closed";
  return use?.isBusy ? "link_busy" : null;
}
