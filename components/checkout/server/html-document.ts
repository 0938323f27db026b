import { emptyMarkup, Markup, markup } from "@/lib/kit/markup";
import { preloadedFont } from "@/lib/reference/brand-files";
import type { Language } from "@/lib/reference/languages";

type HtmlDocument = {
  language: Language;
  title: string;
  meta: Markup;
  /** The addresses of scripts. */
  scripts: string[];
  /** CSS rules in addition to those of every page. */
  rules: string;
  body: Markup;
};

/**
 * Writes a page that Next.js does not render. The stylesheet is a file: browsers keep it, and the build compresses it
 * better than an answer. The merchant's colours are part of the page.
 */
export function documentOf(
  { language, title, meta, scripts, rules, body }: HtmlDocument,
  { style: address, nonce }: { style: string; nonce: string },
): string {
  const tags = scripts.map((script) => markup`<script defer src="${script}" nonce="${nonce}"></script>`.text);
  const style = rules ? markup`<style nonce="${nonce}">${new Markup(rules)}</style>` : emptyMarkup;
  return markup`<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${address}">${fontPreload}${new Markup(
    tags.join(""),
  )}<meta name="color-scheme" content="light dark"><title>${title}</title>${meta}<link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any">${style}</head><body>${body}</body></html>`
    .text;
}

const fontPreload = markup`<link rel="preload" href="${preloadedFont}" as="font" type="font/woff2" crossorigin>`;
