import { passesLuhn } from "@/lib/kit/luhn";
import { cardNetworks, detectNetwork } from "@/lib/reference/card-networks";

/**
 * Finds card numbers in the fields of a payment request. Shops put their own ids there, so only a complete run of digits
 * with a known network's prefix, one of its lengths and a valid check digit counts. The hosted page, where people type,
 * is stricter (card-fields.ts). Safe in the browser.
 */
export const holdsCardNumber = (text: string): boolean => runsOf(text).some(isCardNumberOfNetwork);

/** For order ids and data: many shops build them from timestamps, and some timestamps look like card numbers. */
export const holdsCardNumberBesideTimestamps = (text: string): boolean =>
  runsOf(text).some((run) => isCardNumberOfNetwork(run) && !isTimestamp(run));

/** NFKC turns full-width digits into ASCII digits. */
const runsOf = (text: string): string[] => text.normalize("NFKC").match(/\d+/g) ?? [];

function isCardNumberOfNetwork(digits: string): boolean {
  const network = detectNetwork(digits);
  const lengths: readonly number[] = network ? cardNetworks[network].lengths : [];
  return lengths.includes(digits.length) && passesLuhn(digits);
}

/**
 * The offsets of the parts of a timestamp in the layouts that shops use, and the accepted years. Two-digit years end at
 * 35: 4111111111111111 must not pass as 11 November 2041.
 */
const layouts = [
  { year: [0, 4], month: 4, day: 6, time: 8, years: [2000, 2049] },
  { year: [4, 8], month: 2, day: 0, time: 8, years: [2000, 2049] },
  { year: [4, 8], month: 0, day: 2, time: 8, years: [2000, 2049] },
  { year: [0, 2], month: 2, day: 4, time: 6, years: [20, 35] },
] as const;

/** `YYYYMMDDhhmmss`, `DDMMYYYYhhmmss`, `MMDDYYYYhhmmss` or `YYMMDDhhmmss`, with any fraction. */
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
