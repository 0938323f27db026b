import { expect, it } from "vitest";
import { formatMoney } from "@/lib/format/money";
import { fillIn } from "@/lib/kit/text/fill-in";
import { languageCodes } from "@/lib/reference/languages";
import { mailWords } from "./words-of";

/** Mail programs show about 70 characters of a subject in one line. */
const limit = 70;

it.each(languageCodes)(
  "subjects in %s are short, also with a large amount and a long name of a merchant",
  (language) => {
    const { receipt, refund, stored } = mailWords(language);
    const amount = formatMoney({ amount: "1294930.00", currency: "JMD", language });
    for (const { subject } of [receipt, refund, stored]) {
      const shown = fillIn(subject, { amount, merchant: "Maracas Provisions Ltd." });
      expect([...shown].length, `${language}: ${shown}`).toBeLessThanOrEqual(limit);
    }
  },
);
