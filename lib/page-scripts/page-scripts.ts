import { contentSecurityPolicy, unframed } from "@/lib/http/listener/page-policy";

/**
 * Reads the scripts that a browser would run from a page's HTML and headers. It is written for our own pages: anything
 * that they do not normally contain is a problem.
 */
export type PageScripts = { addresses: string[]; problems: string[] };

type Served = { html: string; headers: Headers };

const scriptTag = /<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/script\s*>/gi;
const linkTag = /<link\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
/** Elements that can run code or change the base of relative URLs. Our pages do not contain any of them. */
const foreignTag = /<(iframe|frame|object|embed|base|applet|portal)\b/gi;
const handlerAttribute = /<[a-z][^>]*?[\s/"']on[a-z]+\s*=/gi;
const bootstrap = "(self.__next_f=self.__next_f||[]).push([0])";
const dataPush = /^self\.__next_f\.push\((\[[\s\S]*\])\)$/;
/** A reference to a client component in React's payload, with its chunks as `[id, path, …]`. */
const clientReference = /:I\[[^,\]]*,(\[[^\]]*\])/g;
/** Matches a string row in React's payload, to which other rows refer as `$id`. */
const stringRow = /(?:^|\n)([0-9a-f]+):("(?:[^"\\]|\\.)*")/g;
const scriptHint = /(?:^|\n)[0-9a-f]*:H[XM]/;
/** Matches an element in React's payload, such as `["$","script",key,{…}]`. */
const dataElement = /\["\$","((?:[^"\\]|\\.)*)",(?:"(?:[^"\\]|\\.)*"|[^,"]*)(?:,(\{[^}]*\}))?/g;
const runningElements = ["script", "iframe", "frame", "object", "embed", "base", "applet", "portal"];

export function readPageScripts({ html, headers }: Served): PageScripts {
  const policy = headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? null;
  const tags = [...html.matchAll(scriptTag)].map(([, attributes = "", text = ""]) => ({ attributes, text }));
  const inline = tags.filter(({ attributes }) => attributeOf(attributes, "src") === null);
  const data = inline.map(({ text }) => dataOf(text));
  // Removes the content of inline scripts, so that markup inside them is not parsed as HTML.
  const markup = html.replace(scriptTag, (tag, _attributes, text: string) => tag.replace(text, () => ""));
  return {
    addresses: [
      ...tags.flatMap(({ attributes }) => attributeOf(attributes, "src") ?? []),
      ...preloadsIn(html),
      ...chunksIn(data.join("")),
      ...elementsIn(data.join("")).flatMap(({ name, src }) => (name === "script" ? src : [])),
    ],
    problems: [
      ...policyProblems(policy, headers),
      ...tags
        .filter(({ attributes }) => attributeOf(attributes, "nonce") !== nonce)
        .map(() => "A script has no valid nonce."),
      ...data.filter((text) => text === null).map(() => "An inline script is not the page's own data."),
      ...countProblem(markup.match(/<script\b/gi), tags.length),
      ...[...markup.matchAll(foreignTag)].map(([, name]) => `The page contains a <${name}> element.`),
      ...[...markup.matchAll(handlerAttribute)].map(() => "An element has an event handler in its markup."),
      ...elementsIn(data.join(""))
        .filter(({ name }) => name !== "script")
        .map(({ name }) => `The page's data contains a <${name}> element.`),
      ...(scriptHint.test(data.join("")) ? ["The page's data asks for a script."] : []),
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

/** The data that an inline script passes to React. Null for any other script. */
function dataOf(script: string): string | null {
  if (script === bootstrap) return "";
  const pushed = parse(dataPush.exec(script)?.[1] ?? "");
  if (!Array.isArray(pushed) || pushed[0] !== 1 || pushed.length !== 2) return null;
  return typeof pushed[1] === "string" ? pushed[1] : null;
}

/**
 * The script chunks in React's payload. An unreadable list is returned as an address, so that the check fails: no
 * inventory contains it.
 */
function chunksIn(data: string): string[] {
  const rows = new Map([...data.matchAll(stringRow)].map(([, id, text = ""]) => [`$${id}`, parse(text)]));
  return [...data.matchAll(clientReference)].flatMap(([, list = ""]) => {
    const chunks = parse(list);
    if (!Array.isArray(chunks)) return [list];
    return chunks.filter((_, index) => index % 2 === 1).map((path) => `/_next/${rows.get(path) ?? path}`);
  });
}

/**
 * Elements in React's payload that can run code. If the properties of a script are unreadable, they are returned as its
 * address, so that the check fails: no inventory contains it.
 */
function elementsIn(data: string): { name: string; src: string }[] {
  const elements = [...data.matchAll(dataElement)].map(([, name = "", properties = ""]) => ({
    name: String(parse(`"${name}"`)).toLowerCase(),
    properties,
  }));
  const running = elements.filter(({ name }) => runningElements.includes(name));
  return running.map(({ name, properties }) => {
    const read = parse(properties);
    const src = typeof read === "object" && read !== null && "src" in read ? read.src : null;
    return { name, src: typeof src === "string" ? src : properties };
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
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
