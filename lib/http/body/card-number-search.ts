import { passesLuhn } from "@/lib/kit/luhn";
import {
  cardNetworks,
  cardNumberLengthMax,
  cardNumberLengthMin,
  detectNetwork,
  groupDigits,
} from "@/lib/reference/card-networks";

/**
 * Finds card numbers in text that is stored. Shops put their own ids into such fields. A number counts only if it has
 * the prefix and length of a known card network and a valid check digit, and is a whole run of digits. The hosted page
 * checks typed text more strictly (card-fields.ts). The browser can load this file.
 */
export const holdsCardNumber = (text: string): boolean => cardNumbersIn(text).length > 0;

/**
 * Like `holdsCardNumber`, but accepts timestamps. Many shops build order ids and `data` from timestamps, and some
 * timestamps look like card numbers.
 */
export const holdsCardNumberBesideTimestamps = (text: string): boolean =>
  cardNumbersIn(text).some((number) => !isTimestamp(number));

/** Digits joined by single spaces, dots, underscores or dashes are one run. */
const runPattern = /\+?\d+(?:[ ._\p{Pd}]\d+)*/gu;

/** Shops use UUIDs as ids. Their groups of hex digits can join to a card number by chance. */
const uuidPattern = /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi;

/** NFKC turns full-width digits into ASCII digits, and a no-break space into a space. */
function cardNumbersIn(text: string): string[] {
  const runs = text.normalize("NFKC").replace(uuidPattern, "id").match(runPattern) ?? [];
  return runs.flatMap(cardNumbersInRun);
}

/**
 * A card number is the whole run, or groups within it that are written as on a card: unbroken, or in the groups of its
 * network. So a number is found beside an expiry date, but a list of sizes or quantities is not taken for one.
 */
function cardNumbersInRun(run: string): string[] {
  if (run.length < cardNumberLengthMin || isPhone(run)) return [];
  const groups = run.match(/\d+/g) ?? [];
  const whole = groups.join("");
  const found = isCardNumberOfNetwork(whole) ? [whole] : [];
  for (let start = 0; start < groups.length; start++) {
    let digits = "";
    for (let end = start; end < Math.min(groups.length, start + groupsMax); end++) {
      digits += groups[end];
      if (isCardNumberOfNetwork(digits) && isWrittenAsOnCard(digits, groups.slice(start, end + 1))) found.push(digits);
    }
  }
  return found;
}

/** No card has more groups of digits. */
const groupsMax = 5;

const isWrittenAsOnCard = (digits: string, groups: readonly string[]): boolean =>
  groups.length === 1 || groupDigits(digits) === groups.join(" ");

/**
 * Some valid phone numbers with their country code have the 13 digits of old Visa numbers. None has the prefix and
 * length of another card number.
 */
const isPhone = (run: string): boolean => run.startsWith("+") && run.replace(/\D/g, "").length < 15;

function isCardNumberOfNetwork(digits: string): boolean {
  if (digits.length < cardNumberLengthMin || digits.length > cardNumberLengthMax) return false;
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
