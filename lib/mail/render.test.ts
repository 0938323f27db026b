import { describe, expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import type { Content } from "./content";
import { isName, momentOf } from "./phrases";
import { renderHtml, renderText } from "./render";
import { mailWords } from "./words/words-of";

const hostile = `<script>alert(1)</script>"'&\r\n.\r\nBcc: eve@example.com\u2028\u202e`;
const content: Content = {
  language: "fr",
  subject: hostile,
  greeting: hostile,
  paragraphs: [hostile, "Votre paiement a été effectué."],
  facts: [[hostile, hostile]],
  link: { lead: hostile, label: hostile, url: `mailto:${hostile}` },
  footer: hostile,
};

describe("a mail", () => {
  const [html, text] = [renderHtml(content), renderText(content)];

  it("escapes in HTML whatever came from outside, wherever it stands", () => {
    expect(html).not.toMatch(/<script|alert\(1\)<\/script>|"'&[^#]/);
    expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp; \. Bcc/g)).toHaveLength(10);
  });

  it("has in text no line that came from outside", () => {
    expect(text).not.toMatch(/^(\.|Bcc)|[\r\u2028\u202e]/m);
    expect(text).toContain("\n\nVotre paiement a été effectué.\n\n");
  });

  it("loads nothing from anywhere, has no script and says its language", () => {
    expect(html).not.toMatch(/https?:|src=|url\(|@import|<(img|link|iframe|script)/i);
    expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

it.each([
  ["en", /^15 November 2026\D+08:00 GMT-4$/],
  ["es", /^15 de noviembre de 2026\D+08:00 GMT-4$/],
  ["nl", /^15 november 2026\D+08:00 GMT-4$/],
] as const)("a moment is written in %s by the clocks of the platform", (language, written) => {
  expect(momentOf(new Date("2026-11-15T12:00:00Z"), language, "TT")).toMatch(written);
});

it.each([
  ["Ada Lovelace", true],
  ["J. O'Neil-Ñandú", true],
  ["", false],
  ["win at evil.example", false],
  ["http://evil.example", false],
  ["Ada 4111111111111111", false],
  ["a".repeat(61), false],
])("the greeting repeats the name %j: %s", (name, isRepeated) => {
  expect(isName(name)).toBe(isRepeated);
});

/** Every text by its path. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}
const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

it.each(languageCodes)("the words in %s fill the same places, are never blank and not the English ones", (language) => {
  const texts = new Map(textsOf(mailWords(language)));
  const same: string[] = [];
  for (const [path, english] of textsOf(mailWords("en"))) {
    const text = texts.get(path) ?? "";
    expect(text.trim(), path).not.toBe("");
    expect(placesOf(text), path).toEqual(placesOf(english));
    if (language === "fr") expect(text, path).not.toMatch(/ [:;?!]/);
    if (text === english) same.push(path);
  }
  if (language !== "en") expect(same.filter((path) => !/\.(date|transaction)$/.test(path))).toEqual([]);
});
