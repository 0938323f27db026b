/**
 * The dashboard's cookie by name. `__Host-` makes browsers keep it to this very host, which takes `Path=/`: the listener
 * therefore removes it from every request outside the dashboard. Browsers refuse the prefix over plain http.
 */
const names = { https: "__Host-tradewind", http: "tradewind" } as const;

export const dashboardCookieName = (isHttps: boolean): string => names[isHttps ? "https" : "http"];

/** An encoded dot, slash, backslash or percent sign could make it another path to Next.js. */
export const isDashboardPath = (path: string): boolean =>
  /^\/dashboard(\/|$)/.test(path) && !/%(2e|2f|5c|25)/i.test(path);

/** A Cookie header without the dashboard's cookie; undefined where nothing else is in it. */
export function withoutDashboardCookie(header: string): string | undefined {
  const isOurs = (pair: string) => Object.values<string>(names).includes((pair.split("=")[0] ?? "").trim());
  const others = header.split(";").filter((pair) => !isOurs(pair));
  return others.join(";").trim() || undefined;
}
