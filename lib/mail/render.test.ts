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

describe("a rendered mail", () => {
  const [html, text] = [renderHtml(content), renderText(content)];

  it("escapes every value in HTML", () => {
    expect(html).not.toMatch(/<script|alert\(1\)<\/script>|"'&[^#]/);
    expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp; \. Bcc/g)).toHaveLength(10);
  });

  it("lets no value start a line of its own in text", () => {
    expect(text).not.toMatch(/^(\.|Bcc)|[\r\u2028\u202e]/m);
    expect(text).toContain("\n\nVotre paiement a été effectué.\n\n");
  });

  it("loads no resource, has no script and declares its language", () => {
    expect(html).not.toMatch(/https?:|src=|url\(|@import|<(img|link|iframe|script)/i);
    expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
    expect(html).toContain("prefers-color-scheme: dark");
  });
});

it.each([
  ["en", /^15 November 2026\D+08:00 GMT-4$/],
  ["es", /^15 de noviembre de 2026\D+08:00 GMT-4$/],
  ["nl", /^15 november 2026\D+08:00 GMT-4$/],
] as const)("formats a time in %s in the platform's time zone", (language, written) => {
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
])("accepts %j as a name in the greeting: %s", (name, isRepeated) => {
  expect(isName(name)).toBe(isRepeated);
});

/** Lists every text of a nested object with its path. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

it.each(languageCodes)(
  "the words in %s have the same placeholders, are never blank and differ from English",
  (language) => {
    const texts = new Map(textsOf(mailWords(language)));
    const same: string[] = [];
    for (const [path, english] of textsOf(mailWords("en"))) {
      const text = texts.get(path) ?? "";
      expect(text.trim(), path).not.toBe("");
      expect(placeholdersOf(text), path).toEqual(placeholdersOf(english));
      if (language === "fr") expect(text, path).not.toMatch(/ [:;?!]/);
      if (text === english) same.push(path);
    }
    if (language !== "en") expect(same.filter((path) => !/\.(date|transaction)$/.test(path))).toEqual([]);
  },
);
