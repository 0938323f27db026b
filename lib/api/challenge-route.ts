import { answerChallenge, findChallengePage, findCheckoutOf } from "@/lib/checkout/pay/answer-challenge";
import { readCheckoutToken, readReturnToken } from "@/lib/checkout/session/session-token";
import { parseFormBody } from "@/lib/http/body/body";
import { addressOf, enforceRateLimits } from "@/lib/http/limits/rate-limit";
import { contentSecurityPolicy } from "@/lib/http/listener/page-policy";
import { escapeHtml, nonceOf, plainPage } from "@/lib/http/listener/plain-page";
import { perMinute } from "@/lib/http/route/endpoint";
import { openExchange, refusalOf } from "@/lib/http/route/exchange";
import { notFound } from "@/lib/kit/errors";
import { insideFraming } from "./framing";

/** The bank's page on its way in, and the customer's browser on its way back from it. */

type TokenContext = { params: Promise<{ token: string }> };

/**
 * The bank's own HTML, on an origin of nobody's: the sandbox lets its script send the browser on to
 * the bank, and keeps it from everything that is ours.
 */
const bankSandbox = "sandbox allow-forms allow-scripts allow-popups allow-top-navigation-by-user-activation";

export async function showChallenge(request: Request, context: TokenContext): Promise<Response> {
  const { token } = await context.params;
  return answering(request, async () => {
    const sessionId = readCheckoutToken(token);
    if (!sessionId) throw notFound();
    const framing = await insideFraming(sessionId);
    const html = await findChallengePage(token);
    // It is over: the page knows.
    if (html === null) {
      const policy = contentSecurityPolicy(framing, { isDevelopmentServer: false });
      return returnPage(token, new Headers({ "content-security-policy": policy }));
    }
    return new Response(html, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": `${bankSandbox}; frame-ancestors ${framing.ancestors.join(" ")}`,
      },
    });
  });
}

/** Across sites, by a form POST: whatever it carries is handed to the gateway, and believed by nobody here. */
export async function takeReturn(request: Request, context: TokenContext): Promise<Response> {
  const { token } = await context.params;
  return answering(request, async () => {
    if (!readReturnToken(token)) throw notFound();
    const { checkoutToken } = await answerChallenge(token, await parseFormBody(request));
    return returnPage(checkoutToken, request.headers);
  });
}

/** Somebody came back to the address itself, by a reload or a restored tab. */
export async function showReturn(request: Request, context: TokenContext): Promise<Response> {
  const { token } = await context.params;
  return answering(request, async () => {
    const checkoutToken = await findCheckoutOf(token);
    if (!checkoutToken) throw notFound();
    return returnPage(checkoutToken, request.headers);
  });
}

const limit = { method: "POST", path: "/challenge", limit: perMinute(120) } as const;

/** Counted per address like everything else; a refusal is told in a page. */
async function answering(request: Request, work: () => Promise<Response>): Promise<Response> {
  const exchange = openExchange(request);
  try {
    await enforceRateLimits(limit, [{ subject: addressOf(exchange.clientAddress), limit: limit.limit }]);
    return await work();
  } catch (error) {
    const { status, publicMessage } = refusalOf(exchange, error);
    const body = `<h1>${escapeHtml(publicMessage)}</h1>
      <p>Do not pay again before you have seen the payment page, or asked the shop.</p>`;
    return plainPage({ title: "Back from your bank", status, body });
  }
}

/** In the frame it tells the checkout page; by itself it goes there. `headers` hold the page's policy. */
function returnPage(token: string, headers: Headers): Response {
  const page = `/checkout/${encodeURIComponent(token)}`;
  const script = `
    if (window.parent !== window) window.parent.postMessage({ type: "tradewind:challenge-returned" }, location.origin);
    else location.replace(${JSON.stringify(page)});`;
  return plainPage({
    title: "Back from your bank",
    body: `<h1>Back from your bank</h1><p>We are confirming with your bank. Do not pay again.</p>
      <p><a href="${page}" target="_parent">Continue</a></p><script nonce="${nonceOf(headers)}">${script}</script>`,
    headers: { "content-security-policy": headers.get("content-security-policy") ?? "" },
  });
}
