import { canonicalAddress, isInside, networkOf } from "@/lib/kit/addresses";

/** The unit of rate limits: an IPv4 address, or an IPv6 /64, since providers assign at least that to each customer. */
export function addressBlock(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 });
}

/**
 * The socket's address, unless that is a trusted proxy: then the nearest hop of X-Forwarded-For that is not a trusted
 * proxy itself. Entries further left come from the client and are ignored.
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
