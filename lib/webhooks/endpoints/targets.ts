import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "@/lib/kit/addresses";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import { parseUrl } from "@/lib/kit/urls";

/** Webhooks go to public addresses only, never into our internal network (SSRF). */
const ports = ["", "443", "8443"];
const problem = "must be an https address on the internet, on port 443 or 8443.";

/** Receivers on the same machine are allowed only outside production, for development. */
const isLocalAllowed = (): boolean => !env().isProduction;

type Locality = { mayBeLocal?: boolean | undefined };
/** `field` is the field of the form that an error names. */
type TargetRules = Locality & { field?: string };

/**
 * Checks a webhook URL without resolving its host name. The host name is resolved and checked at every connection,
 * because DNS may change.
 */
export function readTarget(text: string, { mayBeLocal = isLocalAllowed(), field = "url" }: TargetRules = {}): URL {
  const url = parseUrl(text);
  const isPlain = url && !url.username && !url.password && !url.hash;
  if (!isPlain || !(isOnInternet(url) || (mayBeLocal && isLocal(url)))) throw invalidField(field, problem);
  return url;
}

function isLocal(url: URL): boolean {
  const host = hostOf(url);
  return /^https?:$/.test(url.protocol) && (host === "localhost" || isLoopbackAddress(host));
}

function isOnInternet(url: URL): boolean {
  const host = hostOf(url);
  if (url.protocol !== "https:" || !ports.includes(url.port)) return false;
  return isAddress(host) ? isPublicAddress(host) : /\../.test(host);
}

/** Returns the host of a URL, without the brackets around an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

const isAddress = (host: string): boolean => host.includes(":") || /^[\d.]+$/.test(host);

export function isReachable(address: string, { mayBeLocal = isLocalAllowed() }: Locality = {}): boolean {
  return isPublicAddress(address) || (mayBeLocal && isLoopbackAddress(address));
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * Resolves host names by querying the name servers directly. `dns.lookup()` shares four threads in the whole process,
 * so a few slow names would delay all others.
 */
export function askNameServers(servers: Resolver): Resolve {
  return async (host) => {
    if (host === "localhost") return lookup(host, { all: true });
    const [ipv4, ipv6] = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
    return [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
  };
}

const resolveName = askNameServers(new Resolver({ timeout: 3 * second, tries: 2 }));

const addressesOf = (found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  found.status === "fulfilled" ? found.value.map((address) => ({ address, family })) : [];

/**
 * Returns a `lookup` for HTTP agents that resolves and checks a host name in one step. So DNS rebinding cannot change
 * the address after the check. A name with any forbidden address is refused.
 */
export function guardedLookup(resolve: Resolve = resolveName, { mayBeLocal }: Locality = {}): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isReachable(address, { mayBeLocal })))
          done(new Error("unreachable"), "");
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error) => done(error, ""),
    );
  };
}
