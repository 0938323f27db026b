import { readAddresses } from "@/lib/accounts/allowed-addresses";
import type { Owner } from "@/lib/http/message/caller";
import { env } from "@/lib/kit/env";
import { parseUrl } from "@/lib/kit/urls";
import { sandbox } from "@/lib/reference/sandbox";
import { findEndpoints } from "@/lib/webhooks/endpoints/endpoint-store";
import { readTarget } from "@/lib/webhooks/endpoints/targets";

/** The hosts that the kit may call for an account, and whether it may call an address. */
export type Registered = Awaited<ReturnType<typeof registeredHosts>>;

/**
 * The hosts of the account's shop and of its sandbox webhook endpoints. Our own host is never among them, because it
 * trusts requests from our own machines more than others. Only the demo shop's account may test the demo shop there.
 */
export async function registeredHosts(owner: Owner) {
  const { accountNumber } = owner;
  const [{ responseHosts }, endpoints] = await Promise.all([
    readAddresses(owner),
    findEndpoints({ accountNumber, environments: ["sandbox"] }),
  ]);
  const own = new URL(env().PUBLIC_URL);
  const written = [...responseHosts, ...endpoints.flatMap(({ url }) => parseUrl(url)?.host ?? [])];
  const hosts = new Set(written.map(withoutRoot));
  hosts.delete(withoutRoot(own.host));
  const isDemo = env().SEED_SANDBOX && accountNumber === sandbox.shop.accountNumber;
  const isDemoShop = (url: URL) => isDemo && url.origin === own.origin && url.pathname.startsWith("/demo/");
  return {
    /** The account of the demo shop, whose host is ours. */
    isDemo,
    hosts: isDemo ? [`${own.host}/demo`] : [...hosts].sort(),
    mayVisit: (url: URL) => isTarget(url) && (hosts.has(withoutRoot(url.host)) || isDemoShop(url)),
  };
}

/** `shop.example.` with a dot at the end is the same host as `shop.example`. */
const withoutRoot = (host: string): string => host.replace(/\.(?=:\d+$|$)/, "");

/** Whether the webhook sender would call this address. It checks the resolved addresses when it connects. */
function isTarget({ href }: URL): boolean {
  try {
    return readTarget(href.split("#")[0] ?? "") !== null;
  } catch {
    return false;
  }
}
