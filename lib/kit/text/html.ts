/**
 * Reads tags, forms and visible text of a page. It is not an HTML parser. Every step moves forward, so a hostile page
 * costs no more time than its length.
 */
type HtmlTag = { name: string; attributes: ReadonlyMap<string, string> };
type ReadPage = { tags: HtmlTag[]; forms: HtmlForm[]; text: string };

const hidden: ReadonlySet<string> = new Set(["script", "style", "template", "title"]);
const tagLengthMax = 64 * 1024;

export function readHtml(html: string): ReadPage {
  const tags: HtmlTag[] = [];
  const texts: string[] = [];
  let isShown = true;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    if (isShown) texts.push(html.slice(at, open < 0 ? html.length : open));
    const name = open < 0 ? "" : (/^<(\/?[a-z][a-z0-9]*)/i.exec(html.slice(open, open + 16))?.[1] ?? "").toLowerCase();
    const close = open < 0 ? -1 : name ? endOfTag(html, open) : html.indexOf(">", open);
    if (close < 0) break;
    if (name && close - open <= tagLengthMax) {
      tags.push({ name, attributes: attributesOf(html.slice(open + name.length + 1, close)) });
    }
    // Browsers with scripts do not show this element, but its forms are real.
    if (name.endsWith("noscript")) isShown = name.startsWith("/");
    at = hidden.has(name) ? placeOf(new RegExp(`</${name}`, "gi"), html, close) : close + 1;
    if (at < 0) break;
  }
  return { tags, forms: formsOf(tags), text: decodeEntities(texts.join(" ")) };
}

/** The first `>` outside a quoted value, or -1. A quote that is never closed is a character like any other. */
function endOfTag(html: string, open: number): number {
  const mark = /=\s*["']|>/g;
  mark.lastIndex = open;
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    if (found[0] === ">") return found.index;
    const quote = html.indexOf(found[0].slice(-1), mark.lastIndex);
    if (quote >= 0) mark.lastIndex = quote + 1;
  }
  return -1;
}

function placeOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
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

export type HtmlForm = {
  action: string | null;
  target: string | null;
  /** The values that a browser posts if the payer enters nothing. */
  fields: Readonly<Record<string, string>>;
  /** The names of the fields that the payer fills in. */
  inputs: readonly string[];
  /** The first button that has a name, with its value. */
  button: Readonly<Record<string, string>>;
};

function formsOf(tags: readonly HtmlTag[]): HtmlForm[] {
  const forms: { head: HtmlTag; fields: FormField[] }[] = [];
  let isOpen = false;
  for (const tag of tags) {
    if (tag.name === "form") forms.push({ head: tag, fields: [] });
    if (/^\/?form$/.test(tag.name)) isOpen = tag.name === "form";
    if (isOpen) forms.at(-1)?.fields.push(...fieldOf(tag));
  }
  return forms.map(({ head: { attributes }, fields }) => ({
    action: attributes.get("action") ?? null,
    target: attributes.get("target") || null,
    fields: valuesOf(fields.filter(({ type, isChecked }) => type !== "submit" && isChecked)),
    inputs: fields.filter(({ type }) => typedTypes.includes(type)).map(({ name }) => name),
    button: valuesOf(fields.filter(({ type }) => type === "submit").slice(0, 1)),
  }));
}

const typedTypes = ["password", "text", "tel", "number"];

type FormField = { name: string; value: string; type: string; isChecked: boolean };

function fieldOf({ name: tag, attributes }: HtmlTag): FormField[] {
  const name = attributes.get("name");
  if (!name || (tag !== "input" && tag !== "button")) return [];
  const type = attributes.get("type")?.toLowerCase() ?? (tag === "button" ? "submit" : "text");
  const isChecked = attributes.has("checked") || (type !== "checkbox" && type !== "radio");
  return [{ name, value: attributes.get("value") ?? "", type, isChecked }];
}

const valuesOf = (fields: readonly FormField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));
