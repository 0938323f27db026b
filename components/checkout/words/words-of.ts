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

/** The texts of one language: those of a payment, and the ones that differ when a card is stored or charged. */
type LanguageWords = { payment: Words; cards: CardWords };

const languageWords: Record<Language, LanguageWords> = {
  en: { payment: en, cards: enCards },
  es: { payment: es, cards: esCards },
  fr: { payment: fr, cards: frCards },
  nl: { payment: nl, cards: nlCards },
  pt: { payment: pt, cards: ptCards },
};

/** The texts of the payment page. Those of one language and purpose are part of the page's data. */
export function wordsOf(language: Language, purpose: Purpose = "payment"): Words {
  const { payment, cards } = languageWords[language];
  return purpose === "payment" ? payment : replace(payment, cards[purpose]);
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
