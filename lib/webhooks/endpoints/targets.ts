import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "@/lib/kit/addresses";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import { parseUrl } from "@/lib/kit/urls";

/** Where we let ourselves be sent: to the internet, never to what only we can reach. */
const ports = ["", "443", "8443"];
const problem = "must be an https address on the internet, on port 443 or 8443.";

/** In development receivers run on the same machine. */
const isLocalAllowed = (): boolean => !env().isProduction;

/** What can be told from the address alone. What its name stands for is looked at whenever we connect, because it may change. */
export function readTarget(text: string, mayBeLocal = isLocalAllowed()): URL {
  const url = parseUrl(text);
  const isPlain = url && !url.username && !url.password && !url.hash;
  if (!isPlain || !(isOnInternet(url) || (mayBeLocal && isLocal(url)))) throw invalidField("url", problem);
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

/** Without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

const isAddress = (host: string): boolean => host.includes(":") || /^[\d.]+$/.test(host);

export function isReachable(address: string, mayBeLocal = isLocalAllowed()): boolean {
  return isPublicAddress(address) || (mayBeLocal && isLoopbackAddress(address));
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * Asks the name servers themselves: the system's lookup has four threads for the whole process, and names that are slow to resolve
 * would keep everybody else's waiting.
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
 * How a connection finds the address of a name: it connects to what was looked at here, and to nothing that the name may stand
 * for a moment later. A name that stands for one forbidden address among others is refused as a whole.
 */
export function guardedLookup(resolve: Resolve = resolveName, mayBeLocal?: boolean): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isReachable(address, mayBeLocal)))
          done(new Error("unreachable"), "");
        else if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error) => done(error, ""),
    );
  };
}
