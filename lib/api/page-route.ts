import { prefersHtml } from "@/lib/http/body/negotiate";
import type { EndpointSpec } from "@/lib/http/route/endpoint";
import type { Handler, PathContext } from "@/lib/http/route/route";

type Bound = { contract: EndpointSpec; handle: Handler };

/**
 * An action of the hosted page. Its script sends JSON and gets JSON; a form that a browser sends
 * before or without the script is answered with the page itself, which shows what came of it.
 */
export function pageAction({ contract, handle }: Bound): Bound {
  return {
    contract,
    async handle(request, context) {
      const response = await handle(request, context);
      if (!prefersHtml(request) || response.status >= 500) return response;
      const location = await pageOf(request, response, context);
      return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
    },
  };
}

/** Fields that were wrong are named to the page, and nothing of what was typed into them. */
async function pageOf(request: Request, response: Response, context: PathContext): Promise<string> {
  const { token = "" } = await context.params;
  const { errors = {} } = (await response.json()) as { errors?: Record<string, unknown> };
  const fields = Object.keys(errors).join(" ");
  const language = new URL(request.url).searchParams.get("lang");
  const query = new URLSearchParams({ ...(language && { lang: language }), ...(fields && { fix: fields }) });
  return `/checkout/${encodeURIComponent(token)}${query.size > 0 ? `?${query}` : ""}`;
}
