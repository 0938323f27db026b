import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { accentRules } from "@/components/checkout/accent-style";
import { type CountryOptions, countryLists, withChosen } from "@/components/checkout/places/country-lists";
import { documentOf } from "@/components/checkout/server/html-document";
import { wordsOf } from "@/components/checkout/words/words-of";
import { Message } from "@/components/message";
import type { Receipt } from "@/lib/checkout/receipt/receipt-view";
import { Markup } from "@/lib/kit/markup";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { LinkView } from "@/lib/payment-links/link-view";
import type { Language } from "@/lib/reference/languages";
import type { LinkFormProps } from "../link-form";
import { LinkPage } from "../link-page";
import { ReceiptPage } from "../receipt-page";
import { linkWords } from "../words/words-of";

/**
 * Renders the pages of payment links and receipts on the server. They need no script of React, so a phone shows them at
 * once. They have a small script, `public/links.js`, and work without it. launch/pages/checkout-bundles.ts bundles this
 * module like the renderer of the hosted page.
 */
type Context = { style: string; nonce: string };
type Typed = Pick<LinkFormProps, "values" | "wrong" | "withCard">;

export function renderLink(
  view: LinkView,
  { language, countries, ...typed }: Typed & { language: Language; countries: CountryOptions },
  context: Context,
): string {
  const lists = countryLists(countries, wordsOf(language));
  const chosen = { country: typed.values.country ?? view.platform, phone_country: "" };
  const page = <LinkPage {...{ view, language }} {...typed} countries={withChosen(lists, chosen).billing} />;
  const title = `${view.title} – ${view.merchant.name}`;
  return pageOf({ language, title, preview: <LinkPreview view={view} /> }, view, page, context);
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

export function renderReceipt(receipt: Receipt, language: Language, context: Context): string {
  const title = fillIn(linkWords[language].receipt.title, { merchant: receipt.merchant.name });
  return pageOf({ language, title }, receipt, <ReceiptPage {...{ receipt, language }} />, context);
}

/** Why there is no page: an unknown address, too many requests, or a failure of ours. */
export function renderAbsence(
  absence: "link" | "receipt" | "busy" | "failure",
  { language, ...context }: Context & { language: Language },
): string {
  const { link, receipt } = linkWords[language];
  const [title, next] = {
    link: [link.missing, link.missingNext],
    receipt: [receipt.missing, receipt.missingNext],
    busy: [link.tooMany, link.tooManyNext],
    failure: [link.failed, link.failedNext],
  }[absence] as [string, string];
  const message = (
    <Message title={title}>
      <p>{next}</p>
    </Message>
  );
  return pageOf({ language, title }, { accent: null }, message, context);
}

type Head = { language: Language; title: string; preview?: React.ReactNode };

function pageOf(
  { preview, ...head }: Head,
  { accent }: { accent: string | null },
  page: React.ReactNode,
  context: Context,
): string {
  const metas = (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {preview}
    </>
  );
  const meta = new Markup(renderToStaticMarkup(metas));
  const body = new Markup(renderToString(page));
  const rules = accent ? accentRules(accent) : "";
  return documentOf({ ...head, meta, scripts: ["/links.js"], rules, body }, context);
}
