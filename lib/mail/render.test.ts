import { describe, expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import type { Content } from "./content";
import { isName, sentence } from "./phrases";
import { renderHtml } from "./render-html";
import { renderText } from "./render-text";
import { mailWords } from "./words/words-of";

const hostile = `<script>alert(1)</script>"'&\r\n.\r\nBcc: eve@example.com\u2028\u202e`;
const content: Content = {
  language: "fr",
  subject: hostile,
  brand: { name: hostile, colour: null, picture: null },
  heading: hostile,
  amount: { label: hostile, value: hostile, detail: hostile },
  greeting: hostile,
  paragraphs: [hostile, "Votre paiement a été effectué."],
  facts: [[[hostile, hostile]], [["Carte", hostile, "visa"]]],
  button: { label: hostile, url: `https://${hostile}` },
  closing: [hostile, { before: hostile, label: hostile, after: hostile, url: `mailto:${hostile}` }],
  footer: hostile,
};
const picture = "01M7HCE82374AY285DHXKB6Y73";

describe("a rendered mail", () => {
  const [html, text] = [renderHtml(content), renderText(content)];

  it("escapes every value in HTML", () => {
    expect(html).not.toMatch(/<script|alert\(1\)<\/script>|"'&[^#]/);
    expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&amp; \. Bcc/g)).toHaveLength(19);
  });

  it("lets no value start a line of its own in text", () => {
    expect(text).not.toMatch(/^(\.|Bcc)|[\r\u2028\u202e]/m);
    expect(text).toContain("\n\nVotre paiement a été effectué.\n\n");
  });

  it("contains its images, loads no other resource, has no script and declares its language", () => {
    expect(html.match(/src="[^"]*"/g)).toEqual([
      'src="cid:visa@tradewind"',
      'src="cid:symbol@tradewind"',
      'src="cid:symbol-dark@tradewind"',
    ]);
    expect(html).not.toMatch(/url\(|@import|<(link|iframe|script)/i);
    expect(html).toMatch(/^<!doctype html>\n<html lang="fr">/);
    expect(html).toContain("prefers-color-scheme: dark");
  });

  it("shows the merchant's picture, or its initial on its colour with readable text", () => {
    const withPicture = renderHtml({ ...content, brand: { name: "Doubles", colour: "#b9432f", picture } });
    expect(withPicture).toContain(`<img src="cid:picture-${picture}@tradewind" width="40" height="40" alt="D"`);
    const pale = renderHtml({ ...content, brand: { name: "élan", colour: "#ffe08a", picture: null } });
    expect(pale).toMatch(/bgcolor="#ffe08a"[^>]*color: #0d1b22[^>]*>É</);
  });
});

describe("the mails of Tradewind itself", () => {
  const html = renderHtml({ ...content, brand: null, heading: "Account 1234567890" });

  it("are led by its symbol and have the subject as their heading", () => {
    expect(html).toMatch(/<h1 [^>]*>&lt;script/);
    expect(html.match(/cid:symbol@tradewind/g)).toHaveLength(1);
    expect(html).toContain("Tradewind</div>");
  });
});

it("the text has the facts of the HTML in the same order", () => {
  const receipt: Content = {
    language: "en",
    subject: "Your payment",
    brand: { name: "Doubles & Co.", colour: null, picture: null },
    heading: "Receipt for order 10482",
    amount: { label: "You paid", value: "TTD 185.49", detail: "on 16 November 2026" },
    paragraphs: [],
    facts: [
      [
        ["Order total", "TTD 177.50"],
        ["Total", "TTD 185.49", "total"],
      ],
      [["Card", "Visa ending 1111", "visa"]],
    ],
    button: { label: "Back to Doubles & Co.", url: "https://doubles.example/" },
    closing: [{ before: "Write to ", label: "hello@doubles.example", after: ".", url: "mailto:hello@doubles.example" }],
    footer: "Payment processed by Tradewind for Doubles & Co.",
  };
  const text = renderText(receipt);
  expect(text).toBe(
    [
      "Doubles & Co.\nReceipt for order 10482",
      "You paid: TTD 185.49\non 16 November 2026",
      "Order total: TTD 177.50\nTotal: TTD 185.49",
      "Card: Visa ending 1111",
      "Back to Doubles & Co.: https://doubles.example/",
      "Write to hello@doubles.example.",
      "-- \nPayment processed by Tradewind for Doubles & Co.\n",
    ].join("\n\n"),
  );
  const words = ["Receipt", "You paid", "TTD 185.49", "on 16", "Order total", "Total<", "Card", "Back to", "Write to"];
  const places = words.map((word) => renderHtml(receipt).indexOf(word, renderHtml(receipt).indexOf("<body")));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

it("a name that ends in a full stop ends its sentence", () => {
  expect(sentence("Contact {merchant}.", { merchant: "Doubles & Co." })).toBe("Contact Doubles & Co.");
  expect(sentence("Ask {merchant}. Thanks.", { merchant: "Doubles" })).toBe("Ask Doubles. Thanks.");
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
    if (language !== "en") expect(same.filter((path) => !/\.date$/.test(path))).toEqual([]);
  },
);
