import { contentSecurityPolicy, type Framing, nonceIn } from "./page-policy";

/** The headers of a page that is rendered without Next.js, and the nonce of its scripts. */
export function newPolicy(framing: Framing): { headers: Record<string, string>; nonce: string } {
  const policy = contentSecurityPolicy(framing, { isDevelopmentServer: false });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy,
    ...(framing.ancestors.length === 0 && { "x-frame-options": "DENY" }),
  };
  return { headers, nonce: nonceIn(policy) };
}
