import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { payFieldNames } from "@/lib/checkout/page/page-contract";
import { nonceOf } from "@/lib/http/listener/plain-page";
import type { Exchange, PathContext } from "@/lib/http/route/exchange";
import { type Answer, toResponse } from "@/lib/http/route/respond";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { chooseLanguage } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { statesOf } from "@/lib/reference/places/subdivisions";
import { loadRenderer } from "./renderer";

const html = { "content-type": "text/html; charset=utf-8" };

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
  async present(answer, { request }) {
    if (answer.status < 500) return toResponse(answer, html);
    const { renderFailure, assets } = await loadRenderer();
    return toResponse({ ...answer, body: renderFailure({ assets, nonce: nonceOf(request.headers) }) }, html);
  },
};

async function showCheckout({ request }: Exchange, token: string): Promise<Answer> {
  const [{ renderCheckout, renderMissing, assets }, opened] = await Promise.all([loadRenderer(), openCheckout(token)]);
  const context = { assets, nonce: nonceOf(request.headers) };
  const { searchParams } = new URL(request.url);
  const accepted = request.headers.get("accept-language");
  if (!opened) return { status: 404, body: renderMissing(chooseLanguage(null, accepted), context) };
  const language = chooseLanguage(searchParams.get("lang"), accepted);
  const states = [...statesOf(opened.prefill.country)];
  const session = { ...opened, token, language, states, fix: fieldsToFix(searchParams) };
  return { status: 200, body: renderCheckout(session, countryOptions(language), context) };
}

/** The fields that the server refused when the browser posted the form without JavaScript, as the URL lists them. */
function fieldsToFix(query: URLSearchParams) {
  const names = query.getAll("fix").join(" ").split(" ");
  return payFieldNames.filter((field) => names.includes(field));
}

export const GET = (request: Request, context: PathContext): Promise<Response> => serve(page, request, context);
