/**
 * Whether an SVG draws with nothing but what stands in it, in its own words: no document type, no
 * scripts or events, no other document inside, no reference to anything but its own parts, no
 * movement, and no copies of copies. What it costs to draw is not judged here: the clock does that.
 */
export function isSelfContained(svg) {
  const text = decodeCharacters(svg);
  return !forbidden.some((pattern) => pattern.test(text)) && !hasInnerSvg(text) && !hasUseOfUse(text);
}

const forbidden = [
  /<!(?:doctype|entity)/i,
  /<\?(?!xml\s)/i,
  /<(?:[\w.-]+:)?(?:script|handler|listener|foreignobject|iframe|image|feimage|animate\w*|set)[\s/>]/i,
  /[\s/"']on\w+\s*=/i,
  /\bxml:base\s*=/i,
  /href\s*=\s*["']?(?!["'\s#])/i,
  /url\(\s*["']?\s*(?!["'\s#])/i,
  /@import/i,
  // With escapes a style sheet could say all of this in other letters.
  /\\[0-9a-f]/i,
];

/** Without a document type these are the only other way to write a letter. */
function decodeCharacters(text) {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (reference, hex, decimal) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}

function hasInnerSvg(text) {
  return (text.match(/<(?:[\w.-]+:)?svg[\s/>]/gi) ?? []).length > 1;
}

const tag = /<(\/?)([^\s/>!?<]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(\/?)>/g;
const idPattern = /\sid\s*=\s*["']([^"']*)/;
const targetPattern = /href\s*=\s*["']\s*#([^"']*)/;

/** A use of what itself uses something multiplies with every step: ten lines make a billion shapes. */
function hasUseOfUse(text) {
  const around = [];
  const users = new Set();
  const used = new Set();
  for (const [, isEnd, name, attributes, isEmpty] of text.matchAll(tag)) {
    if (isEnd) {
      around.pop();
      continue;
    }
    const id = idPattern.exec(attributes)?.[1];
    if (/^(?:.*:)?use$/.test(name)) {
      used.add(targetPattern.exec(attributes)?.[1]);
      for (const user of [...around, id]) if (user !== undefined) users.add(user);
    }
    if (!isEmpty) around.push(id);
  }
  return [...used].some((target) => users.has(target));
}
