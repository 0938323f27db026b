import { renderToString } from "react-dom/server";
import { accentRules } from "@/components/checkout/accent-style";
import { type CountryOptions, countryLists, withChosen } from "@/components/checkout/places/country-lists";
import { documentOf } from "@/components/checkout/server/html-document";
import { wordsOf } from "@/components/checkout/words/words-of";
import { Message } from "@/components/message";
import type { Receipt } from "@/lib/checkout/receipt/receipt-view";
import { Markup, markup } from "@/lib/kit/markup";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { LinkView } from "@/lib/payment-links/link-view";
import type { Language } from "@/lib/reference/languages";
import type { LinkFormProps } from "../link-form";
import { LinkPage } from "../link-page";
import { ReceiptPage } from "../receipt-page";
import { linkWords } from "../words/words-of";

/**
 * Renders the pages of payment links and receipts on the server. They need no script of React, so a phone shows them at
 * once. launch/pages/checkout-bundles.ts bundles this module like the renderer of the hosted page.
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
  return pageOf(
    { language, title: `${view.title} – ${view.merchant.name}`, meta: previewOf(view) },
    view,
    page,
    context,
  );
}

/** What a chat shows below the link. */
function previewOf({ title, description, merchant, picture, url }: LinkView): Markup {
  const image = picture ?? merchant.picture;
  return markup`${noIndex}<meta property="og:type" content="website"><meta property="og:title" content="${title}"><meta property="og:site_name" content="${merchant.name}"><meta property="og:description" content="${description ?? merchant.name}">${
    image ? markup`<meta property="og:image" content="${new URL(image, url).href}">` : markup``
  }<meta property="og:url" content="${url}">`;
}

export function renderReceipt(receipt: Receipt, language: Language, context: Context): string {
  const title = fillIn(linkWords[language].receipt.title, { merchant: receipt.merchant.name });
  return pageOf({ language, title, meta: noIndex }, receipt, <ReceiptPage {...{ receipt, language }} />, context);
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
  return pageOf({ language, title, meta: noIndex }, { accent: null }, message, context);
}

const noIndex = markup`<meta name="robots" content="noindex, nofollow">`;

type Head = { language: Language; title: string; meta: Markup };

function pageOf(head: Head, { accent }: { accent: string | null }, page: React.ReactNode, context: Context): string {
  const script = markup`<script nonce="${context.nonce}">${new Markup(conveniences)}</script>`;
  const body = markup`${new Markup(renderToString(page))}${script}`;
  return documentOf({ ...head, scripts: [], rules: accent ? accentRules(accent) : "", body }, context);
}

/** The pages work without this script. It submits the language as soon as it is chosen, and adds a button to print. */
const conveniences = `for(const s of document.querySelectorAll("select[name=lang]"))s.onchange=()=>s.form.submit();for(const p of document.querySelectorAll("[data-print]")){p.hidden=false;p.onclick=()=>print()}`;
