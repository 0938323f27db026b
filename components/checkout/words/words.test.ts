import { describe, expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import { fillIn } from "./fill-in";
import { wordsOf } from "./words-of";

/** Every text by its path, such as `notices.funds.title`. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, path ? `${path}.${key}` : key));
}

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const english = textsOf(wordsOf("en"));

describe.each(languageCodes)("the words in %s", (language) => {
  const texts = new Map(textsOf(wordsOf(language)));

  it("are the same texts with the same places to fill", () => {
    expect([...texts.keys()]).toEqual(english.map(([path]) => path));
    for (const [path, text] of english) expect([path, placesOf(texts.get(path) ?? "")]).toEqual([path, placesOf(text)]);
  });

  it("are never blank", () => {
    for (const [path, text] of texts) expect(text.trim(), path).not.toBe("");
  });
});

it("keeps French signs on the line of their word", () => {
  for (const [path, text] of textsOf(wordsOf("fr"))) expect(text, path).not.toMatch(/ [:;?!]/);
});

it("says the three money sentences to the letter", () => {
  expect(Object.values(wordsOf("en").money)).toEqual([
    "Your card was not charged.",
    "Your payment went through.",
    "We are confirming with your bank. Do not pay again.",
  ]);
});

it("fills places and leaves unknown ones standing", () => {
  expect(fillIn("Pay {amount} to {merchant}", { amount: "TTD 12.05" })).toBe("Pay TTD 12.05 to {merchant}");
});
