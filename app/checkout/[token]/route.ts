import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { payFieldNames } from "@/lib/checkout/page/page-contract";
import { contentSecurityPolicy, type Framing, nonceIn, unframed } from "@/lib/http/listener/page-policy";
import type { Exchange, PathContext } from "@/lib/http/route/exchange";
import { type Answer, toResponse } from "@/lib/http/route/respond";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { chooseLanguage } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { statesOf } from "@/lib/reference/places/subdivisions";
import { loadRenderer } from "./renderer";

/** The page has its own policy, because its session says who may frame it. */
function newPolicy(framing: Framing) {
  const policy = contentSecurityPolicy(framing, { isDevelopmentServer: false });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    ...(framing.ancestors.length === 0 && { "x-frame-options": "DENY" }),
  };
  return { headers, nonce: nonceIn(policy) };
}

/** The hosted page. The session's current state alone decides what it shows. */
const page: Strategy<null, string> = {
  contract: { method: "GET", path: "/checkout/{token}" },
  identify: () => null,
  authorise() {},
  async rateLimit() {},
  async readBody({ params }) {
    const { token = "" } = await params;
    return token;
  },
  idempotency: () => null,
  parse: async (exchange, _sender, token) => ({ showPage: () => showCheckout(exchange, token) }),
  refuse: ({ status }) => ({ status, body: "" }),
  async present(answer) {
    if (answer.status < 500) return toResponse(answer);
    const { renderFailure, assets } = await loadRenderer();
    const { headers, nonce } = newPolicy(unframed);
    return toResponse({ ...answer, body: renderFailure({ assets, nonce }) }, headers);
  },
};

async function showCheckout({ request }: Exchange, token: string): Promise<Answer> {
  const [{ renderCheckout, renderMissing, assets }, opened] = await Promise.all([loadRenderer(), openCheckout(token)]);
  const { headers, nonce } = newPolicy(opened?.framing ?? unframed);
  const context = { assets, nonce };
  const { searchParams } = new URL(request.url);
  const accepted = request.headers.get("accept-language");
  if (!opened) return { status: 404, body: renderMissing(chooseLanguage(null, accepted), context), headers };
  const language = chooseLanguage(searchParams.get("lang"), accepted);
  const { framing: _inHeaders, ...page } = opened;
  const states = [...statesOf(page.prefill.country)];
  const session = { ...page, token, language, states, fix: fieldsToFix(searchParams) };
  return { status: 200, body: renderCheckout(session, countryOptions(language), context), headers };
}

/** The fields that the server refused when the browser posted the form without JavaScript, as the URL lists them. */
function fieldsToFix(query: URLSearchParams) {
  const names = query.getAll("fix").join(" ").split(" ");
  return payFieldNames.filter((field) => names.includes(field));
}

export const GET = (request: Request, context: PathContext): Promise<Response> => serve(page, request, context);
