/**
 * Null for what is no address. Not by `URL.canParse`: that of Node.js 20 takes addresses with letters beyond ASCII for
 * broken, once it has been called so often that it was optimised.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * A host may be written with more than this, but its origin goes into the page's policy, where `*` means
 * everybody and `;` begins another directive.
 */
export const hostPattern = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** As `URL.host` writes it, so that it can be compared with one: small letters, no port that goes without saying. */
export function readHost(text: string): string | null {
  const url = parseUrl(`https://${text}`);
  return url && /^[^/?#@\\\s]+$/.test(text) && hostPattern.test(url.hostname) ? url.host : null;
}

/** Scheme, host and port of a site and nothing besides; http only where a developer's own machine serves it. */
export function readOrigin(text: string): string | null {
  const url = parseUrl(text);
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === "https:" || (isLocal && url.protocol === "http:");
  const [, host = ""] = /^https?:\/\/(.+?)\/?$/i.exec(text) ?? [];
  return url && isSafe && readHost(host) ? url.origin : null;
}

export const withoutQuery = (url: string): string => url.split(/[?#]/)[0] ?? "";
