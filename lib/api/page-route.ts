import type { FieldErrors } from "@/lib/checkout/page/page-fields";
import { parseBody } from "@/lib/http/body/body";
import { prefersHtml } from "@/lib/http/body/form-navigation";
import type { Fields } from "@/lib/http/body/json";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import { type Answer, redirectTo } from "@/lib/http/message/respond";
import { confirmingPage } from "@/lib/http/pages/confirming-page";
import type { Exchange } from "@/lib/http/route/exchange";
import { toHandler } from "@/lib/http/route/handler";
import { type BoundRoute, presentedBy, presentJson } from "@/lib/http/route/route";

/**
 * An action of the hosted page. The page's script sends JSON and gets JSON. Without the script the browser posts a
 * form, and is redirected to the page, which shows the result. If we fail, a page says what is known.
 */
export const pageAction = (bound: BoundRoute): BoundRoute =>
  presentedBy(bound, (answer, exchange) =>
    prefersHtml(exchange.request)
      ? (confirmingPage(exchange.request, answer) ?? toPage(exchange))
      : presentJson(answer, exchange),
  );

/** The fields that the server refused, and what the browser posted. */
export type RefusedPost = { errors: FieldErrors; fields: Fields };

/**
 * An action that posts fields. If they are refused, `show` renders the page with the errors and what was typed. A
 * redirect could not: no value of the form may appear in a URL, and the page has no cookie.
 */
export const formAction = (
  bound: BoundRoute,
  show: (refused: RefusedPost, exchange: Exchange) => Promise<Answer>,
): BoundRoute =>
  presentedBy(bound, async (answer, exchange, _caller, body) => {
    if (!prefersHtml(exchange.request)) return presentJson(answer, exchange);
    const failure = confirmingPage(exchange.request, answer);
    if (failure) return failure;
    const { errors }: { errors?: FieldErrors } = JSON.parse(answer.body);
    if (!errors || !body) return toPage(exchange);
    const fields = await parseBody(body.bytes, exchange.request.headers, bound.contract);
    return { ...(await show({ errors, fields }, exchange)), status: answer.status };
  });

/** Leads a browser that opens the address of an action to the page, such as after it posted a form. */
export const actionPage = (contract: EndpointSpec) => ({
  contract: { ...contract, method: "GET" as const },
  handle: toHandler(async (request, params) => toPage({ request, params })),
});

/** Redirects to the hosted page, in the language that the payer chose. */
function toPage({ request, params: { token = "" } }: Pick<Exchange, "request" | "params">): Answer {
  const language = new URLSearchParams(request.search).get("lang");
  const query = language ? `?${new URLSearchParams({ lang: language })}` : "";
  return redirectTo(`/checkout/${encodeURIComponent(token)}${query}`);
}
