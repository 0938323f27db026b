import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { payFieldNames } from "@/lib/checkout/page/page-fields";
import { newPolicy } from "@/lib/http/pages/own-policy";
import { unframed } from "@/lib/http/pages/page-policy";
import { toHandler } from "@/lib/http/route/handler";
import type { IncomingRequest } from "@/lib/http/route/incoming";
import type { Answer } from "@/lib/http/route/respond";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { chooseLanguage, regionOf } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { statesOf } from "@/lib/reference/places/subdivisions";
import { loadRenderer, type Renderer } from "../../renderers";

/** The hosted page. The session's current state alone decides what it shows. */
const pageBy = (renderer: Renderer): Strategy<null, string> => ({
  contract: { method: "GET", path: "/checkout/{token}" },
  identify: () => null,
  authorise() {},
  async rateLimit() {},
  readBody: ({ params }) => params.token ?? "",
  idempotency: () => null,
  parse: async ({ request }, _sender, token) => ({ showPage: () => showCheckout(renderer, request, token) }),
  refuse({ status, headers: own }) {
    const { headers, nonce } = newPolicy(unframed);
    return {
      status,
      body: renderer.renderFailure({ assets: renderer.assets, nonce }),
      headers: { ...own, ...headers },
    };
  },
  present: (answer) => answer,
});

async function showCheckout(renderer: Renderer, request: IncomingRequest, token: string): Promise<Answer> {
  const { renderCheckout, renderMissing, assets } = renderer;
  const query = new URLSearchParams(request.search);
  const opened = await openCheckout(token, query.get("card"));
  // The session says who may frame the page.
  const { headers, nonce } = newPolicy(opened?.framing ?? unframed);
  const context = { assets, nonce };
  const accepted = request.headers.get("accept-language");
  if (!opened) return { status: 404, body: renderMissing(chooseLanguage(null, accepted), context), headers };
  const language = chooseLanguage(query.get("lang"), accepted);
  const { framing: _inHeaders, ...page } = opened;
  const states = [...statesOf(page.prefill.country)];
  const likelyCountry = regionOf(accepted);
  const hasAllCountries = query.has("countries");
  const session = { ...page, token, language, states, fix: fieldsToFix(query), likelyCountry, hasAllCountries };
  return { status: 200, body: renderCheckout(session, countryOptions(language), context), headers };
}

/** The fields that the server refused when the browser posted the form without JavaScript, as the URL lists them. */
function fieldsToFix(query: URLSearchParams) {
  const names = query.getAll("fix").join(" ").split(" ");
  return payFieldNames.filter((field) => names.includes(field));
}

export const GET = toHandler(async (request, params) => serve(pageBy(await loadRenderer()), request, params));
export const HEAD = GET;
