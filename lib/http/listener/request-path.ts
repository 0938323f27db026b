import { parseUrl } from "@/lib/kit/urls";

export type Target = { path: string; search: string };

/**
 * One path for everybody: what the listener decides by is what Next.js then serves, so that no
 * spelling (dots, doubled slashes, another origin in front) is one thing here and another there.
 */
export function normalisePath(target: string): Target | null {
  const isUsable = target.startsWith("/") || /^https?:\/\//i.test(target);
  // Doubled slashes go first: a target that begins with two would be read as another host.
  const cut = target.search(/[?#]/);
  const before = cut < 0 ? target : target.slice(0, cut);
  const after = cut < 0 ? "" : target.slice(cut);
  const single = before.startsWith("/") ? before.replaceAll("\\", "/").replace(/\/{2,}/g, "/") : before;
  if (!isUsable || !parseUrl(single + after, "http://localhost")) return null;
  const { pathname, search } = new URL(single + after, "http://localhost");
  return { path: pathname.replace(/\/{2,}/g, "/"), search };
}

/** A loop, not /\/+$/: that expression takes quadratic time on a path of slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charAt(end - 1) === "/") end -= 1;
  return path.slice(0, end);
}

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
