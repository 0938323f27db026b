import { randomBytes } from "node:crypto";
import { reportViolationEndpoint } from "./csp-report-contract";

/** CSP source lists: `ancestors` may frame the page, and the page may frame `sources`. Empty means none. */
export type Framing = { ancestors: readonly string[]; sources: readonly string[] };
export const unframed: Framing = { ancestors: [], sources: [] };

/** Headers that every answer gets, because a browser may show any answer as a page. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/**
 * What other sites embed: the script for shops, the merchants' pictures, QR codes, and answers that scripts of any
 * origin may read. A page that may not frame ours reports that itself, so it gets the answer to its report. Browsers
 * keep all other answers out of the processes of other sites, which may be able to read their memory.
 */
const sharedWithOtherSites = /^\/(embed\.js$|csp-reports$|plugins\/|pictures\/|pay\/[^/]+\/[^/]+)/;

export const isForOtherSites = (path: string): boolean => sharedWithOtherSites.test(path);

/**
 * Returns a Content-Security-Policy with a nonce. The policy is also set on the request, where Next.js finds the nonce
 * for its scripts. In development it also permits hot reloading.
 */
export function contentSecurityPolicy(
  { ancestors, sources }: Framing,
  { isDevelopmentServer }: { isDevelopmentServer: boolean },
): string {
  const nonce = `'nonce-${randomBytes(18).toString("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${nonce} 'strict-dynamic'${isDevelopmentServer ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopmentServer ? "'unsafe-inline'" : nonce}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopmentServer ? " ws:" : ""}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-src ${sourceList(sources)}`,
    `frame-ancestors ${sourceList(ancestors)}`,
    // Not `report-to`: it needs another header, and Chromium sends its reports a minute later.
    `report-uri ${reportViolationEndpoint.path}`,
  ].join("; ");
}

/**
 * The policy of a page without scripts and forms. Any page may frame it, because only the database knows the origins of
 * a shop that frames the checkout.
 */
export const scriptlessPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors *",
].join("; ");

const sourceList = (sources: readonly string[]): string => (sources.length > 0 ? sources.join(" ") : "'none'");

/** Returns the nonce of a Content-Security-Policy, or an empty text if it has none. */
export const nonceIn = (policy: string | null): string => /'nonce-([^']+)'/.exec(policy ?? "")?.[1] ?? "";

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
