import type { IncomingRequest } from "@/lib/http/message/incoming";
import type { Answer } from "@/lib/http/message/respond";
import { emptyMarkup, markup } from "@/lib/kit/markup";
import { chooseLanguage } from "@/lib/reference/languages";
import { checkStatusWords, moneySentences } from "@/lib/reference/money-sentences";
import { scriptlessPolicy } from "./page-policy";
import { plainPage } from "./plain-page";

const refreshSeconds = 5;
/** The addresses that forms of the hosted page post to. The page itself says what became of the form. */
const action = /^(\/checkout\/[^/]+)\/(pay|leave|extend|challenge\/cancel)\/?$/;
/** Addresses that a payer may open again: the hosted page, the bank's page and the return from it. */
const page = /^\/(checkout\/[^/]+(\/challenge)?|challenge\/[^/]+)\/?$/;

/**
 * The page for a payer whose request met a failure of ours. The payment may have gone through or not, so it gives only
 * advice that is always safe, and leads to an address that is opened by GET: nothing is posted again. It reads nothing
 * from the database. Null if the request did not fail, or is not a payer's.
 */
export function confirmingPage(request: IncomingRequest, { status, headers }: Omit<Answer, "body">): Answer | null {
  const path = action.exec(request.path)?.[1] ?? page.exec(request.path)?.[0];
  if (status < 500 || !path) return null;
  const query = new URLSearchParams(request.search);
  const language = chooseLanguage(query.get("lang"), request.headers.get("accept-language"));
  const address = query.has("lang") ? `${path}?lang=${language}` : path;
  const title = moneySentences[language].payment.confirming;
  return plainPage({
    language,
    title,
    // Only an outage ends by itself.
    head:
      status === 503 ? markup`<meta http-equiv="refresh" content="${refreshSeconds}; url=${address}">` : emptyMarkup,
    body: markup`<h1 data-testid="money-state">${title}</h1>
<p><a class="button" href="${address}">${checkStatusWords[language]}</a></p>`,
    status,
    headers: { ...headers, "content-security-policy": scriptlessPolicy },
  });
}
