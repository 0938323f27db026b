import { permalinkParameters } from "@/lib/demo/permalink";
import type { Answer } from "@/lib/http/message/respond";
import { plainPage } from "@/lib/http/pages/plain-page";
import { Markup, markup } from "@/lib/kit/markup";
import { permalinkTo } from "@/lib/reference/testing/permalinks";

/** A URL may contain thousands of mistakes. */
const mistakesMax = 10;

const join = (parts: readonly Markup[]): Markup => new Markup(parts.map(({ text }) => text).join("\n"));

/** Lists the names of permalinks, after the mistakes of the permalink that the reader followed. */
export function namesPage(mistakes: readonly string[]): Answer {
  const title = mistakes.length > 0 ? "This permalink cannot be followed" : "Permalinks of the sandbox";
  const found = mistakes.slice(0, mistakesMax).map((mistake) => markup`<p>${mistake}</p>`);
  const lists = Object.entries(permalinkParameters).map(([parameter, { names, isList }]) => {
    const items = Object.entries(names).map(
      ([name, words]) =>
        markup`<li><a href="${permalinkTo({ [parameter]: name })}" rel="nofollow"><code>${name}</code></a> ${words}</li>`,
    );
    return markup`<h2>${parameter}</h2>
<p>${isList ? "Names, separated by commas." : "One name."}</p>
<ul>${join(items)}</ul>`;
  });
  return plainPage({
    title,
    status: mistakes.length > 0 ? 400 : 200,
    body: markup`<h1>${title}</h1>
${join(found)}
<p>A permalink opens a new sandbox session of the demo shop, with the form filled in. All parameters are optional.</p>
${join(lists)}
<p><a href="/docs/test-cards#permalinks">Permalinks in the docs</a></p>`,
  });
}
