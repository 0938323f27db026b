import { sentenceAbout } from "@/components/checkout/form/problem-text";
import type { Words } from "@/components/checkout/words/en";

/** Lists every text of a tree of texts with its path, such as `notices.funds.title`. */
export function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, path ? `${path}.${key}` : key));
}

/** The errors of a card form that was sent empty. */
export const missingCard = (words: Words): string[] =>
  (["card_number", "expiry", "cvc", "card_name"] as const).map((name) =>
    sentenceAbout(words.labels[name], "required", words),
  );
