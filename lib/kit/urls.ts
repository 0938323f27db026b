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

const hostAndPort = /^(\[[0-9a-f:.]+\]|[^:[\]\s]*)(:\d+)?$/i;

/**
 * True if no unencoded character of the user or password can be taken for a part of the address that follows. The
 * address may list several hosts, as those of databases do.
 */
export function hasEncodedUser(address: string): boolean {
  const [, authority = "", rest = ""] = /^[a-z]+:\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  const user = authority.slice(0, authority.lastIndexOf("@") + 1);
  const hosts = authority.slice(user.length).split(",");
  const isCutShort = user === "" && rest.replace(/\?\w+=.*$/, "").includes("@");
  return !isCutShort && !/%(?![0-9a-f]{2})/i.test(user) && hosts.every((host) => hostAndPort.test(host));
}

/** User and password of an address, up to the last `@`, because a password may contain one that is not encoded. */
export const userOfAddress = (address: string): string => /^\w+:\/\/(.*)@/s.exec(address)?.[1] ?? "";

export const withoutQuery = (url: string): string => url.split(/[?#]/)[0] ?? "";
