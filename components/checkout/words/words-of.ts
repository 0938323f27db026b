import type { Language } from "@/lib/reference/languages";
import type { Purpose } from "@/lib/reference/purposes";
import { type CardWords, enCards } from "./cards/en";
import { esCards } from "./cards/es";
import { frCards } from "./cards/fr";
import { nlCards } from "./cards/nl";
import { ptCards } from "./cards/pt";
import { en, type Words } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { nl } from "./nl";
import { pt } from "./pt";

const payments: Record<Language, Words> = { en, es, fr, nl, pt };
const cards: Record<Language, CardWords> = { en: enCards, es: esCards, fr: frCards, nl: nlCards, pt: ptCards };

/** The texts of the payment page, for the server only. The browser receives those of one language and purpose. */
export function wordsOf(language: Language, purpose: Purpose = "payment"): Words {
  const words = payments[language];
  return purpose === "payment" ? words : replace(words, cards[language][purpose]);
}

/** A nested object that contains any subset of the texts. */
type Some<Texts> = { [Key in keyof Texts]?: Texts[Key] extends string ? string : Some<Texts[Key]> };

function replace<Texts extends object>(texts: Texts, others: Some<Texts>): Texts {
  const replaced = Object.entries(others).map(([key, other]) => {
    const text = texts[key as keyof Texts];
    return [key, typeof text === "object" && text !== null ? replace(text, other as object) : other];
  });
  return { ...texts, ...Object.fromEntries(replaced) };
}
