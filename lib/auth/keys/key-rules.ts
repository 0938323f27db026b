import { isSubset } from "@/lib/auth/allowed-scopes";
import { isRangeInside } from "@/lib/kit/addresses";
import type { Scope } from "@/lib/reference/scopes";

/** The limits of an API key. Without `cidrs` it works from every address. Without `expiresAt` it never expires. */
export type KeyLimits = { scopes: readonly string[]; cidrs: readonly string[]; expiresAt: Date | null };

/** Whether a change gives an API key more scopes, more addresses or a later expiry. */
export function isWidened(before: KeyLimits, after: Partial<KeyLimits>): boolean {
  const { scopes, cidrs, expiresAt } = { ...before, ...after };
  return (
    !isSubset(scopes as Scope[], new Set(before.scopes as Scope[])) ||
    hasMoreAddresses(before.cidrs, cidrs) ||
    isLater(before.expiresAt, expiresAt)
  );
}

function hasMoreAddresses(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || !after.every((cidr) => isRangeInside(cidr, before));
}

const isLater = (before: Date | null, after: Date | null): boolean =>
  before !== null && (after === null || after > before);
