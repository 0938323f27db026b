import { answerChallenge, findChallengePage, findCheckoutOf } from "@/lib/checkout/pay/answer-challenge";
import { readCheckoutToken, readReturnToken } from "@/lib/checkout/session/session-token";
import { parseFormBody } from "@/lib/http/body/body";
import { addressOf, enforceRateLimits } from "@/lib/http/limits/rate-limit";
import { perMinute } from "@/lib/http/message/endpoint";
import type { RequestHeaders } from "@/lib/http/message/incoming";
import { type Answer, asJson, redirectTo } from "@/lib/http/message/respond";
import { confirmingPage } from "@/lib/http/pages/confirming-page";
import { contentSecurityPolicy, type Framing } from "@/lib/http/pages/page-policy";
import { nonceOf, plainPage } from "@/lib/http/pages/plain-page";
import type { Exchange } from "@/lib/http/route/exchange";
import { type Handler, toHandler } from "@/lib/http/route/handler";
import { publicPage } from "@/lib/http/route/public-page";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { type AppError, notFound } from "@/lib/kit/errors";
import { Markup, markup } from "@/lib/kit/markup";
import { bankFraming, insideFraming } from "./framing";

/**
 * The bank's challenge page, and the customer's return from it. All three endpoints share one rate limit per address.
 */
const limited = { method: "POST", path: "/challenge", limit: perMinute(120) } as const;

type ChallengeStrategy<Body> = Strategy<null, Body>;

/** The token in the path is the only credential of challenge requests. It is checked after the rate limit. */
const shared = {
  ...publicPage,
  async rateLimit(_sender: null, { clientAddress }: Exchange) {
    await enforceRateLimits(limited, [{ subject: addressOf(clientAddress), limit: limited.limit }]);
  },
  readBody: tokenIn,
  refuse: ({ status, publicMessage, headers }: AppError) =>
    plainPage({
      title: "Back from your bank",
      status,
      headers,
      body: markup`<h1>${publicMessage}</h1>
      <p>Do not pay again. Go back to the payment page, or ask the shop.</p>`,
    }),
  present: (answer: Answer, { request }: Exchange) => asJson(confirmingPage(request, answer) ?? answer),
};

function tokenIn({ params: { token = "" } }: Exchange): string {
  return token;
}

/**
 * The Content-Security-Policy of the bank's HTML. It puts the page into an opaque origin: its inline script can send
 * the browser on to the acquirer or the bank, but cannot reach our cookies, storage or pages. This is the only page
 * without a nonce.
 */
const bankPolicy = ({ ancestors, sources }: Framing): string =>
  [
    "sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation",
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "img-src https: data:",
    "font-src https: data:",
    `frame-src ${sources.join(" ")}`,
    `form-action ${sources.join(" ")}`,
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(" ")}`,
  ].join("; ");

const bankPage: ChallengeStrategy<string> = {
  ...shared,
  contract: { method: "GET", path: "/checkout/{token}/challenge" },
  async parse(_exchange, _sender, token) {
    const sessionId = readCheckoutToken(token);
    if (!sessionId) throw notFound();
    return { showPage: () => showBankPage(token, sessionId) };
  },
};

async function showBankPage(token: string, sessionId: string): Promise<Answer> {
  const html = await findChallengePage(token);
  if (html === null) {
    const framing = await insideFraming(sessionId);
    // The challenge is over, so the customer goes back to the checkout page, which shows the result.
    const policy = contentSecurityPolicy(framing, { isDevelopmentServer: false });
    return returnPage(token, new Headers({ "content-security-policy": policy }));
  }
  return {
    status: 200,
    body: html,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": bankPolicy(await bankFraming(sessionId)),
    },
  };
}

/** The bank posts a form across sites. Its fields are not trusted here, only passed on to the gateway. */
const bankReturn: ChallengeStrategy<{ token: string; form: Record<string, string> }> = {
  ...shared,
  contract: { method: "POST", path: "/challenge/{token}" },
  async readBody(exchange) {
    const token = tokenIn(exchange);
    if (!readReturnToken(token)) throw notFound();
    return { token, form: await parseFormBody(exchange.request) };
  },
  async parse({ request }, _sender, { token, form }) {
    return {
      async showPage() {
        const { checkoutToken, hasNextPage } = await answerChallenge(token, form);
        return hasNextPage ? nextPage(checkoutToken) : returnPage(checkoutToken, request.headers);
      },
    };
  },
};

/** Answers a customer who opens the return URL again, by a reload or in a restored tab. */
const reloadedReturn: ChallengeStrategy<string> = {
  ...shared,
  contract: { method: "GET", path: "/challenge/{token}" },
  async parse({ request }, _sender, token) {
    const checkoutToken = await findCheckoutOf(token);
    if (!checkoutToken) throw notFound();
    return { showPage: async () => returnPage(checkoutToken, request.headers) };
  },
};

const handlerOf = <Body>(strategy: ChallengeStrategy<Body>): Handler =>
  toHandler((request, params) => serve(strategy, request, params));

export const showChallenge = handlerOf(bankPage);
export const takeReturn = handlerOf(bankReturn);
export const showReturn = handlerOf(reloadedReturn);

/** Sends the browser to the bank's next page, in the same frame or window. */
const nextPage = (token: string): Answer => redirectTo(`/checkout/${encodeURIComponent(token)}/challenge`);

/**
 * A page that leads back to the checkout. In a frame it notifies the checkout page; otherwise it redirects there.
 * `headers` contain the Content-Security-Policy.
 */
function returnPage(token: string, headers: RequestHeaders): Answer {
  const page = `/checkout/${encodeURIComponent(token)}`;
  const script = `
    if (window.parent !== window) window.parent.postMessage({ type: "tradewind:challenge-returned" }, location.origin);
    else location.replace(${JSON.stringify(page)});`;
  return plainPage({
    title: "Back from your bank",
    body: markup`<h1>Back from your bank</h1><p>We are confirming with your bank. Do not pay again.</p>
      <p><a class="button" href="${page}" target="_parent">Continue</a></p><script nonce="${nonceOf(headers)}">${new Markup(script)}</script>`,
    headers: { "content-security-policy": headers.get("content-security-policy") ?? "" },
  });
}
