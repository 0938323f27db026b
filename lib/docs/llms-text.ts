import { env } from "@/lib/kit/env";
import { markdownLink } from "./markdown-pages";
import { titleOf } from "./operation-page";
import { type DocsPage, docsPages } from "./pages";
import { operationsIn } from "./reference";

/** `/llms.txt` in the form of llmstxt.org: a title, a summary, and sections of links with what each page is about. */
export function llmsText(): string {
  const { groups, all } = docsPages();
  const sections = groups.map(({ title, address, pages }) => {
    const overview = all.find((page) => page.address === address);
    return `## ${title}\n\n${[...(overview ? [overview] : []), ...pages].map(linkTo).join("\n")}`;
  });
  return `${[head(), ...sections, files()].join("\n\n")}\n`;
}

const head = () => `# Tradewind

> A hosted card checkout for merchants in Barbados, Grenada, Guyana, Jamaica and Trinidad & Tobago. A shop's server requests a payment, the customer pays on our page, and the browser returns to the shop with a signed result.

Every page of the docs is Markdown at its address with \`.md\`, or with \`Accept: text/markdown\`. The API is at ${env().PUBLIC_URL}/api, and the payment request at ${env().PUBLIC_URL}/plugins/payments/request. Keep an order unpaid until your server has verified \`hash\` and \`tw_signature\` of the result. Amounts are text with two decimals, such as \`"10.00"\`.`;

function linkTo(page: DocsPage): string {
  const about = aboutOf(page);
  return `- ${markdownLink(page.title, page.address)}${about && `: ${about}`}`;
}

/** The first sentence of a page, or the operations that it lists. */
function aboutOf({ title, sections }: DocsPage): string {
  const [sentence = ""] = /^.*?[.:](?= |$)/.exec(sections[0]?.text ?? "") ?? [];
  return sentence.replace(/:$/, ".") || operationsIn(title).map(titleOf).join(", ");
}

const files = () => `## Files for programs

- ${markdownLink("OpenAPI 3.1 document", "/api/openapi.json")}: every endpoint and webhook with descriptions and examples
- ${markdownLink("Rules of redirect and hash", "/docs/redirect-rules.json")}: parameters, hash, signature and the checks of a result
- ${markdownLink("Test vectors", "/docs/vectors.json")}: results, webhooks and payment requests, right and forged, with the answer that your code must give
- ${markdownLink("Postman collection", "/docs/tradewind.postman_collection.json")}: an example of every request`;
