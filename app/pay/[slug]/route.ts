import { looksLikeCardData } from "@/lib/checkout/page/card-fields";
import { parseBody, readBytes } from "@/lib/http/body/body";
import { isFormNavigation } from "@/lib/http/body/form-navigation";
import type { Fields } from "@/lib/http/body/json";
import { validate } from "@/lib/http/body/validate";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { type Answer, answerOf, asJson, redirectTo } from "@/lib/http/message/respond";
import { newPolicy, unframed } from "@/lib/http/pages/page-policy";
import type { Exchange } from "@/lib/http/route/exchange";
import { toHandler } from "@/lib/http/route/handler";
import { publicPage } from "@/lib/http/route/public-page";
import { routes } from "@/lib/http/route/routes";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { openLinkEndpoint } from "@/lib/payment-links/contract";
import { type FoundLink, findPublicLink, openLink } from "@/lib/payment-links/pay-link";
import { viewLink } from "@/lib/payment-links/view-link";
import { apiVersion } from "@/lib/reference/api-version";
import { chooseLanguage } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { type Loaded, loadDocuments } from "../../documents";

/**
 * The page of a payment link. Its form posts to the same address, which opens a session. Programs get JSON, browsers
 * are redirected to the checkout. If the form is refused, the page shows it again with what the payer entered.
 */
type Opened = { found: FoundLink | null; fields: Fields };

const openBy = (renderer: Loaded<"links">): Strategy<Opened, Opened> => ({
  contract: openLinkEndpoint,
  async identify({ request, params }) {
    const bytes = await readBytes(request, {});
    const fields = await parseBody(bytes, request.headers, {});
    return { found: await findPublicLink(params.slug ?? ""), fields: withPoint(fields) };
  },
  authorise() {},
  async rateLimit(_opened, exchange) {
    exchange.headers = await enforceRateLimit(openLinkEndpoint, null, exchange.clientAddress);
  },
  readBody: (_exchange, opened) => opened,
  idempotency: () => null,
  async parse(_exchange, { found, fields }) {
    const open = () => openLink(found, validate(openLinkEndpoint.body, fields));
    return { contract: openLinkEndpoint, perform: open };
  },
  refuse: answerOf,
  present(answer, exchange, opened) {
    if (!isFormNavigation(exchange.request))
      return asJson(answer, { ...exchange.headers, "x-api-version": apiVersion });
    if (answer.status === 200) return redirectTo(checkoutOf(answer, exchange.request), exchange.headers);
    return pageOf(renderer, exchange, { ...answer, ...opened });
  },
});

/** Many payers write a comma before the cents. */
function withPoint(fields: Fields): Fields {
  const { amount } = fields;
  return typeof amount === "string"
    ? { ...fields, amount: amount.replace(/^(\s*\d+),(\d{1,2}\s*)$/, "$1.$2") }
    : fields;
}

/** The checkout continues in the language that the payer chose. */
function checkoutOf({ body }: Answer, request: IncomingRequest): string {
  const { url }: { url: string } = JSON.parse(body);
  const chosen = new URLSearchParams(request.search).get("lang");
  return chosen ? `${url}?${new URLSearchParams({ lang: chosen })}` : url;
}

const showBy = (renderer: Loaded<"links">): Strategy<null, null> => ({
  contract: { method: "GET", path: openLinkEndpoint.path },
  ...publicPage,
  readBody: () => null,
  parse: async (exchange) => ({
    async showPage() {
      const found = await findPublicLink(exchange.params.slug ?? "");
      const status = !found ? 404 : found.state === "open" ? 200 : 410;
      return pageOf(renderer, exchange, { status, body: "{}", found, fields: {} });
    },
  }),
  present: (answer, exchange) =>
    answer.headers?.["content-security-policy"] ? answer : pageOf(renderer, exchange, answer),
});

type Shown = Answer & Partial<Opened>;

function pageOf(renderer: Loaded<"links">, { request, headers: counted }: Exchange, shown: Shown): Answer {
  const { headers: policy, nonce } = newPolicy(unframed);
  const query = new URLSearchParams(request.search);
  const language = chooseLanguage(query.get("lang"), request.headers.get("accept-language"));
  const context = { ...renderer.assets, nonce };
  const headers = { ...counted, ...shown.headers, ...policy };
  const { status, found, fields = {} } = shown;
  if (!found || status === 429 || status >= 500) {
    const absence = status === 404 ? "link" : status === 429 ? "busy" : "failure";
    return { status, headers, body: renderer.renderAbsence(absence, { ...context, language }) };
  }
  const { errors = {} }: { errors?: Record<string, unknown> } = JSON.parse(shown.body);
  const wrong = Object.keys(errors);
  const typed = { language, countries: countryOptions(language), wrong, ...textsIn(fields, wrong) };
  return { status, headers, body: renderer.renderLink(viewLink(found), typed, context) };
}

/** What the payer entered, and the fields with card numbers, which are not repeated. A valid phone number is none. */
function textsIn(fields: Fields, wrong: readonly string[]) {
  const texts = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string");
  const isCard = ([name, value]: [string, string]) =>
    looksLikeCardData(value) && (name !== "phone" || wrong.includes(name));
  return {
    values: Object.fromEntries(texts.filter((field) => !isCard(field))),
    withCard: texts.filter(isCard).map(([name]) => name),
  };
}

const post = toHandler(async (request, params) => serve(openBy(await loadDocuments("links")), request, params));
const get = toHandler(async (request, params) => serve(showBy(await loadDocuments("links")), request, params));

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  { contract: openLinkEndpoint, handle: post },
  { contract: { ...openLinkEndpoint, method: "GET" }, handle: get },
);
