import { expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import { textsOf } from "@/tests/support/in-process/texts";
import { linkWords } from "./words-of";

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

it.each(languageCodes)("the texts of links in %s have the keys and placeholders of English", (language) => {
  const texts = new Map(textsOf(linkWords[language]));
  expect([...texts.keys()]).toEqual(textsOf(linkWords.en).map(([path]) => path));
  for (const [path, text] of textsOf(linkWords.en)) {
    expect([path, placesOf(texts.get(path) ?? "")]).toEqual([path, placesOf(text)]);
  }
});

it("uses non-breaking spaces before French punctuation", () => {
  for (const [path, text] of textsOf(linkWords.fr)) expect(text, path).not.toMatch(/ [:;?!]/);
});
