import { addressBlock } from "@/lib/http/message/client-address";
import type { PageKind } from "@/lib/http/message/page-kind";
import { minute, now, second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";

/** Pages that one client address may open in a minute. Many phones of one mobile carrier share an address. */
const pagesPerMinute: Record<PageKind, number> = { checkout: 600, other: 300 };

/** Bounds the memory of a window. Addresses beyond it are not counted until the next window. */
const addressesMax = 100_000;

/** Counts one page. Returns the seconds until the address may open more pages, or null if it may open this one. */
export type CountPage = (kind: PageKind, clientAddress: string) => number | null;

/**
 * Counts pages in the memory of this process, because a statement for each page would cost more than the limit saves.
 * Several processes together allow a multiple of the limit.
 */
export function createPageLimit(): CountPage {
  const counts = new Map<string, number>();
  let windowEnd = 0;
  return (kind, clientAddress) => {
    const at = now().getTime();
    if (at >= windowEnd) {
      counts.clear();
      windowEnd = at + minute;
    }
    const key = `${kind} ${addressBlock(clientAddress)}`;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > 1 || counts.size < addressesMax) counts.set(key, count);
    return count > pagesPerMinute[kind] * env().RATE_LIMIT_FACTOR ? Math.ceil((windowEnd - at) / second) : null;
  };
}
