import { passesLuhn } from "@/lib/kit/luhn";
import {
  cardNetworks,
  cardNumberLengthMax,
  cardNumberLengthMin,
  detectNetwork,
  networkCodes,
  refusedNetwork,
} from "@/lib/reference/card-networks";

/** Reads card fields as people, browsers and password managers fill them in. The browser can load this file. */
export type Month = { year: number; month: number };

export function monthOf(date: Date): Month {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/**
 * Whether the text is a complete card number: digits and separators only, the network's length, a valid check digit.
 */
export function isCardNumber(text: string): boolean {
  if (!/^[\d\s.-]+$/.test(text)) return false;
  const digits = digitsOf(text);
  const network = detectNetwork(digits);
  const lengths: readonly number[] | null = network && cardNetworks[network].lengths;
  const isWhole = lengths
    ? lengths.includes(digits.length)
    : digits.length >= cardNumberLengthMin && digits.length <= cardNumberLengthMax;
  return isWhole && passesLuhn(digits);
}

/** Whether the customer must say which network the card has: the number is complete, and its network is unknown. */
export function asksNetwork(text: string): boolean {
  const digits = digitsOf(text);
  return detectNetwork(digits) === null && refusedNetwork(digits) === null && isCardNumber(text);
}

/** Parses expiry dates such as `04/29`, `4 / 29`, `0429`, `04/2029` and `2029-04`. Two-digit years are in the 2000s. */
export function parseExpiry(text: string): Month | null {
  const parts = text.trim().match(/\d+/g) ?? [];
  const [first = "", second = ""] = parts.length === 1 ? splitTogether(parts[0] ?? "") : parts;
  if (parts.length > 2) return null;
  const [month, year] = first.length === 4 ? [second, first] : [first, second];
  if (!/^\d{1,2}$/.test(month) || !/^(\d{2}|20\d{2})$/.test(year)) return null;
  const read = { month: Number(month), year: 2000 + (Number(year) % 100) };
  return read.month >= 1 && read.month <= 12 ? read : null;
}

/**
 * Splits an expiry date without a separator, such as `0429`, `429`, `042029` or `202904`. Six digits that begin with
 * `20` begin with the year, because no month begins with 20.
 */
function splitTogether(digits: string): [string, string] {
  if (/^20\d{4}$/.test(digits)) return [digits.slice(0, 4), digits.slice(4)];
  const yearLength = digits.length >= 5 ? 4 : 2;
  return [digits.slice(0, -yearLength), digits.slice(-yearLength)];
}

/** A card is valid until the end of its expiry month. */
export function hasExpired(expiry: Month, today: Month): boolean {
  return expiry.year * 12 + expiry.month < today.year * 12 + today.month;
}

const longRun = /\+?\d(?:[\s._\p{Pd}]{0,3}\d){12,}/gu;
/** E.164 allows 15 digits. */
export const phoneLengthMax = 15;
const hiddenLengthMin = 15;

/**
 * Whether a text field, such as a name or an address, contains a card number. Finds more than `holdsCardNumber`, which
 * must not refuse the ids of shops.
 */
export function looksLikeCardData(text: string): boolean {
  return (text.normalize("NFKC").match(longRun) ?? []).some((run) => !isPhone(run) && hasCardNumber(run));
}

/** No phone number with its country code has the prefix and length of an American Express card. */
const isPhone = (run: string): boolean =>
  run.startsWith("+") && digitsOf(run).length <= phoneLengthMax && detectNetwork(digitsOf(run)) !== "amex";

/** Searches from every digit of the text, because a card number may follow other digits, such as a house number. */
function hasCardNumber(run: string): boolean {
  const digits = digitsOf(run);
  const borders = bordersOf(run);
  for (let start = 0; start + cardNumberLengthMin <= digits.length; start++) {
    for (let length = cardNumberLengthMin; length <= cardNumberLengthMax && start + length <= digits.length; length++) {
      const isGrouped = borders.has(start) && borders.has(start + length);
      if (isSuspect(digits.slice(start, start + length), isGrouped ? "grouped" : "hidden")) return true;
    }
  }
  return false;
}

/**
 * Whether a sequence of digits within a longer text is probably a card number. One number in ten has a valid check
 * digit by chance, so the check digit alone would reject many phone numbers. Card numbers begin with 2 to 6. A number
 * that does not start and end at a group of digits must also have at least 15 digits and belong to a known network.
 */
function isSuspect(digits: string, place: "grouped" | "hidden"): boolean {
  if (!/^[2-6]/.test(digits)) return false;
  if (place === "hidden" && (digits.length < hiddenLengthMin || detectNetwork(digits) === null)) return false;
  return isCardNumber(digits);
}

/** Returns the positions where a group of digits begins or ends, such as 0, 4 and 8 for `4111 1111`. */
function bordersOf(run: string): Set<number> {
  const borders = new Set([0]);
  let end = 0;
  for (const group of run.match(/\d+/g) ?? []) borders.add((end += group.length));
  return borders;
}

/** Three or four digits in the name field are a misplaced security code. */
export const isOnlyShortDigits = (text: string): boolean => /^\d{3,4}$/.test(text.trim());

type NumberAndNetwork = { card_number?: string | undefined; card_network?: string | undefined };

/**
 * The length of the security code. It depends on the network of the card number, or else on the chosen or expected
 * network.
 */
export function cvcLengthOf({ card_number = "", card_network }: NumberAndNetwork): number {
  const network = detectNetwork(digitsOf(card_number)) ?? networkCodes.find((code) => code === card_network);
  return network ? cardNetworks[network].cvcLength : 3;
}
