import type { RequestHeaders } from "@/lib/http/message/incoming";
import type { Answer } from "@/lib/http/message/respond";
import { emptyMarkup, type Markup, markup } from "@/lib/kit/markup";
import { brandFile, plainStyle } from "@/lib/reference/fixed-files";
import type { Language } from "@/lib/reference/languages";
import { contentSecurityPolicy, nonceIn, unframed } from "./page-policy";

/**
 * A page without React, for short messages from route handlers. Its style is `lib/http/pages/plain.css`. A script must
 * carry the nonce of the Content-Security-Policy.
 */
type PlainPage = {
  language?: Language;
  title: string;
  head?: Markup;
  body: Markup;
  status?: number;
  headers?: Record<string, string>;
};

export function plainPage({
  language = "en",
  title,
  head = emptyMarkup,
  body,
  status = 200,
  headers = {},
}: PlainPage): Answer {
  const page = markup`<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="${plainStyle}">${head}</head><body>${mark}<main>${body}</main></body></html>`
    .text;
  return {
    status,
    body: page,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": contentSecurityPolicy(unframed, { isDevelopmentServer: false }),
      ...headers,
    },
  };
}

const mark = markup`<div class="brand"><svg viewBox="0 0 157 32" role="img" aria-label="Tradewind"><use href="${brandFile}#wordmark"/></svg></div>`;

/** Returns the nonce of the Content-Security-Policy that the listener set on this request. */
export const nonceOf = (headers: RequestHeaders): string => nonceIn(headers.get("content-security-policy"));
