import { errorReturnOf } from "@/lib/checkout/redirect";
import { isFormNavigation } from "@/lib/http/body/form-navigation";
import { type Answer, asJson, redirectTo } from "@/lib/http/message/respond";
import { plainPage } from "@/lib/http/pages/plain-page";
import type { Exchange } from "@/lib/http/route/exchange";
import type { AppError } from "@/lib/kit/errors";
import { emptyMarkup, markup } from "@/lib/kit/markup";
import { errorReturnFor, isLiveRequest, type PaymentSender } from "./payment-sender";

/** Returns an error with the three fields that every answer to a payment request has. */
export function refusePayment(error: AppError, sender?: PaymentSender): Answer {
  const message = error.publicMessage;
  const target = sender && error.status === 400 ? errorReturnFor(sender) : null;
  const url = target ? errorReturnOf(target.responseUrl, message, target) : "";
  const body = JSON.stringify({ url, message, transaction_id: "", ...error.fields });
  return { status: error.status, body, headers: error.headers };
}

/**
 * Programs get JSON. A browser is redirected to the hosted page, or after an error back to the shop. If neither is
 * possible, it gets an error page.
 */
export function presentPayment(answer: Answer, exchange: Exchange, sender?: PaymentSender): Answer {
  if (!isFormNavigation(exchange.request)) return asJson(answer, exchange.headers);
  const headers = { ...exchange.headers, ...answer.headers };
  const { url, message }: { url: string; message: string } = JSON.parse(answer.body);
  const isRefusal = answer.status !== 200;
  if (url && (!isRefusal || mayRedirectBack(sender))) {
    // `href` percent-encodes non-ASCII characters, which a header cannot contain.
    return redirectTo(new URL(url).href, headers);
  }
  const way = url ? markup`<p><a href="${url}" rel="noreferrer">Return to ${new URL(url).host}</a></p>` : emptyMarkup;
  return plainPage({
    title: "The payment cannot be started",
    status: answer.status,
    body: markup`<h1>The payment cannot be started</h1><p>${message}</p><p>Your card was not charged.</p>${way}`,
    headers,
  });
}

/** In live, a refused payment redirects only to hosts that the merchant has registered. Others are shown as a link. */
const mayRedirectBack = (sender?: PaymentSender): boolean =>
  !sender || !isLiveRequest(sender) || (sender.merchant?.responseHosts ?? []).length > 0;
