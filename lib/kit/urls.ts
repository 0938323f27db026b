/**
 * Returns null for text that is not a URL. Does not use `URL.canParse`: in Node.js 20, its optimised version refuses
 * URLs with non-ASCII letters.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Stricter than the URL standard, because accepted hosts go into the Content-Security-Policy header. There `*` matches
 * every host and `;` begins another directive.
 */
export const hostPattern = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Normalises a host as `URL.host` does: lower case, without the default port. Null if the text is not a host. */
export function readHost(text: string): string | null {
  const url = parseUrl(`https://${text}`);
  return url && /^[^/?#@\\\s]+$/.test(text) && hostPattern.test(url.hostname) ? url.host : null;
}

/** Reads an origin: scheme, host and port only. Allows http only for localhost. */
export function readOrigin(text: string): string | null {
  const url = parseUrl(text);
  const isLocal = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === "https:" || (isLocal && url.protocol === "http:");
  const [, host = ""] = /^https?:\/\/(.+?)\/?$/i.exec(text) ?? [];
  return url && isSafe && readHost(host) ? url.origin : null;
}

export const withoutQuery = (url: string): string => url.split(/[?#]/)[0] ?? "";
