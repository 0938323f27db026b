import ipaddr from "ipaddr.js";

/** An address as text in its one canonical form; IPv4 in IPv6 clothes counts as IPv4. */
export function canonicalAddress(text: string): string | null {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}

export function isInside(address: string, cidrs: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return cidrs.some((cidr) => {
    const [network, prefix] = ipaddr.parseCIDR(cidr.includes("/") ? cidr : hostCidr(cidr));
    return network.kind() === parsed.kind() && parsed.match(network, prefix);
  });
}

const hostCidr = (address: string) => `${address}/${address.includes(":") ? 128 : 32}`;

export function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
}

/** What counts as one client: an IPv4 address, or the /64 that an IPv6 customer is given whole. */
export function addressBlock(address: string): string {
  return networkOf(address, { ipv4: 32, ipv6: 64 });
}

export function networkOf(address: string, prefixes: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const prefix = prefixes[parsed.kind()];
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${prefix}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${prefix}`);
  return `${network}/${prefix}`;
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
