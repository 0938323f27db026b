import type { Language } from "@/lib/reference/languages";
import type { Purpose } from "@/lib/reference/purposes";
import { enCards } from "./cards/en";
import { esCards } from "./cards/es";
import { frCards } from "./cards/fr";
import { nlCards } from "./cards/nl";
import { ptCards } from "./cards/pt";
import { en, type Words } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { nl } from "./nl";
import { pt } from "./pt";
import { type LanguageWords, wordsOfPurpose } from "./words-of-purpose";

/** Every text of the payment page. */
export const languageWords: Record<Language, LanguageWords> = {
  en: { payment: en, cards: enCards },
  es: { payment: es, cards: esCards },
  fr: { payment: fr, cards: frCards },
  nl: { payment: nl, cards: nlCards },
  pt: { payment: pt, cards: ptCards },
};

/** The texts of the payment page, for the server only. The browser loads those of one language. */
export function wordsOf(language: Language, purpose: Purpose = "payment"): Words {
  return wordsOfPurpose(languageWords[language], purpose);
}
