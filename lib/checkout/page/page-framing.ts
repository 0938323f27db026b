import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { challengeSources } from "@/lib/gateway/route";
import type { Framing } from "@/lib/http/pages/page-policy";

/** Only the session's shop and the merchant's registered origins may frame the page. The page may frame the bank's. */
export function framingOfPage(session: SessionRow): Framing {
  const sources = ["'self'", ...challengeSources(session.environment)];
  return { ancestors: frameOriginsOf(session), sources };
}

/**
 * Origins that may embed the page in a frame: the shop's own, and those that the merchant registered. In live, only
 * https origins are allowed.
 */
export function frameOriginsOf({ responseUrl, account, environment }: SessionRow): string[] {
  const registered = account.settings.frameOrigins;
  const allowed = registered.filter((origin) => environment === "sandbox" || origin.startsWith("https:"));
  return [...new Set([new URL(responseUrl).origin, ...allowed])];
}
