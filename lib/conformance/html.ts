/**
 * Reads tags and visible text from a shop's page. It is not an HTML parser: it finds forms and words. Every step moves
 * forward, so a hostile page costs no more time than its length.
 */
export type HtmlTag = { name: string; attributes: ReadonlyMap<string, string> };

const hidden: ReadonlySet<string> = new Set(["script", "style", "template", "title", "noscript"]);
const tagLengthMax = 8192;

export function readHtml(html: string): { tags: HtmlTag[]; text: string } {
  const lowerCase = html.toLowerCase();
  const tags: HtmlTag[] = [];
  const texts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    texts.push(html.slice(at, open < 0 ? html.length : open));
    const close = open < 0 ? -1 : html.indexOf(">", open);
    if (close < 0) break;
    const name = /^<(\/?[a-z][a-z0-9]*)/.exec(lowerCase.slice(open, open + 16))?.[1] ?? "";
    if (name && close - open <= tagLengthMax) {
      tags.push({ name, attributes: attributesOf(html.slice(open + name.length + 1, close)) });
    }
    at = hidden.has(name) ? lowerCase.indexOf(`</${name}`, close) : close + 1;
    if (at < 0) break;
  }
  return { tags, text: decodeEntities(texts.join(" ")) };
}

const attribute = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(attribute)].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ""),
    ]),
  );

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", rsquo: "’", nbsp: " " },
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    if (name) return entities[name.toLowerCase()] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

export type HtmlForm = { action: string; fields: Readonly<Record<string, string>> };

/** The forms of a page with their hidden and other inputs. */
export function formsOf(tags: readonly HtmlTag[]): HtmlForm[] {
  const forms: { action: string; fields: Record<string, string> }[] = [];
  let current: (typeof forms)[number] | null = null;
  for (const { name, attributes } of tags) {
    if (name === "form") {
      current = { action: attributes.get("action") ?? "", fields: {} };
      forms.push(current);
    }
    if (name === "/form") current = null;
    const field = attributes.get("name");
    if (current && name === "input" && field) current.fields[field] = attributes.get("value") ?? "";
  }
  return forms;
}
