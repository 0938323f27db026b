import { canonicalAddress, isInside, networkOf } from "@/lib/kit/addresses";

/** What counts as one client: an IPv4 address, or the /64 that an IPv6 customer is given whole. */
export function addressBlock(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 });
}

/**
 * The client's address: the socket's, unless that is a trusted proxy; then the nearest hop of
 * X-Forwarded-For that is not one itself. What clients write further left is never believed.
 */
export function clientAddress(socketAddress: string, forwardedFor: string, trustedProxies: readonly string[]): string {
  const hops = forwardedFor
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  let address = canonicalAddress(socketAddress) ?? "0.0.0.0";
  while (isInside(address, trustedProxies)) {
    const next = canonicalAddress(hops.pop() ?? "");
    if (!next) break;
    address = next;
  }
  return address;
}
