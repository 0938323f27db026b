import { markdownSuffix } from "@/lib/docs/markdown-pages";
import { type DocsPage, docsFrame, findDocsPage, neighboursOf } from "@/lib/docs/pages";
import { acceptWeight } from "@/lib/http/message/accept";
import { type FixedText, fixedAnswer, fixedText } from "@/lib/http/message/fixed-text";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { withoutTrailingSlashes } from "@/lib/http/message/path";
import type { Answer } from "@/lib/http/message/respond";
import { env } from "@/lib/kit/env";
import { siteRoute } from "./site-route";

/** A page of the docs as HTML, or as Markdown for addresses that end in `.md` and for clients that prefer Markdown. */
export const docsRoute = () =>
  siteRoute("docs", ({ renderDocsPage, assets }, request) => {
    const path = withoutTrailingSlashes(request.path);
    const isMarkdown = path.endsWith(markdownSuffix);
    const page = findDocsPage(isMarkdown ? path.slice(0, -markdownSuffix.length) : path);
    if (isMarkdown || prefersMarkdown(request)) return answerMarkdown(page, request);
    if (!page) return null;
    const props = { page, frame: docsFrame(page.navAddress), ...neighboursOf(page) };
    return { key: page.address, render: (nonce) => renderDocsPage(props, { ...assets, nonce }), headers: vary };
  });

const vary = { vary: "accept" };

/** Browsers never name Markdown. */
function prefersMarkdown({ headers }: IncomingRequest): boolean {
  const weight = acceptWeight(headers, "text/markdown");
  return weight > 0 && weight >= acceptWeight(headers, "text/html");
}

const written = new Map<string, FixedText>();

function answerMarkdown(page: DocsPage | undefined, request: IncomingRequest): Answer {
  if (!page) return missingMarkdown();
  const text = written.get(page.address) ?? fixedText("text/markdown; charset=utf-8", page.markdown.text);
  written.set(page.address, text);
  const answer = fixedAnswer(text, request);
  return { ...answer, headers: { ...answer.headers, ...vary } };
}

const missingMarkdown = (): Answer => ({
  status: 404,
  body: `There is no page at this address. ${env().PUBLIC_URL}/llms.txt lists all pages.\n`,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...vary },
});
