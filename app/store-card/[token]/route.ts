import type { CardLinkView } from "@/lib/card-links/card-link-view";
import { openCardLinkForm } from "@/lib/card-links/contract";
import { openCardLink, viewCardLink } from "@/lib/card-links/open-card-link";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import { type Answer, redirectTo } from "@/lib/http/message/respond";
import { newPolicy, unframed } from "@/lib/http/pages/page-policy";
import type { Exchange } from "@/lib/http/route/exchange";
import { toHandler } from "@/lib/http/route/handler";
import { publicPage } from "@/lib/http/route/public-page";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { inLanguage } from "@/lib/kit/own-pages";
import { chooseLanguage } from "@/lib/reference/languages";
import { type Loaded, loadDocuments } from "../../documents";

/** The page of a card link. Its form posts to the same address, which opens a session. */
type Renderer = Loaded<"links">;

const showBy = (renderer: Renderer): Strategy<null, null> => ({
  contract: { ...openCardLinkForm, method: "GET" },
  ...publicPage,
  readBody: () => null,
  parse: async (exchange) => ({
    showPage: async () => pageOf(renderer, exchange, await viewCardLink(exchange.params.token ?? "")),
  }),
  present(answer, exchange) {
    const { location, "content-security-policy": policy } = answer.headers ?? {};
    return location || policy ? answer : failurePage(renderer, exchange, answer);
  },
});

const openBy = (renderer: Renderer): Strategy<null, null> => ({
  ...showBy(renderer),
  contract: openCardLinkForm,
  async rateLimit(_sender, exchange) {
    exchange.headers = await enforceRateLimit(openCardLinkForm, null, exchange.clientAddress);
  },
  parse: async (exchange) => ({
    async showPage() {
      const opened = await openCardLink(exchange.params.token ?? "");
      if (opened && "url" in opened) return redirectTo(inLanguage(opened.url, chosenIn(exchange)), exchange.headers);
      return pageOf(renderer, exchange, opened?.view ?? null);
    },
  }),
});

function pageOf(renderer: Renderer, exchange: Exchange, view: CardLinkView | null): Answer {
  const { language, headers, context } = pagePartsOf(renderer, exchange);
  if (!view) return { status: 404, headers, body: renderer.renderAbsence("card_link", { ...context, language }) };
  const status = view.state === "waiting" ? 200 : 410;
  return { status, headers, body: renderer.renderCardLink(view, language, context) };
}

function failurePage(renderer: Renderer, exchange: Exchange, { status, headers: own }: Answer): Answer {
  const { language, headers, context } = pagePartsOf(renderer, exchange);
  const absence = status === 429 ? "busy" : "failure";
  return { status, headers: { ...own, ...headers }, body: renderer.renderAbsence(absence, { ...context, language }) };
}

function pagePartsOf(renderer: Renderer, exchange: Exchange) {
  const { headers: policy, nonce } = newPolicy(unframed);
  return {
    language: chooseLanguage(chosenIn(exchange), exchange.request.headers.get("accept-language")),
    headers: { ...exchange.headers, ...policy },
    context: { ...renderer.assets, nonce },
  };
}

const chosenIn = ({ request }: Exchange) => new URLSearchParams(request.search).get("lang");

export const GET = toHandler(async (request, params) => serve(showBy(await loadDocuments("links")), request, params));
export const HEAD = GET;
export const POST = toHandler(async (request, params) => serve(openBy(await loadDocuments("links")), request, params));
