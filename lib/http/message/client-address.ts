import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { canonicalAddress, isInside, networkOf } from "@/lib/kit/addresses";
import { remembering } from "@/lib/kit/remembering";

/**
 * The unit of rate limits: an IPv4 address, or an IPv6 /64 network, because a customer of a provider gets at least a
 * /64.
 */
export const addressBlock = remembering((address) => networkOf(address, { ipv4: 32, ipv6: 64 }));

/**
 * Returns the socket's address. If that is a trusted proxy, returns the rightmost address in X-Forwarded-For that is
 * not a trusted proxy. Entries further left come from the client and are ignored.
 */
export function clientAddress(socketAddress: string, forwardedFor: string, trustedProxies: readonly string[]): string {
  let address = canonicalAddress(socketAddress) ?? "0.0.0.0";
  if (trustedProxies.length === 0) return address;
  const hops = forwardedFor
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  while (isInside(address, trustedProxies)) {
    const next = canonicalAddress(hops.pop() ?? "");
    if (!next) break;
    address = next;
  }
  return address;
}

const proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/** Whether the request has a header by which proxies show that they forward it. */
export const hasProxyHeader = (headers: IncomingHttpHeaders): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined);

/** Browsers and proxies send fewer than 50. */
export const headersMax = 100;

/**
 * Servers must set `maxHeadersCount` to 0, and refuse such a request. Node.js would drop the headers beyond its limit,
 * and behind a proxy that sorts them, a client could push out X-Forwarded-For.
 */
export const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean => rawHeaders.length > 2 * headersMax;
