import { answerChallenge, findChallengePage } from "@/lib/checkout/answer-challenge";
import { insideFraming } from "@/lib/checkout/framing";
import { readCheckoutToken } from "@/lib/checkout/session-token";
import { readForm } from "@/lib/http/body";
import { openExchange, refusalOf } from "@/lib/http/exchange";
import { contentSecurityPolicy } from "@/lib/http/page-policy";
import { nonceOf, plainPage } from "@/lib/http/plain-page";

/** The bank's page on its way in, and the customer's browser on its way back from it. */

type TokenContext = { params: Promise<{ token: string }> };

/**
 * The bank's own HTML, on an origin of nobody's: the sandbox lets its script send the browser on to
 * the bank, and keeps it from everything that is ours.
 */
const bankSandbox = "sandbox allow-forms allow-scripts allow-popups allow-top-navigation-by-user-activation";

export async function showChallenge(_request: Request, context: TokenContext): Promise<Response> {
  const { token } = await context.params;
  const framing = await insideFraming(readCheckoutToken(token));
  const policy = contentSecurityPolicy(framing, { isDevelopmentServer: false });
  const html = await findChallengePage(token);
  // It is over, or was never there: the page knows.
  if (html === null) return returnPage(token, new Headers({ "content-security-policy": policy }));
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `${bankSandbox}; frame-ancestors ${framing.ancestors.join(" ")}`,
    },
  });
}

/** Across sites, by a form POST: whatever it carries is handed to the gateway, and believed by nobody here. */
export async function takeReturn(request: Request, context: TokenContext): Promise<Response> {
  const { token } = await context.params;
  try {
    const { checkoutToken } = await answerChallenge(token, await readForm(request));
    return returnPage(checkoutToken, request.headers);
  } catch (error) {
    const { status, publicMessage } = refusalOf(openExchange(request), error);
    return plainPage({ title: "Back from your bank", status, body: `<h1>${publicMessage}</h1>` });
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
    body: `<h1>Back from your bank</h1><p>Your payment goes on by itself.</p>
      <p><a href="${page}" target="_parent">Continue</a></p><script nonce="${nonceOf(headers)}">${script}</script>`,
    headers: { "content-security-policy": headers.get("content-security-policy") ?? "" },
  });
}
