import { plainFetch } from "@/lib/conformance/plain-fetch";
import { type FetchOnce, openBrowser } from "@/lib/conformance/shop-browser";
import { type HtmlForm, readHtml } from "@/lib/kit/text/html";

/**
 * Follows the forms of the gateway's and the bank's pages to the end of 3DS, as a browser without scripts does. The
 * merchant's address is not called.
 */

const pagesMax = 20;
const pageLimitMs = 30_000;

type Visit = {
  /** Whether this is the merchant's address. The follower stops there and returns the fields for it. */
  isReturn: (address: URL) => boolean;
  /** The fields that the payer enters. It is called only for a form with such fields. */
  answer: (form: HtmlForm) => Record<string, string>;
  /** Begins with the page's form for a frame, and follows the pages in the frame. */
  beginsInFrame?: boolean;
};

type Return = { action: URL; fields: Record<string, string> };

/** Returns the fields that the browser posts to the merchant, and where, or null if a page leads nowhere. */
export async function followForms(
  html: string,
  { isReturn, answer, beginsInFrame = false }: Visit,
): Promise<Return | null> {
  const limits = { mayVisit: () => true, timeoutMs: () => pageLimitMs, redirectsMax: pagesMax };
  const browser = openBrowser(fetchInEnglish, limits);
  let page: { url?: URL; html: string } = { html };
  for (let step = 0; step < pagesMax; step++) {
    if (page.url && isReturn(page.url)) return { action: page.url, fields: Object.fromEntries(page.url.searchParams) };
    // A form with a target fills a frame.
    const isInFrame = beginsInFrame && step === 0;
    const form = readHtml(page.html).forms.find(
      ({ target, action }) => (target !== null) === isInFrame && action !== null,
    );
    if (!form) return null;
    const action = new URL(form.action ?? "", page.url);
    const fields = { ...form.fields, ...form.button };
    if (isReturn(action)) return { action, fields };
    const typed = form.inputs.length > 0 ? answer(form) : {};
    const body = new URLSearchParams({ ...fields, ...typed, ...browserFacts(form) }).toString();
    const {
      url,
      answer: { status, error, text },
    } = await browser.open(action.href, { body, isArrived: isReturn });
    if (status === null) throw new Error(error ?? "");
    page = { url, html: text };
  }
  throw new Error("The gateway's pages do not end.");
}

const fetchInEnglish: FetchOnce = ({ headers, ...request }) =>
  plainFetch({ ...request, headers: { ...headers, "accept-language": "en-US" } });

/** The values that the script of the first page would fill in. */
const facts: Readonly<Record<string, string>> = {
  browserLanguage: "en-US",
  browserWidth: "1280",
  browserHeight: "800",
  browserTimeZone: "240",
  browserJavaEnabled: "false",
  browserJavascriptEnabled: "true",
  browserColorDepth: "24",
};

const browserFacts = ({ fields }: HtmlForm): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => name in fields));
