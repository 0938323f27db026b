import { passesLuhn } from "@/lib/kit/luhn";
import { cardNetworks, detectNetwork } from "@/lib/reference/card-networks";

/**
 * Finds card numbers in the fields of a payment request. Shops put their own ids into these fields. A number counts
 * only if it is a complete run of digits with the prefix and length of a known card network and a valid check digit.
 * The hosted page checks typed text more strictly (card-fields.ts). The browser can load this file.
 */
export const holdsCardNumber = (text: string): boolean => runsOf(text).some(isCardNumberOfNetwork);

/**
 * Like `holdsCardNumber`, but accepts timestamps. Many shops build order ids and `data` from timestamps, and some
 * timestamps look like card numbers.
 */
export const holdsCardNumberBesideTimestamps = (text: string): boolean =>
  runsOf(text).some((run) => isCardNumberOfNetwork(run) && !isTimestamp(run));

/** Finds all runs of digits. NFKC turns full-width digits into ASCII digits. */
const runsOf = (text: string): string[] => text.normalize("NFKC").match(/\d+/g) ?? [];

function isCardNumberOfNetwork(digits: string): boolean {
  const network = detectNetwork(digits);
  const lengths: readonly number[] = network ? cardNetworks[network].lengths : [];
  return lengths.includes(digits.length) && passesLuhn(digits);
}

/**
 * The timestamp layouts that shops use: the offset of each part, and the accepted years. Two-digit years end at 35, so
 * that the test card 4111111111111111 does not pass as 11 November 2041.
 */
const layouts = [
  { year: [0, 4], month: 4, day: 6, time: 8, years: [2000, 2049] },
  { year: [4, 8], month: 2, day: 0, time: 8, years: [2000, 2049] },
  { year: [4, 8], month: 0, day: 2, time: 8, years: [2000, 2049] },
  { year: [0, 2], month: 2, day: 4, time: 6, years: [20, 35] },
] as const;

/**
 * Accepts `YYYYMMDDhhmmss`, `DDMMYYYYhhmmss`, `MMDDYYYYhhmmss` and `YYMMDDhhmmss`, each with optional digits for the
 * fraction of a second.
 */
function isTimestamp(digits: string): boolean {
  return layouts.some(({ year: [from, to], month, day, time, years: [first, last] }) => {
    const pair = (at: number): number => Number(digits.slice(at, at + 2));
    return (
      digits.length >= time + 6 &&
      isBetween(Number(digits.slice(from, to)), first, last) &&
      isBetween(pair(month), 1, 12) &&
      isBetween(pair(day), 1, 31) &&
      isBetween(pair(time), 0, 23) &&
      isBetween(pair(time + 2), 0, 59) &&
      isBetween(pair(time + 4), 0, 59)
    );
  });
}

const isBetween = (value: number, min: number, max: number): boolean => value >= min && value <= max;
