import { randomBytes } from "node:crypto";

/** CSP source lists: who may frame a page (`ancestors`), and what it may frame (`sources`). Empty means none. */
export type Framing = { ancestors: readonly string[]; sources: readonly string[] };
export const unframed: Framing = { ancestors: [], sources: [] };

/** Headers of every answer, since a browser may show any of them as a page. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/**
 * A nonce-based policy. The same text goes on the request, where Next.js finds the nonce for its scripts. Development
 * adds the permissions of the hot reloader.
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
  ].join("; ");
}

const sourceList = (sources: readonly string[]): string => (sources.length > 0 ? sources.join(" ") : "'none'");
