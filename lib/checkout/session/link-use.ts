import type { LinkState, Notice } from "@/lib/checkout/vocabulary";
import { now } from "@/lib/kit/clock";
import { type LinkUse, readLinkUse } from "./link-use-store";

type Life = { closedAt: Date | null; expiresAt: Date | null; uses: number; usesMax: number | null };

/** A link that was paid as often as it may be is used up, even if it has expired since. */
export function stateOfLink({ closedAt, expiresAt, uses, usesMax }: Life, at: Date): LinkState {
  if (closedAt) return "closed";
  if (usesMax !== null && uses >= usesMax) return "used_up";
  return expiresAt && expiresAt <= at ? "expired" : "open";
}

/** Whether the merchant closed the link, or it has expired. */
export async function isLinkShut(linkId: string): Promise<boolean> {
  const use = await readLinkUse(linkId);
  return !use || stateOfLink({ ...use, uses: 0 }, now()) !== "open";
}

const notices = { closed: "link_closed", used_up: "link_used_up", expired: "link_expired" } as const;

/** Why a payer cannot pay with a link now. Null if the link has become free. */
export async function linkNotice(linkId: string): Promise<Notice | null> {
  const use = await readLinkUse(linkId);
  if (!use) return "link_closed";
  const state = stateOfLink({ ...use, uses: use.paid }, now());
  if (state !== "open") return notices[state];
  return isBusy(use) ? "link_busy" : null;
}

/** Other payers have all uses, but their payments can still fail. */
const isBusy = ({ uses, usesMax }: LinkUse): boolean => usesMax !== null && uses >= usesMax;
