import { renderToString } from "react-dom/server";
import { Message } from "@/components/message";
import { Markup, markup } from "@/lib/kit/markup";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Language } from "@/lib/reference/languages";
import type { Purpose } from "@/lib/reference/purposes";
import { accentRules } from "../accent-style";
import { dataId, type PageData, rootId } from "../browser/page-data";
import { Checkout, type CheckoutProps } from "../checkout";
import { FailureBoundary } from "../failure";
import { type CountryLists, type CountryOptions, countryLists, likelyLists, withChosen } from "../places/country-lists";
import { keptParts, shownDetails } from "../shown-details";
import { wordsOf } from "../words/words-of";
import { documentOf } from "./html-document";

/**
 * Renders the hosted page on the server. launch/pages/checkout-bundles.ts bundles this module with React, because
 * Next.js compiles route handlers for server components, in which React DOM does not exist.
 */
export type PageAssets = {
  /** The file of this module's bundle. Its name contains a digest. */
  renderer: string;
  /** The addresses of the scripts. */
  scripts: { page: string; words: Record<Language, Record<Purpose, string>> };
  /** The address of the stylesheet. */
  style: string;
  /** The bundle and the stylesheet of payment links and receipts. */
  links: { renderer: string; style: string };
};

type Session = Omit<CheckoutProps, "words" | "lists" | "parts" | "amount" | "given"> & {
  accent: string | null;
  /** The country that the browser's language names, or an empty string. */
  likelyCountry: string;
  /** Whether the country selects contain all countries, although billing details are optional. */
  hasAllCountries: boolean;
};
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
    contextOf(context),
  );
}

const contextOf = ({ assets: { style }, nonce }: Context) => ({ style, nonce });

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

function renderMessage(
  head: { language: Language; title: string },
  message: React.ReactNode,
  context: Context,
): string {
  const body = new Markup(renderToString(message));
  return documentOf({ ...head, meta: messageMeta, scripts: [], rules: "", body }, contextOf(context));
}

const messageMeta = markup`<meta name="robots" content="noindex">`;
const sessionMeta = markup`<meta name="robots" content="noindex, nofollow"><meta name="format-detection" content="telephone=no, address=no, email=no">`;

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
