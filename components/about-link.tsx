import type { Language } from "@/lib/reference/languages";

const words: Readonly<Record<Language, string>> = {
  en: "What is Tradewind?",
  es: "¿Qué es Tradewind?",
  fr: "Qu’est-ce que Tradewind\u00a0?",
  nl: "Wat is Tradewind?",
  pt: "O que é a Tradewind?",
};

/** The way on from a page that does not exist, for payers, whose shop is not known there. */
export function AboutLink({ language }: { language: Language }) {
  return (
    <p>
      <a href="/">{words[language]}</a>
    </p>
  );
}
