import ipaddr from "ipaddr.js";
import { remembering } from "./remembering";

/** IP addresses and ranges, each in one canonical form. */

/** An IP address in its canonical form, or null if the text is not one. IPv4-mapped IPv6 becomes IPv4. */
export function canonicalAddress(text: string): string | null {
  return parseAddress(text)?.toString() ?? null;
}

/** A range such as 203.0.113.0/24, or a single address, as `network/prefix`. */
export function canonicalCidr(text: string): string | null {
  const [host = "", prefixText, ...rest] = text.split("/");
  const given = isPlainAddress(host) ? ipaddr.parse(host) : null;
  if (!given || rest.length > 0 || (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText))) return null;
  const prefix = prefixText === undefined ? bitsOf(given) : Number(prefixText);
  if (prefix > bitsOf(given)) return null;
  const address = ipaddr.process(host);
  const inner = prefix - (bitsOf(given) - bitsOf(address));
  return inner < 0 ? null : networkOf(address.toString(), { ipv4: inner, ipv6: inner });
}

export function isInside(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return false;
  const parsed = parseAddress(address);
  return (
    parsed !== null &&
    cidrs.some((cidr) => {
      const [network, prefix] = parseCidr(cidr);
      return network.kind() === parsed.kind() && parsed.match(network, prefix);
    })
  );
}

/** Whether `cidr` lies entirely inside one of `cidrs`. All ranges must be in canonical form. */
export function isRangeInside(cidr: string, cidrs: readonly string[]): boolean {
  const [start, length] = ipaddr.parseCIDR(cidr);
  return cidrs.some((other) => {
    const [network, prefix] = ipaddr.parseCIDR(other);
    return network.kind() === start.kind() && prefix <= length && start.match(network, prefix);
  });
}

/** The network that contains an address. `prefixes` has the prefix length for each IP version. */
export function networkOf(address: string, prefixes: { ipv4: number; ipv6: number }): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  const cidr = `${parsed}/${prefixes[parsed.kind()]}`;
  const kind = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(cidr)}/${prefixes[parsed.kind()]}`;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Remembered, because the listener parses the same few addresses with every request. */
const parseAddress = remembering((text): Address | null => (isPlainAddress(text) ? ipaddr.process(text) : null));
const parseCidr = remembering((text) => ipaddr.parseCIDR(text));

/**
 * Accepts only dotted decimal IPv4, or IPv6 without a zone. The library alone would also accept octal, hexadecimal and
 * single numbers.
 */
function isPlainAddress(text: string): boolean {
  if (text.includes(":")) return !text.includes("%") && ipaddr.IPv6.isValid(text);
  return /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text) && ipaddr.IPv4.isValid(text);
}

const bitsOf = (address: Address) => (address.kind() === "ipv4" ? 32 : 128);

/** The only IPv6 range with public addresses. Addresses outside it may be translated to a private IPv4 address. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** A publicly routable address: not private, loopback, link-local, reserved or translated. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address?.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalIpv6);
}

export const isLoopbackAddress = (text: string): boolean => parseAddress(text)?.range() === "loopback";

/** Whether a host of a URL is this machine: a loopback address, `localhost` or a name under it. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || name.endsWith(".localhost") || isLoopbackAddress(name);
}
