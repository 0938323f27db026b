import { describe, expect, it } from "vitest";
import { noticeOf } from "@/lib/checkout/page/notices";
import { cardEndingCodes } from "@/lib/reference/decline-codes";
import { type Language, languageCodes } from "@/lib/reference/languages";
import { purposes } from "@/lib/reference/purposes";
import { textsOf } from "@/tests/support/in-process/texts";
import { wordsOf } from "./words-of";

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const inEveryWay = languageCodes.flatMap((language) => purposes.map((purpose) => ({ language, purpose })));

describe.each(inEveryWay)("the texts in $language for a $purpose", ({ language, purpose }) => {
  const english = textsOf(wordsOf("en", purpose));
  const texts = new Map(textsOf(wordsOf(language, purpose)));

  it("have the same keys and placeholders as in English", () => {
    expect([...texts.keys()]).toEqual(english.map(([path]) => path));
    for (const [path, text] of english) expect([path, placesOf(texts.get(path) ?? "")]).toEqual([path, placesOf(text)]);
  });

  it("are never blank", () => {
    for (const [path, text] of texts) expect(text.trim(), path).not.toBe("");
  });
});

it.each(purposes)("uses non-breaking spaces before French punctuation, for a %s", (purpose) => {
  for (const [path, text] of textsOf(wordsOf("fr", purpose))) expect(text, path).not.toMatch(/ [:;?!]/);
});

it("contains the four money sentences word for word", () => {
  expect(Object.values(wordsOf("en").money)).toEqual([
    "Your card was not charged.",
    "Your payment went through.",
    "We are confirming with your bank. Do not pay again.",
    "Your card was charged by mistake. We are returning the money.",
  ]);
});

it("has other money sentences in every language", () => {
  const sentences = languageCodes.flatMap((language) => Object.values(wordsOf(language).money));
  expect(new Set(sentences).size).toBe(sentences.length);
});

it("has other texts for storing a card than for a payment, in every language", () => {
  for (const language of languageCodes) {
    const [paying, storing] = [wordsOf(language), wordsOf(language, "card_create")];
    expect(storing.page.heading).not.toBe(paying.page.heading);
    expect(storing.money.confirming).toBe(paying.money.confirming);
    expect(storing.money.returning).toBe(paying.money.returning);
    expect([storing.money.charged, storing.money.not_charged]).not.toContain(paying.money.not_charged);
  }
});

it("mentions no payment and no amount while a card is being stored", () => {
  const { page, countdown, actions, confirming, challenge, result } = wordsOf("en", "card_create");
  for (const [path, text] of textsOf({ heading: page.heading, countdown, actions, confirming, challenge, result })) {
    expect(text, path).not.toMatch(/\bpay|\{amount\}/i);
  }
});

it("never suggests another card on the page of a stored card, which accepts no other", () => {
  for (const [path, text] of textsOf(wordsOf("en", "card_charge").notices))
    expect(text, path).not.toMatch(/another card/);
});

/** Words that would reveal why a bank wants a card retained, in each language. */
const hardReasons: Record<Language, RegExp> = {
  en: /stolen|\blost\b|theft|fraud|suspect|pick ?up|retain/i,
  es: /robad|perdid|extravi|fraude|sospech|reten/i,
  fr: /\bvol(é|ée)?\b|perdu|fraud|soupçon|suspect|reten/i,
  nl: /gestolen|verloren|diefstal|fraude|verdacht|verdenk|inhoud/i,
  pt: /roubad|furtad|perdid|fraude|suspeit|reter|retid/i,
};

it.each(inEveryWay)(
  "never names the reason of a hard decline, in $language for a $purpose",
  ({ language, purpose }) => {
    for (const code of cardEndingCodes) expect(noticeOf(code)).toBe("declined");
    for (const [path, text] of textsOf(wordsOf(language, purpose).notices))
      expect(text, path).not.toMatch(hardReasons[language]);
  },
);

it.each(inEveryWay)(
  "never mentions theft or fraud on the page, in $language for a $purpose",
  ({ language, purpose }) => {
    for (const [path, text] of textsOf(wordsOf(language, purpose)))
      expect(text, path).not.toMatch(/stolen|theft|fraud|robad|roubad|furtad|gestolen|diefstal/i);
  },
);
