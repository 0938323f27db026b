import { errorReturnOf } from "@/lib/checkout/redirect/redirect";
import { contentSecurityPolicy, unframed } from "@/lib/http/listener/page-policy";
import { escapeHtml, plainPage } from "@/lib/http/listener/plain-page";
import type { Answer } from "@/lib/http/route/respond";
import type { AppError } from "@/lib/kit/errors";
import type { Sender } from "./payment-sender";

/** A refusal in the three fields that every answer of the payment request has. */
export const refuseSender =
  ({ responseUrl, orderId, data }: Sender) =>
  (error: AppError): Answer => {
    const message = error.publicMessage;
    const url = responseUrl && error.status === 400 ? errorReturnOf(responseUrl, message, { orderId, data }) : "";
    const body = JSON.stringify({ url, message, transaction_id: "", ...error.fields });
    return { status: error.status, body, headers: error.headers };
  };

/** A browser goes to the hosted page, or back to the shop with the refusal; where neither will do, it stays with us. */
export function sendOn(answer: Answer, { merchant, isLive }: Sender, common: Record<string, string>): Response {
  const headers = { ...common, ...answer.headers };
  const { url, message } = JSON.parse(answer.body) as { url: string; message: string };
  const isRefusal = answer.status !== 200;
  // In live a browser is only shown the way to a host that the merchant has not registered.
  const isVouchedFor = !isLive || (merchant?.responseHosts ?? []).length > 0;
  if (url && (!isRefusal || isVouchedFor)) {
    // A header takes no letters of other alphabets, and a shop's address may hold some.
    const location = new URL(url).href;
    return new Response(null, { status: 303, headers: { ...headers, location, "cache-control": "no-store" } });
  }
  const way =
    url && `<p><a href="${escapeHtml(url)}" rel="noreferrer">Return to ${escapeHtml(new URL(url).host)}</a></p>`;
  return plainPage({
    title: "The payment cannot be started",
    status: answer.status,
    body: `<h1>The payment cannot be started</h1><p>${escapeHtml(message)}</p><p>Your card was not charged.</p>${way}`,
    // Answers of the API carry none; this one is a page.
    headers: {
      ...headers,
      "content-security-policy": contentSecurityPolicy(unframed, { isDevelopmentServer: false }),
    },
  });
}
