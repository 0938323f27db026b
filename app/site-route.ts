import type { IncomingRequest } from "@/lib/http/message/incoming";
import type { Answer } from "@/lib/http/message/respond";
import { nonceOf } from "@/lib/http/pages/plain-page";
import { documentRoutes, unknownPages } from "@/lib/http/route/routes";
import { env } from "@/lib/kit/env";
import { type DocumentModule, type Loaded, loadDocuments } from "./documents";

/**
 * A page of the site: the landing page or a page of the docs. Every reader of a page with a key gets the same HTML
 * except for the nonce, so it is rendered once.
 */
type SitePage = { key?: string; render: (nonce: string) => string; headers?: Record<string, string> };
type FindPage<Name extends DocumentModule> = (
  documents: Loaded<Name>,
  request: IncomingRequest,
) => SitePage | Answer | null;

/** The exports of a route that shows a page of the site, an answer in another format, or that there is none. */
export const siteRoute = <Name extends DocumentModule>(name: Name, find: FindPage<Name>) =>
  documentRoutes(async (request) => {
    const documents = await loadDocuments(name);
    const page = find(documents, request);
    if (!page) return missing(request);
    return "status" in page ? page : { status: 200, ...show(documents, page, request) };
  });

/** The exports of a route for addresses without a page. */
export const missingRoute = () => unknownPages(missing);

async function missing(request: IncomingRequest): Promise<Answer> {
  const documents = await loadDocuments("missing");
  const render = (nonce: string) => documents.renderNotFound(env().SEED_SANDBOX, { ...documents.assets, nonce });
  return { status: 404, ...show(documents, { key: "missing", render }, request) };
}

const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

function show(
  documents: object,
  { key, render, headers: own }: SitePage,
  request: IncomingRequest,
): Omit<Answer, "status"> {
  const nonce = nonceOf(request.headers);
  const html = key === undefined ? render(nonce) : renderOnce(documents, key, render).replaceAll(placeholder, nonce);
  return { headers: { ...headers, ...own }, body: html };
}

const placeholder = "nonce-of-the-answer";
/** The pages rendered so far. The development server loads the modules for each page anew, so it keeps none. */
const rendered = new WeakMap<object, Map<string, string>>();

function renderOnce(documents: object, key: string, render: SitePage["render"]): string {
  const pages = rendered.get(documents) ?? new Map<string, string>();
  rendered.set(documents, pages);
  const html = pages.get(key) ?? render(placeholder);
  pages.set(key, html);
  return html;
}
