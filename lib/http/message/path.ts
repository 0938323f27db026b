import { parseUrl } from "@/lib/kit/urls";

/** A path that needs no change, as most paths do. A segment must not begin with a dot. */
const plainPath = /^(?:\/[\w~-][\w.~-]*)+\/?$/;

export type Target = { path: string; search: string };

/**
 * Normalises a path (dots, doubled slashes, an absolute URL), so that the listener checks the same path that Next.js
 * serves.
 */
export function normalisePath(target: string): Target | null {
  if (plainPath.test(target)) return { path: target, search: "" };
  const isUsable = target.startsWith("/") || /^https?:\/\//i.test(target);
  // Doubled slashes are merged before the URL is parsed. Otherwise a leading `//` would be parsed as a host.
  const cut = target.search(/[?#]/);
  const before = cut < 0 ? target : target.slice(0, cut);
  const after = cut < 0 ? "" : target.slice(cut);
  const single = before.startsWith("/") ? before.replaceAll("\\", "/").replace(/\/{2,}/g, "/") : before;
  if (!isUsable || !parseUrl(single + after, "http://localhost")) return null;
  const { pathname, search } = new URL(single + after, "http://localhost");
  return { path: pathname.replace(/\/{2,}/g, "/"), search };
}

/** Uses a loop, because the expression /\/+$/ takes quadratic time on a path of many slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charAt(end - 1) === "/") end -= 1;
  return path.slice(0, end);
}

/** Whether a request target is another spelling of a path, such as `//metrics` or `/metrics/` of `/metrics`. */
export const isOtherSpelling = (target: string, { path }: Target, exact: string): boolean =>
  withoutTrailingSlashes(path) === exact && target.split("?", 1)[0] !== exact;

/** Returns null if the path is not correctly encoded. */
export function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
