import { now } from "@/lib/kit/clock";
import type { LinkState, Notice } from "@/lib/reference/stored-values";
import { countPaid, readLinkEnd } from "./link-use-store";

type Life = { closedAt: Date | null; expiresAt: Date | null; uses: number; usesMax: number | null };

/** A link whose stock is sold is used up, even if it has expired since. */
export function stateOfLink({ closedAt, expiresAt, uses, usesMax }: Life, at: Date): LinkState {
  if (closedAt) return "closed";
  if (usesMax !== null && uses >= usesMax) return "used_up";
  return expiresAt && expiresAt <= at ? "expired" : "open";
}

/** Whether the merchant closed the link, or it has expired. */
export async function isLinkShut(linkId: string): Promise<boolean> {
  const end = await readLinkEnd(linkId);
  return !end || stateOfLink({ ...end, uses: 0 }, now()) !== "open";
}

const notices = { open: "link_busy", closed: "link_closed", used_up: "link_used_up", expired: "link_expired" } as const;

/**
 * Why a payer could not buy `quantity` pieces of a link. If enough pieces are not paid yet, other payers are paying
 * them: their payments can still fail, so the payer may try again.
 */
export async function linkNotice(linkId: string, quantity: number): Promise<Notice> {
  const end = await readLinkEnd(linkId);
  if (!end) return "link_closed";
  const uses = end.usesMax === null ? 0 : (await countPaid(linkId)) + quantity - 1;
  return notices[stateOfLink({ ...end, uses }, now())];
}
