/**
 * The names of the dashboard's cookie. The `__Host-` prefix binds it to this host, but requires `Path=/`, so the listener
 * removes it from every request outside the dashboard. Browsers refuse the prefix over plain http.
 */
const names = { https: "__Host-tradewind", http: "tradewind" } as const;

export const dashboardCookieName = (isHttps: boolean): string => names[isHttps ? "https" : "http"];

/** Next.js may decode a dot, slash, backslash or percent sign into another path, so none may be encoded. */
export const isDashboardPath = (path: string): boolean =>
  /^\/dashboard(\/|$)/.test(path) && !/%(2e|2f|5c|25)/i.test(path);

/** A Cookie header without the dashboard's cookie; undefined where no other cookie is left. */
export function withoutDashboardCookie(header: string): string | undefined {
  const isOurs = (pair: string) => Object.values<string>(names).includes((pair.split("=")[0] ?? "").trim());
  const others = header.split(";").filter((pair) => !isOurs(pair));
  return others.join(";").trim() || undefined;
}
