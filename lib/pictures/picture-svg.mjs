/**
 * Decides whether an SVG may be drawn. Refuses scripts, event handlers, embedded pages, external references, animation,
 * and `use` elements that copy other `use` elements. It does not limit the cost of drawing; the decoder's timeout does.
 */

const notDrawn =
  /<!--[\s\S]*?-->|<\?(?!xml-stylesheet)[\s\S]*?\?>|<!doctype(?:"[^"]*"|'[^']*'|[^"'<>[\]])*>|<!\[CDATA\[([\s\S]*?)\]\]>/gi;

/**
 * Removes comments, declarations and a plain document type, and turns CDATA into ordinary text. The safety check and
 * the renderer both get this result, so a file cannot show them different content.
 */
export const cleanSvg = (svg) => svg.replace(notDrawn, (_, quoted = "") => escapeMarkup(quoted));

const escapeMarkup = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The reason to refuse a cleaned SVG, as a key of `problems` in draw-picture.ts, or null. */
export function problemOf(svg) {
  // The caller has removed harmless DOCTYPE and XML declarations. One that is left defines entities, or is malicious.
  if (/<[!?]/.test(svg) || refersOutside.test(decodeCharacters(svg))) return "references";
  const copies = { users: new Set(), used: new Set() };
  let end = svg.indexOf("<");
  let roots = 0;
  for (const tag of readTags(svg)) {
    if (tag.start !== end) return "unreadable";
    end = tag.end;
    if (tag.element === "svg" && !tag.isEnd && !tag.parent) roots += 1;
    if (roots > 1) return "unreadable";
    if (!isAllowed(tag)) return "references";
    if (tag.element === "use") recordUse(tag, copies);
  }
  if (end !== svg.length) return "unreadable";
  return [...copies.used].some((id) => copies.users.has(id)) ? "references" : null;
}

const tagPattern = /<(\/?)([^\s/>!?<]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(\/?)>([^<]*)/g;
const attributePattern = /([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Every tag, with the text after it and its parent tag. */
function* readTags(svg) {
  let parent = null;
  for (const match of svg.matchAll(tagPattern)) {
    const [all, slash, name, attributes, closing, text] = match;
    const isEnd = slash !== "";
    if (isEnd) parent = parent?.parent ?? null;
    const tag = { element: localName(name), isEnd, attributes: [...readAttributes(attributes)], parent };
    if (!isEnd && !closing) parent = tag;
    yield { ...tag, start: match.index, end: match.index + all.length, text: { content: text, parent } };
  }
}

function* readAttributes(text) {
  for (const [, name, double, single] of text.matchAll(attributePattern)) {
    yield { name: name.toLowerCase(), value: decodeCharacters(double ?? single) };
  }
}

const localName = (name) => name.slice(name.lastIndexOf(":") + 1).toLowerCase();

function* withParents(tag) {
  for (let at = tag; at; at = at.parent) yield at;
}

const named = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };

/** Decodes character references, which can disguise forbidden text. SVGs with custom entities were already refused. */
function decodeCharacters(text) {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(quot|apos|lt|gt|amp));/gi, (reference, hex, decimal, name) => {
    if (name) return named[name.toLowerCase()];
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

const forbiddenElement = /^(?:script|handler|listener|foreignobject|iframe|feimage|animat.*|set)$/;
const embeddedPicture = /^data:image\/(?:png|jpe?g|gif);base64,/i;
const refersOutside =
  /@import|url\(\s*["']?\s*(?!["'\s#]|data:(?:font|application)\/[\w.+-]+(?:;charset=[\w-]+)?;base64,)/i;
/**
 * Whether a style contains CSS escapes other than escaped quotation marks. They are refused, because they could hide a
 * forbidden `url()`.
 */
const hasEscapes = (style) => /\\[^"']/.test(style);

function isAllowed({ element, attributes, text }) {
  if (forbiddenElement.test(element)) return false;
  if (hasEscapes(text.content) && [...withParents(text.parent)].some((tag) => tag.element === "style")) return false;
  return attributes.every((attribute) => isAllowedAttribute(element, attribute));
}

function isAllowedAttribute(element, { name, value }) {
  if (name === "xml:base" || name.startsWith("on")) return false;
  if (localName(name) === "href") return isAllowedTarget(element, value);
  // Drawing programs add namespaced and `data-` attributes, which may contain anything, such as file paths.
  const isStyling = !name.includes(":") && !name.startsWith("data-");
  return !(isStyling && hasEscapes(value));
}

/** Links (`a`) may point to any web address, because the rendered PNG contains no links. */
function isAllowedTarget(element, target) {
  if (target === "" || target.startsWith("#")) return true;
  if (element === "a") return /^https?:/i.test(target);
  return element === "image" && embeddedPicture.test(target);
}

/** Collects ids, to refuse a `use` of an element that contains a `use`: ten levels could draw a billion shapes. */
function recordUse(use, { users, used }) {
  for (const { attributes } of withParents(use)) {
    for (const { name, value } of attributes) if (name === "id") users.add(value);
  }
  for (const { name, value } of use.attributes) if (localName(name) === "href") used.add(value.slice(1));
}
