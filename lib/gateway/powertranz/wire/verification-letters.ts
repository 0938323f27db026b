import type { AvsAnswer } from "@/lib/gateway/port";
import type { CardNetwork } from "@/lib/reference/card-networks";

/**
 * The letters that report the address check, by network: the same letter means different things. A letter that is
 * missing here means that the address was not checked, such as U, S, R and G.
 */
const avsLetters: Readonly<Record<CardNetwork, Partial<Record<AvsAnswer, string>>>> = {
  visa: { match: "YDMF", zip_fail: "AB", street_fail: "ZP", street_and_zip_fail: "N" },
  mastercard: { match: "YX", zip_fail: "A", street_fail: "ZW", street_and_zip_fail: "N" },
  // Amex also compares the name. D, E and F report that the name alone, or the name and one part, does not match.
  amex: { match: "YME", zip_fail: "AF", street_fail: "ZD", street_and_zip_fail: "N" },
  // Discover swaps the meanings of A and Y.
  discover: { match: "AX", zip_fail: "Y", street_fail: "ZT", street_and_zip_fail: "N" },
};

type Letter = string | null | undefined;

/** The answer to the address check. Without the card's network, letters have no certain meaning. */
export function avsAnswerOf(network: CardNetwork | null, letter: Letter): AvsAnswer {
  if (!network || letter?.length !== 1) return "unavailable";
  const answers = Object.entries(avsLetters[network]) as [AvsAnswer, string][];
  return answers.find(([, letters]) => letters.includes(letter))?.[0] ?? "unavailable";
}

type CvvAnswer = "match" | "no_match" | "unchecked";

/** The answer to the check of the security code. P, S, U and a missing letter mean that the code was not checked. */
export function cvvAnswerOf(letter: Letter): CvvAnswer {
  if (letter === "M") return "match";
  return letter === "N" ? "no_match" : "unchecked";
}
