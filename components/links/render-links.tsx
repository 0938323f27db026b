import "@/components/tokens.css";
import { AboutLink } from "@/components/about-link";
import { accentRules } from "@/components/checkout/accent-style";
import { type CountryOptions, countryLists, withChosen } from "@/components/checkout/places/country-lists";
import { wordsOf } from "@/components/checkout/words/words-of";
import { type DocumentContext, type PageDocument, renderDocument } from "@/components/document/render-document";
import { Message } from "@/components/message";
import type { CardLinkView } from "@/lib/card-links/card-link-view";
import type { Receipt } from "@/lib/checkout/receipt/receipt-view";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { LinkView } from "@/lib/payment-links/link-view";
import type { Language } from "@/lib/reference/languages";
import { CardLinkPage } from "./card-link-page";
import type { LinkFormProps } from "./link-form";
import { LinkPage } from "./link-page";
import { ReceiptPage } from "./receipt-page";
import { linkWords } from "./words/words-of";

/**
 * Renders payment links, card links and receipts. They work without their small script, `public/links.js`, too.
 */
type Typed = Pick<LinkFormProps, "values" | "wrong" | "withCard">;

export function renderLink(
  view: LinkView,
  { language, countries, ...typed }: Typed & { language: Language; countries: CountryOptions },
  context: DocumentContext,
): string {
  const lists = countryLists(countries, wordsOf(language));
  const chosen = { country: typed.values.country ?? view.platform, phone_country: "" };
  const body = <LinkPage {...{ view, language }} {...typed} countries={withChosen(lists, chosen).billing} />;
  const title = `${view.title} – ${view.merchant.name}`;
  return pageOf({ language, title, body, preview: <LinkPreview view={view} /> }, view, context);
}

/** What a chat shows below the link. */
function LinkPreview({ view: { title, description, merchant, picture, url } }: { view: LinkView }) {
  const image = picture ?? merchant.picture;
  const properties = {
    ...{ type: "website", title, site_name: merchant.name, description: description ?? merchant.name },
    ...{ image: image && new URL(image, url).href, url },
  };
  return Object.entries(properties).map(
    ([name, content]) => content && <meta key={name} property={`og:${name}`} content={content} />,
  );
}

export function renderCardLink(view: CardLinkView, language: Language, context: DocumentContext): string {
  const title = fillIn(wordsOf(language, "card_create").page.heading, { merchant: view.merchant.name });
  return pageOf({ language, title, body: <CardLinkPage {...{ view, language }} /> }, view, context);
}

export function renderReceipt(receipt: Receipt, language: Language, context: DocumentContext): string {
  const title = fillIn(linkWords[language].receipt.title, { merchant: receipt.merchant.name });
  return pageOf({ language, title, body: <ReceiptPage {...{ receipt, language }} /> }, receipt, context);
}

/** Why there is no page: an unknown address, too many requests, or a failure of ours. */
export function renderAbsence(
  absence: "link" | "card_link" | "receipt" | "busy" | "failure",
  { language, ...context }: DocumentContext & { language: Language },
): string {
  const { link, cardLink, receipt } = linkWords[language];
  const [title, next] = {
    link: [link.missing, link.missingNext],
    card_link: [cardLink.missing, cardLink.missingNext],
    receipt: [receipt.missing, receipt.missingNext],
    busy: [link.tooMany, link.tooManyNext],
    failure: [link.failed, link.failedNext],
  }[absence] as [string, string];
  const body = (
    <Message title={title}>
      <p>{next}</p>
      <AboutLink language={language} />
    </Message>
  );
  return pageOf({ language, title, body }, { accent: null }, context);
}

type Page = Pick<PageDocument, "language" | "title" | "body"> & { preview?: React.ReactNode };

function pageOf({ preview, ...page }: Page, { accent }: { accent: string | null }, context: DocumentContext): string {
  const head = (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {preview}
    </>
  );
  const rules = accent ? accentRules(accent) : "";
  return renderDocument({ ...page, head, rules, scripts: ["/links.js"] }, context);
}
