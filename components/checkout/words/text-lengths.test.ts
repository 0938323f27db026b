import { describe, expect, it } from "vitest";
import { fillIn } from "@/lib/kit/text/fill-in";
import { languageCodes } from "@/lib/reference/languages";
import { purposes } from "@/lib/reference/purposes";
import { textsOf } from "@/tests/support/in-process/texts";
import { wordsOf } from "./words-of";

/**
 * The narrowest phone is 320 px wide and leaves 288 px between its margins. A letter of Figtree takes about 6 px at
 * 13 px, 7 px at 15 px, 7.5 px on a button and 9.5 px in a title. So each place has room for a number of characters.
 * The first place that matches the path of a text counts.
 */
const places: readonly { paths: RegExp; limit: number; why: string }[] = [
  { paths: /^labels\.(expiry|cvc)$/, limit: 19, why: "half of the card group: 126 px in one line" },
  { paths: /^labels\.phone(_country)?$/, limit: 14, why: "half of the phone line: 94 px beside the arrow" },
  { paths: /^labels\.consent$/, limit: 130, why: "beside the checkbox: five lines of 226 px" },
  { paths: /^labels\./, limit: 43, why: "a field: 270 px in one line, with “(optional)”" },
  { paths: /^hints\.optional/, limit: 10, why: "after the label or the title" },
  { paths: /^hints\.(choose|likely|expiry)$/, limit: 14, why: "the value of a narrow field" },
  { paths: /^hints\./, limit: 76, why: "below a field: two lines of 288 px" },
  { paths: /^problems\./, limit: 110, why: "below a field: three lines of 266 px beside the icon" },
  { paths: /^actions\.(pay|paying)$/, limit: 30, why: "a button: 236 px in one line beside the icon" },
  {
    paths: /^(result\.(link|back)|confirming\.reload|actions\.leave)$/,
    limit: 34,
    why: "a button: 260 px in one line",
  },
  { paths: /^actions\.cancelTo$/, limit: 48, why: "below the button: two lines of 288 px" },
  { paths: /^challenge\.open$/, limit: 27, why: "a link: 198 px in one line" },
  { paths: /^actions\.cancel$/, limit: 9, why: "in one line with the countdown" },
  { paths: /^challenge\.cancel$/, limit: 19, why: "beside or below “Open in a new window”: 133 px" },
  { paths: /^sections\.change$/, limit: 8, why: "beside the summary of the billing details" },
  { paths: /^sections\.(more|given)$/, limit: 32, why: "the folded details: two lines of 162 px" },
  { paths: /^sections\./, limit: 24, why: "a title in one line" },
  {
    paths: /^(result\.(success|failed|left|expired|error)|(confirming|missing)\.heading)$/,
    limit: 48,
    why: "two lines",
  },
  {
    paths: /^(notices\.\w+\.title|errors\.\w+|page\.offline|challenge\.hidden)$/,
    limit: 60,
    why: "two lines of 226 px",
  },
  { paths: /^notices\.\w+\.next$/, limit: 150, why: "a notice: five lines, so that the form stays in the window" },
  { paths: /^page\.test$/, limit: 40, why: "the banner: one line of 264 px" },
  { paths: /^page\.secured$/, limit: 13, why: "in one line with the wordmark and the language" },
  { paths: /^page\.order$/, limit: 20, why: "one line beside the countdown" },
  { paths: /^countdown\.left$/, limit: 24, why: "in a shop's frame, one line with “Cancel”: 190 px" },
  { paths: /^summary\.(asked|fee|total)$/, limit: 21, why: "in a shop's frame, one line with an amount: 145 px" },
  { paths: /^(summary|facts)\./, limit: 28, why: "one line with its amount" },
  { paths: /^stored\.expiry$/, limit: 16, why: "at the end of the card's row" },
  { paths: /^stored\.card$/, limit: 32, why: "a row of 288 px" },
  { paths: /./, limit: 215, why: "a paragraph" },
];

/** The longest values that are common. Longer ones, such as names of merchants, wrap. */
const values = {
  amount: "JMD 1,294,930.00",
  merchant: "Maracas Provisions",
  order: "MP-10482",
  network: "Mastercard",
  email: "ada.lovelace@example.com",
  field: "Card number",
  name: "card number",
  message: "",
  last4: "4444",
  expiry: "12/39",
  time: "4:58",
  seconds: 60,
  digits: 3,
  count: 12,
};

describe.each(languageCodes.flatMap((language) => purposes.map((purpose) => ({ language, purpose }))))(
  "the texts in $language for a $purpose",
  ({ language, purpose }) => {
    const words = wordsOf(language, purpose);

    it("fit into their places on a phone of 320 px", () => {
      const tooLong = textsOf(words).flatMap(([path, text]) => {
        const { limit, why } = places.find(({ paths }) => paths.test(path)) ?? { limit: 0, why: "no place" };
        const isLabel = /^labels\.(address2|state|zipcode)/.test(path);
        const shown = fillIn(isLabel ? `${text} (${words.hints.optional})` : text, values);
        const { length } = [...shown];
        return length > limit ? [`${path} in ${language}: ${length} of ${limit} characters (${why}): ${shown}`] : [];
      });
      expect(tooLong).toEqual([]);
    });
  },
);
