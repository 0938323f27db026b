import { randomBytes } from "node:crypto";

/** The headers of every page and every answer that could be shown as one. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/**
 * A nonce-based policy. The same text goes on the request, where Next.js finds the nonce for its
 * own scripts. Development adds what the hot reloader needs.
 */
export function contentSecurityPolicy({ isDevelopmentServer }: { isDevelopmentServer: boolean }): string {
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
    "frame-ancestors 'none'",
  ].join("; ");
}
