import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { emptyMarkup, Markup, markup } from "@/lib/kit/markup";
import type { Language } from "@/lib/reference/languages";
import { dataId, rootId } from "./hydration";

/**
 * A page that we render ourselves: the checkout, payment links, receipts, the landing page, the docs and error pages.
 * It has no React in the browser, unless it has `data`.
 */
export type PageDocument = {
  language: Language;
  title: string;
  /** Tags of the head instead of the description. */
  head?: ReactNode;
  body: ReactNode;
  /** CSS rules in addition to the document's style, such as the merchant's colours. */
  rules?: string;
  /** The addresses of small scripts without React. */
  scripts?: readonly string[];
  /** The data from which the script of the build hydrates the body. */
  data?: unknown;
};

/** What a document gets from the build and from its answer's Content-Security-Policy. */
export type DocumentContext = {
  /** The CSS of the document. It is part of the HTML, because the first paint would wait for a file. */
  style: string;
  /** The address of the script that hydrates documents with data. */
  script: string;
  nonce: string;
};

export const usualDescription = <meta name="description" content="A hosted card checkout for the Caribbean." />;

export function renderDocument(document: PageDocument, { style, script, nonce }: DocumentContext): string {
  const { language, title, head = usualDescription, body, rules = "", scripts = [], data } = document;
  const tags = scripts.map((src) => markup`<script defer src="${src}" nonce="${nonce}"></script>`.text);
  const hydrating = markup`<script type="module" src="${script}" nonce="${nonce}"></script>`;
  const content = data === undefined ? new Markup(renderToStaticMarkup(body)) : hydrated(body, data, nonce);
  return markup`<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style nonce="${nonce}">${new Markup(
    style + rules,
  )}</style>${new Markup(tags.join(""))}${data === undefined ? emptyMarkup : hydrating}${new Markup(
    renderToStaticMarkup(head),
  )}<link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any"></head><body>${content}</body></html>`.text;
}

/** The body as React hydrates it, and its data as JSON that cannot end its element early: `<` is escaped. */
function hydrated(body: ReactNode, data: unknown, nonce: string): Markup {
  const json = new Markup(JSON.stringify(data).replaceAll("<", "\\u003c"));
  return markup`<div id="${rootId}">${new Markup(
    renderToString(body),
  )}</div><script type="application/json" id="${dataId}" nonce="${nonce}">${json}</script>`;
}
