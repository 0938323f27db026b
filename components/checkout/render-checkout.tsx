import "@/components/tokens.css";
import { AboutLink } from "@/components/about-link";
import { type DocumentContext, renderDocument } from "@/components/document/render-document";
import { Message } from "@/components/message";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Language } from "@/lib/reference/languages";
import type { Purpose } from "@/lib/reference/purposes";
import { accentRules } from "./accent-style";
import type { HydratedProps } from "./browser/hydrate";
import { Checkout, type CheckoutProps } from "./checkout";
import { FailureBoundary } from "./failure";
import { type CountryLists, type CountryOptions, countryLists, likelyLists, withChosen } from "./places/country-lists";
import { keptParts, shownDetails } from "./shown-details";
import type { Words } from "./words/en";
import { wordsOf } from "./words/words-of";

/** Renders the hosted page on the server. */
type Session = Omit<CheckoutProps, "words" | "lists" | "parts" | keyof ReturnType<typeof shownDetails>> & {
  accent: string | null;
  /** The country that the browser's language names, or an empty string. */
  likelyCountry: string;
  /** Whether the country selects contain all countries, although billing details are optional. */
  hasAllCountries: boolean;
};

export function renderCheckout(opened: Session, countries: CountryOptions, context: DocumentContext): string {
  const { accent, likelyCountry, hasAllCountries, states, ...rest } = opened;
  const { language, view, prefill } = rest;
  const words = wordsOf(language, view.purpose);
  const data: HydratedProps = { ...rest, ...shownDetails(rest, countries), words };
  const allLists = withChosen(listsOf(language, countries), prefill, likelyCountry);
  const lists = view.avs || hasAllCountries ? allLists : likelyLists(allLists);
  return renderDocument(
    {
      language,
      title: fillIn(words.page.heading, { merchant: view.merchant.name, amount: data.amount }),
      head: sessionMeta,
      body: (
        <FailureBoundary>
          <Checkout {...data} {...{ lists, states }} parts={keptParts(view, language)} />
        </FailureBoundary>
      ),
      rules: accent ? accentRules(accent) : "",
      data: { ...data, words: scriptWords(words, view.purpose) },
    },
    context,
  );
}

/** The texts without those that only the server renders, because they are a part of every page. */
function scriptWords({ missing: _missing, summary: _summary, storing, ...words }: Words, purpose: Purpose): Words {
  return { ...words, ...(purpose === "card_create" && { storing }) } as Words;
}

/** Unknown and malformed tokens get the same text. */
export function renderMissing(language: Language, context: DocumentContext): string {
  const { missing } = wordsOf(language);
  const body = (
    <Message title={missing.heading}>
      <p>{missing.next}</p>
      <AboutLink language={language} />
    </Message>
  );
  return renderDocument(
    { language, title: "Tradewind", head: <meta name="robots" content="noindex" />, body },
    context,
  );
}

const sessionMeta = (
  <>
    <meta name="robots" content="noindex, nofollow" />
    <meta name="format-detection" content="telephone=no, address=no, email=no" />
  </>
);

const listsByLanguage = new Map<Language, CountryLists>();

function listsOf(language: Language, countries: CountryOptions): CountryLists {
  const lists = listsByLanguage.get(language) ?? countryLists(countries, wordsOf(language));
  listsByLanguage.set(language, lists);
  return lists;
}
