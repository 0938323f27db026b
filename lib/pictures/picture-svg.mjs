/**
 * What of an SVG is drawn, and whether it may be: with nothing but what stands in it, in its own words.
 * No scripts or events, no page inside, no reference to anything but its own parts, no
 * movement, and no copies of copies. What it costs to draw is not judged here: the clock does that.
 */

const notDrawn =
  /<!--[\s\S]*?-->|<\?(?!xml-stylesheet)[\s\S]*?\?>|<!doctype(?:"[^"]*"|'[^']*'|[^"'<>[\]])*>|<!\[CDATA\[([\s\S]*?)\]\]>/gi;

/**
 * The same picture without comments, declarations and a plain document type, and with quoted text
 * as ordinary text. It is this text that is judged and drawn, so nothing can hide from one of the two.
 */
export const cleanSvg = (svg) => svg.replace(notDrawn, (_, quoted = "") => escapeMarkup(quoted));

const escapeMarkup = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Why a cleaned SVG is not drawn, in a word of the decoder's (draw-picture.ts); null where it may be. */
export function problemOf(svg) {
  // What is left of these declares entities, or was put together to be missed.
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
    if (tag.element === "use") noteUse(tag, copies);
  }
  if (end !== svg.length) return "unreadable";
  return [...copies.used].some((id) => copies.users.has(id)) ? "references" : null;
}

const tagPattern = /<(\/?)([^\s/>!?<]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(\/?)>([^<]*)/g;
const attributePattern = /([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Every tag, with the text behind it and the tag that it stands in. */
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

/** Without entities of its own these are the only other ways to write a letter. */
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
/** With escapes a style could say all of this in other letters. A quotation mark may be escaped. */
const hasEscapes = (style) => /\\[^"']/.test(style);

function isAllowed({ element, attributes, text }) {
  if (forbiddenElement.test(element)) return false;
  if (hasEscapes(text.content) && [...withParents(text.parent)].some((tag) => tag.element === "style")) return false;
  return attributes.every((attribute) => isAllowedAttribute(element, attribute));
}

function isAllowedAttribute(element, { name, value }) {
  if (name === "xml:base" || name.startsWith("on")) return false;
  if (localName(name) === "href") return isAllowedTarget(element, value);
  // Attributes of other programs say what they like, such as where a file was saved.
  const isStyling = !name.includes(":") && !name.startsWith("data-");
  return !(isStyling && hasEscapes(value));
}

/** Nobody follows the links of a picture, so these may lead anywhere. */
function isAllowedTarget(element, target) {
  if (target === "" || target.startsWith("#")) return true;
  if (element === "a") return /^https?:/i.test(target);
  return element === "image" && embeddedPicture.test(target);
}

/** A use of what itself uses something multiplies with every step: ten lines make a billion shapes. */
function noteUse(use, { users, used }) {
  for (const { attributes } of withParents(use)) {
    for (const { name, value } of attributes) if (name === "id") users.add(value);
  }
  for (const { name, value } of use.attributes) if (localName(name) === "href") used.add(value.slice(1));
}
