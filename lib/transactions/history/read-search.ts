import { holdsCardNumberBesideTimestamps } from "@/lib/http/body/card-number-search";
import { type Minor, parseMinor } from "@/lib/kit/money";
import { codePoints } from "@/lib/kit/text/code-points";
import { type Currency, currencies, currenciesOf } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";
import { computeFees } from "@/lib/transactions/fees";

/** One meaning of a search. Every part must match the payment. */
export type Reading = {
  /** The beginning of an email, a name or an order, or a whole reference or id. */
  text?: string;
  amount?: Minor;
  /** The last four digits of the card. */
  lastFour?: string;
  currency?: Currency;
};

const searchLengthMax = 255;

/** Words that a caller says around an amount and a card. */
const fillers = ["$", "dollar", "dollars", "card", "cards", "ending", "in", "with", "and", "the"];

/**
 * The meanings of a search: `45 1111` is the amount 45.00 and a card that ends in 1111. Four digits are also an amount
 * or the beginning of an order, so a search can have several meanings. A full card number has none: it is searched for
 * nowhere, and appears in no address.
 */
export function readSearch(search: string): Reading[] {
  const text = search.trim();
  if (holdsCardNumberBesideTimestamps(text)) return [];
  const isReadable =
    text !== "" && codePoints(text) <= searchLengthMax && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text);
  if (!isReadable) return [];
  const words = text.split(/\s+/);
  const numbers = words.filter((word) => amountIn(word) !== null || lastFourIn(word) !== null);
  const currency = words.map(currencyIn).find((code) => code !== undefined);
  const others = words.filter(
    (word) => !(numbers.includes(word) || currencyIn(word) || fillers.includes(word.toLowerCase())),
  );
  const rest = { ...(others.length > 0 && { text: others.join(" ") }), ...(currency && { currency }) };
  return [{ text }, ...readNumbers(numbers).map((reading) => ({ ...rest, ...reading }))];
}

function readNumbers([first, second, ...more]: readonly string[]): Reading[] {
  if (first === undefined || more.length > 0) return [];
  if (second === undefined) return [...withAmount(first), ...withCard(first)];
  const both = (one: string, other: string) =>
    withAmount(one).flatMap((amount) => withCard(other).map((card) => ({ ...amount, ...card })));
  return [...both(first, second), ...both(second, first)];
}

function withAmount(word: string): Reading[] {
  const amount = amountIn(word);
  return amount === null ? [] : [{ amount }];
}

function withCard(word: string): Reading[] {
  const lastFour = lastFourIn(word);
  return lastFour === null ? [] : [{ lastFour }];
}

/** `45`, `45.00`, `$45` and `1,249.50` are amounts. */
function amountIn(word: string): Minor | null {
  const digits = word.replace(/^\$/, "");
  return parseMinor(/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(digits) ? digits.replaceAll(",", "") : digits);
}

/** `1111`, and the masked forms `****1111` and `••••1111`. */
const lastFourIn = (word: string): string | null => /^[*•x]*(\d{4})$/i.exec(word)?.[1] ?? null;

const currencyIn = (word: string): Currency | undefined => currencies.find((code) => code === word.toUpperCase());

/**
 * What payers were debited whose order had this total. A caller names either amount: the price, or the price with the
 * payer's part of the fee.
 */
export function debitsOf(total: Minor): Minor[] {
  const debits = platformCodes.flatMap((platform) =>
    currenciesOf(platform).flatMap((currency) =>
      (["customer_pay", "split", "merchant_absorb"] as const).map(
        (feeStructure) => computeFees({ platform, currency, total, feeStructure }).customerTotal,
      ),
    ),
  );
  return [...new Set([total, ...debits])];
}
