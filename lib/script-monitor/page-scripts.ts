import { contentSecurityPolicy, unframed } from "@/lib/http/pages/page-policy";

/**
 * Reads the scripts that a browser would run from a page's HTML and headers. It is written for our own pages: anything
 * that they do not normally contain is a problem.
 */
export type PageScripts = { addresses: string[]; problems: string[] };

type Served = { html: string; headers: Headers };
type ScriptTag = { attributes: string; text: string };

const scriptTag = /<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/script\s*>/gi;
const linkTag = /<link\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
/** Elements that can run code or change the base of relative URLs. Our pages do not contain any of them. */
const foreignTag = /<(iframe|frame|object|embed|base|applet|portal)\b/gi;
const handlerAttribute = /<[a-z][^>]*?[\s/"']on[a-z]+\s*=/gi;

export function readPageScripts({ html, headers }: Served): PageScripts {
  const policy = headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? null;
  const tags = [...html.matchAll(scriptTag)].map(([, attributes = "", text = ""]) => ({ attributes, text }));
  // Removes the content of inline scripts, so that markup inside them is not parsed as HTML.
  const markup = html.replace(scriptTag, (tag, _attributes, text: string) => tag.replace(text, () => ""));
  return {
    addresses: [...tags.flatMap(({ attributes }) => attributeOf(attributes, "src") ?? []), ...preloadsIn(html)],
    problems: [
      ...policyProblems(policy, headers),
      ...tags
        .filter(({ attributes }) => attributeOf(attributes, "nonce") !== nonce)
        .map(() => "A script has no valid nonce."),
      ...tags.filter((tag) => !isAddressOrData(tag, nonce)).map(() => "An inline script is not the page's own data."),
      ...countProblem(markup.match(/<script\b/gi), tags.length),
      ...[...markup.matchAll(foreignTag)].map(([, name]) => `The page contains a <${name}> element.`),
      ...[...markup.matchAll(handlerAttribute)].map(() => "An element has an event handler in its markup."),
    ],
  };
}

/** The served Content-Security-Policy must equal the one that our web server sends, apart from the nonce. */
function policyProblems(policy: string, headers: Headers): string[] {
  const plain = (text: string) => text.replace(/'nonce-[^']*'/g, "'nonce'");
  const expected = contentSecurityPolicy(unframed, { isDevelopmentServer: false });
  return [
    ...(plain(policy) === plain(expected) ? [] : ["The Content-Security-Policy differs from ours."]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : ["X-Content-Type-Options is not nosniff."]),
    ...(/\bas="?script|modulepreload/i.test(headers.get("link") ?? "") ? ["A Link header asks for a script."] : []),
  ];
}

function countProblem(opened: RegExpMatchArray | null, read: number): string[] {
  return (opened?.length ?? 0) === read ? [] : ["A script element could not be read."];
}

/** Whether a script has an address and no text, or is exactly the element with the page's JSON, which does not run. */
function isAddressOrData({ attributes, text }: ScriptTag, nonce: string | null): boolean {
  if (attributeOf(attributes, "src") !== null) return text === "";
  return attributes === ` type="application/json" id="checkout-data" nonce="${nonce}"`;
}

function preloadsIn(html: string): string[] {
  const links = [...html.matchAll(linkTag)].map(([, attributes = ""]) => attributes);
  const isScript = (attributes: string) =>
    attributeOf(attributes, "as") === "script" || attributeOf(attributes, "rel") === "modulepreload";
  return links.filter(isScript).map((attributes) => attributeOf(attributes, "href") ?? "");
}

function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s/"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? "") : null;
}
