import { expect, type Page } from "@playwright/test";
import * as statusWords from "@/lib/format/status-words";
import * as valueWords from "@/lib/format/value-words";

/**
 * Stored values and API words are for programs: `customer_pay`, `2026-11-17`, `1249.50`. Pages for people show words,
 * dates and amounts that are formatted for the reader. Code samples, keys and ids are exempt: they are in `<code>`.
 */
const notForPeople: readonly { what: string; pattern: RegExp }[] = [
  { what: "an amount of 1,000 or more without separators", pattern: /(?<![\d.,])\d{4,}\.\d{2}(?!\d)/g },
  { what: "a stored value", pattern: /(?<![\w./@-])[a-z0-9]+(?:_[a-z0-9]+)+(?![\w./@])/g },
  { what: "a date in ISO form", pattern: /\b\d{4}-\d{2}-\d{2}\b/g },
];

/** Stored values of one word, such as `success`: the keys of our tables of words. */
const storedWords: ReadonlySet<string> = new Set(
  [...Object.values(statusWords), ...Object.values(valueWords)]
    .flatMap((table) => (typeof table === "object" ? Object.keys(table) : []))
    .filter((key) => /^[a-z]{3,}$/.test(key)),
);

/** A stored word is found if it is a text of its own, or the value after a label: `Status: success`. */
const storedWordsIn = (text: string): string[] =>
  text
    .split(/\n|: |, | · /)
    .map((part) => part.trim())
    .filter((part) => storedWords.has(part));

/** Expects that a page made for people shows no stored value, no unformatted amount and no ISO date. */
export async function expectDisplayWords(page: Page, state: string): Promise<void> {
  const text = await page.locator("body").evaluate((body) => {
    const copy = body.cloneNode(true) as HTMLElement;
    for (const hidden of copy.querySelectorAll(
      "code, pre, kbd, samp, script, style, template, textarea, iframe, svg",
    )) {
      hidden.remove();
    }
    // Neighbouring elements are separate words. React writes "Add {type}" as two texts, with a comment between them.
    const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
    const found: Node[] = [];
    while (comments.nextNode()) found.push(comments.currentNode);
    for (const comment of found) comment.parentNode?.removeChild(comment);
    copy.normalize();
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    while (texts.nextNode()) words.push(texts.currentNode.textContent ?? "");
    return words.join("\n");
  });
  const found = notForPeople.flatMap(({ what, pattern }) =>
    (text.match(pattern) ?? []).map((word) => `${what}: ${word}`),
  );
  found.push(...storedWordsIn(text).map((word) => `a stored value: ${word}`));
  expect(found, state).toEqual([]);
}
