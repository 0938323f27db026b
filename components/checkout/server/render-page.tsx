import { renderToString } from "react-dom/server";
import { Message } from "@/components/message";
import { emptyMarkup, Markup, markup } from "@/lib/kit/markup";
import { fillIn } from "@/lib/kit/text/fill-in";
import { preloadedFont } from "@/lib/reference/brand-files";
import type { Language } from "@/lib/reference/languages";
import type { Purpose } from "@/lib/reference/purposes";
import { accentRules } from "../accent-style";
import { dataId, type PageData, rootId } from "../browser/page-data";
import { Checkout, type CheckoutProps } from "../checkout";
import { Failure, FailureBoundary, failureTitle } from "../failure";
import { type CountryLists, countryLists, likelyLists, withChosen } from "../places/country-lists";
import { keptParts, shownDetails } from "../shown-details";
import { wordsOf } from "../words/words-of";

/**
 * Renders the hosted page on the server. scripts/launch/pages/checkout-bundles.ts bundles this module with React, because
 * Next.js compiles route handlers for server components, in which React DOM does not exist.
 */
export type PageAssets = {
  /** The file of this module's bundle. Its name contains a digest. */
  renderer: string;
  /** The addresses of the scripts. */
  scripts: { page: string; words: Record<Language, Record<Purpose, string>> };
  /** The address of the stylesheet. */
  style: string;
};

type Session = Omit<CheckoutProps, "words" | "lists" | "parts" | "amount" | "given"> & {
  accent: string | null;
  /** The country that the browser's language names, or an empty string. */
  likelyCountry: string;
  /** Whether the country selects contain all countries, although billing details are optional. */
  hasAllCountries: boolean;
};
type CountryOptions = Parameters<typeof countryLists>[0];
type Context = { assets: PageAssets; nonce: string };

export function renderCheckout(opened: Session, countries: CountryOptions, context: Context): string {
  const { accent, likelyCountry, hasAllCountries, states, ...rest } = opened;
  const { language, view, prefill } = rest;
  const session = { ...rest, ...shownDetails(rest, countries) };
  const { scripts } = context.assets;
  const words = wordsOf(language, view.purpose);
  const allLists = withChosen(listsOf(language, countries), prefill, likelyCountry);
  const lists = view.avs || hasAllCountries ? allLists : likelyLists(allLists);
  const content = renderToString(
    <FailureBoundary>
      <Checkout {...session} {...{ words, lists, states }} parts={keptParts(view, language)} />
    </FailureBoundary>,
  );
  return documentOf(
    {
      language,
      title: fillIn(words.page.heading, { merchant: view.merchant.name }),
      meta: sessionMeta,
      scripts: [scripts.words[language][view.purpose], scripts.page],
      rules: accent ? accentRules(accent) : "",
      body: markup`<div id="${rootId}">${new Markup(content)}</div>${dataScript(session, context.nonce)}`,
    },
    context,
  );
}

/** Unknown and malformed tokens get the same text. */
export function renderMissing(language: Language, context: Context): string {
  const { missing } = wordsOf(language);
  return renderMessage(
    { language, title: "Tradewind" },
    <Message title={missing.heading}>
      <p>{missing.next}</p>
    </Message>,
    context,
  );
}

export function renderFailure(context: Context): string {
  return renderMessage({ language: "en", title: failureTitle }, <Failure />, context);
}

function renderMessage(head: Pick<Document, "language" | "title">, message: React.ReactNode, context: Context): string {
  const body = new Markup(renderToString(message));
  return documentOf({ ...head, meta: messageMeta, scripts: [], rules: "", body }, context);
}

const messageMeta = markup`<meta name="robots" content="noindex">`;
const sessionMeta = markup`<meta name="robots" content="noindex, nofollow"><meta name="format-detection" content="telephone=no, address=no, email=no">`;

type Document = {
  language: Language;
  title: string;
  meta: Markup;
  scripts: string[];
  /** CSS rules in addition to those of every page. */
  rules: string;
  body: Markup;
};

/**
 * The stylesheet is a file: browsers keep it, and the build compresses it better than an answer. The merchant's colours
 * are part of the page.
 */
function documentOf({ language, title, meta, scripts, rules, body }: Document, { assets, nonce }: Context): string {
  const tags = scripts.map((address) => markup`<script defer src="${address}" nonce="${nonce}"></script>`.text);
  const style = rules ? markup`<style nonce="${nonce}">${new Markup(rules)}</style>` : emptyMarkup;
  return markup`<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${assets.style}">${fontPreload}${new Markup(
    tags.join(""),
  )}<meta name="color-scheme" content="light dark"><title>${title}</title>${meta}<link rel="icon" href="/icon.svg" type="image/svg+xml" sizes="any">${style}</head><body>${body}</body></html>`
    .text;
}

const fontPreload = markup`<link rel="preload" href="${preloadedFont}" as="font" type="font/woff2" crossorigin>`;

/** JSON that cannot end its element early: `<` is escaped. */
function dataScript(data: PageData, nonce: string): Markup {
  const json = new Markup(JSON.stringify(data).replaceAll("<", "\\u003c"));
  return markup`<script type="application/json" id="${dataId}" nonce="${nonce}">${json}</script>`;
}

const listsByLanguage = new Map<Language, CountryLists>();

function listsOf(language: Language, countries: CountryOptions): CountryLists {
  const lists = listsByLanguage.get(language) ?? countryLists(countries, wordsOf(language));
  listsByLanguage.set(language, lists);
  return lists;
}
