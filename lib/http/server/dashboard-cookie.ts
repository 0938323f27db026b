/**
 * The names of the dashboard's session cookie. The `__Host-` prefix binds the cookie to this host, but requires
 * `Path=/`. So the listener removes the cookie from every request outside the dashboard. Browsers refuse the prefix
 * over plain http.
 */
const names = { https: "__Host-tradewind", http: "tradewind" } as const;

export const dashboardCookieName = (isHttps: boolean): string => names[isHttps ? "https" : "http"];

/**
 * A dashboard path must not encode dots, slashes, backslashes or percent signs: Next.js may decode them into another
 * path.
 */
export const isDashboardPath = (path: string): boolean =>
  /^\/dashboard(\/|$)/.test(path) && !/%(2e|2f|5c|25)/i.test(path);

/** Returns the Cookie header without the dashboard's cookie, or undefined if no other cookie is left. */
export function withoutDashboardCookie(header: string): string | undefined {
  const isOurs = (pair: string) => Object.values<string>(names).includes((pair.split("=")[0] ?? "").trim());
  const others = header.split(";").filter((pair) => !isOurs(pair));
  return others.join(";").trim() || undefined;
}
