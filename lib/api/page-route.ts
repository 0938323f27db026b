import { prefersHtml } from "@/lib/http/body/negotiate";
import type { Exchange } from "@/lib/http/route/exchange";
import { type Answer, redirectTo } from "@/lib/http/route/respond";
import { type BoundRoute, presentedBy, presentJson } from "@/lib/http/route/route";

/**
 * An action of the hosted page. The page's script sends JSON and gets JSON. Without the script the browser posts a
 * form, and is redirected to the page, which shows the result.
 */
export const pageAction = (bound: BoundRoute): BoundRoute =>
  presentedBy(bound, (answer, exchange) => {
    if (!prefersHtml(exchange.request) || answer.status >= 500) return presentJson(answer, exchange);
    return redirectTo(pageOf(answer, exchange));
  });

/** Returns the URL of the hosted page. Its query names the wrong fields, but never contains their values. */
function pageOf({ body }: Answer, { request, params: { token = "" } }: Exchange): string {
  const { errors = {} }: { errors?: Record<string, unknown> } = JSON.parse(body);
  const fields = Object.keys(errors).join(" ");
  const language = new URLSearchParams(request.search).get("lang");
  const query = new URLSearchParams({ ...(language && { lang: language }), ...(fields && { fix: fields }) });
  return `/checkout/${encodeURIComponent(token)}${query.size > 0 ? `?${query}` : ""}`;
}
