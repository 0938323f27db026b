import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { gatewayFor } from "@/lib/gateway/gateways";
import type { Framing } from "@/lib/http/pages/page-policy";
import { frameOriginsOf } from "./read-view";

/** Only the session's shop and the merchant's registered origins may frame the page. The page may frame the bank's. */
export function framingOfPage(session: SessionRow): Framing {
  const sources = gatewayFor(session)?.challengeSources ?? [];
  return { ancestors: frameOriginsOf(session), sources: ["'self'", ...sources] };
}
