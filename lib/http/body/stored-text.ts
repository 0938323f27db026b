import * as z from "zod/mini";
import { line, paragraphs, verbatim } from "@/lib/kit/fields";
import { breaks } from "@/lib/kit/problems";
import { holdsCardNumber, holdsCardNumberBesideTimestamps } from "./card-number-search";

/**
 * Text fields that we store. They refuse card numbers. `tests/attacks/card-numbers.test.ts` tries every field of every
 * contract, and lists the fields that may hold any digits.
 */
const cardNumber = { error: "must not contain a card number.", ...breaks("card_number") };

export const withoutCardNumber = z.refine<string>((value) => !holdsCardNumber(value), cardNumber);

/** For ids and data of shops, which are often timestamps. */
export const withoutCardNumberButTimestamps = z.refine<string>(
  (value) => !holdsCardNumberBesideTimestamps(value),
  cardNumber,
);

export const storedLine = (rules: Parameters<typeof line>[0]) => line(rules).check(withoutCardNumber);

export const storedParagraphs = (rules: Parameters<typeof paragraphs>[0]) => paragraphs(rules).check(withoutCardNumber);

/** Text of a shop that is returned unchanged. */
export const passThrough = (rules: Parameters<typeof verbatim>[0]) =>
  verbatim(rules).check(withoutCardNumberButTimestamps);
