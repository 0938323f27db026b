import type { Purpose } from "@/lib/reference/purposes";
import type { CardWords } from "./cards/en";
import type { Words } from "./en";

/** The texts of one language: those of a payment, and the ones that differ when a card is stored or charged. */
export type LanguageWords = { payment: Words; cards: CardWords };

export function wordsOfPurpose({ payment, cards }: LanguageWords, purpose: Purpose): Words {
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
