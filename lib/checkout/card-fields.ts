import { passesLuhn } from "@/lib/kit/luhn";
import { cardNetworks, cardNumberLengthMax, cardNumberLengthMin, detectNetwork } from "@/lib/reference/card-networks";

/** What people, browsers and password managers put into card fields, read. Safe in the browser. */
export type Month = { year: number; month: number };

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Whether this is a whole card number: only digits and separators, of its network's length, with a good check digit. */
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

/** Reads `04/29`, `4 / 29`, `0429`, `04/2029`, `2029-04`; a four-digit year keeps its last two digits' century. */
export function parseExpiry(text: string): Month | null {
  const parts = text.trim().match(/\d+/g) ?? [];
  const [first = "", second = ""] = parts.length === 1 ? splitTogether(parts[0] ?? "") : parts;
  if (parts.length > 2) return null;
  const [month, year] = first.length === 4 ? [second, first] : [first, second];
  if (!/^\d{1,2}$/.test(month) || !/^(\d{2}|20\d{2})$/.test(year)) return null;
  const read = { month: Number(month), year: 2000 + (Number(year) % 100) };
  return read.month >= 1 && read.month <= 12 ? read : null;
}

/** `0429`, `429`, `042029`: digits without anything between them. */
function splitTogether(digits: string): [string, string] {
  const yearLength = digits.length >= 5 ? 4 : 2;
  return [digits.slice(0, -yearLength), digits.slice(-yearLength)];
}

/** A card is good until the end of its month. */
export function isOver(expiry: Month, today: Month): boolean {
  return expiry.year * 12 + expiry.month < today.year * 12 + today.month;
}

const longRun = /\d(?:[\s.-]?\d){12,}/g;

/** Whether a name or an address has a card number in it, or is nothing but what could be a CVC. */
export function looksLikeCardData(text: string): boolean {
  const runs = text.match(longRun) ?? [];
  return runs.some((run) => hasCardNumber(digitsOf(run)));
}

/** A number could begin anywhere in a longer run. */
function hasCardNumber(digits: string): boolean {
  for (let start = 0; start + cardNumberLengthMin <= digits.length; start++) {
    for (let length = cardNumberLengthMin; length <= cardNumberLengthMax && start + length <= digits.length; length++) {
      if (passesLuhn(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}

export const isOnlyShortDigits = (text: string): boolean => /^\d{3,4}$/.test(text.trim());
