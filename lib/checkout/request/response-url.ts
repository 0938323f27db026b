import { isLoopbackHost } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import type { Problem } from "@/lib/kit/problems";
import { hostPattern, parseUrl } from "@/lib/kit/urls";
import type { Environment } from "@/lib/reference/platforms";

/** Our own pages that show the results of payments. A `response_url` may name them, in live only at the emulator. */
const ownReturnPaths: readonly string[] = ["/demo/return", "/response", "/response/"];

const invalidCharacters = "has invalid characters.";
const foreignHost = "must be on a host that the merchant registered.";

type Allowed = { environment: Environment; hosts: readonly string[] };

export function checkResponseUrl(address: string, allowed: Allowed): void {
  const problem = responseUrlProblem(address, allowed);
  if (problem) throw invalidField("response_url", problem, responseUrlRule(problem));
}

/** The rule behind a problem that `responseUrlProblem` found. */
export const responseUrlRule = (problem: string): Problem => ({
  rule: problem === foreignHost ? "unavailable" : "format",
});

/** Returns the problem of a `response_url` as the end of the sentence "The response url …", or null. */
export function responseUrlProblem(address: string, { environment, hosts }: Allowed): string | null {
  const url = parseUrl(address);
  if (!url || !/^https?:\/\/[^/\\]/i.test(address) || !/^https?:$/.test(url.protocol) || !url.hostname) {
    return "must be an absolute address such as https://shop.example/return.";
  }
  // An `@` before the path is user info even if user name and password are empty.
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(address)) return "must not contain a user name.";
  if (/[\p{Cc} \\\u202a-\u202e\u2066-\u2069]/u.test(address)) return invalidCharacters;
  if (!hostPattern.test(url.hostname)) return invalidCharacters;
  if (environment === "live" && url.protocol !== "https:" && !isShopAtEmulator(url)) return "must use https.";
  const maySeeResult = environment === "sandbox" || isShopAtEmulator(url);
  if (isOwn(url) && !(maySeeResult && ownReturnPaths.includes(url.pathname))) {
    return "must not be an address of this service.";
  }
  return hosts.length > 0 && !hosts.includes(url.host) ? foreignHost : null;
}

/** A live shop on this machine needs no https while the gateway is an emulator on this machine. */
const isShopAtEmulator = ({ hostname }: URL): boolean => env().GATEWAY_EMULATOR.length > 0 && isLoopbackHost(hostname);

/**
 * Whether a URL points to this service. Compares only the host. In development it also compares the port, because shops
 * run on the same host.
 */
function isOwn(url: URL): boolean {
  const own = new URL(env().PUBLIC_URL);
  const isSameHost = url.hostname.replace(/\.$/, "") === own.hostname;
  return isSameHost && (env().isProduction || url.port === own.port);
}
