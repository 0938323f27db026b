import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Language } from "@/lib/reference/languages";

/** Formats amounts for people, on pages and in mails. The API, the redirect and CSV files keep `1249.50`. */
export type Money = {
  /** Minor units, or an amount of the API such as `1249.50`. The hidden amount `*.**` stays as it is. */
  amount: Minor | string;
  currency: string;
  language?: Language;
};

const noBreakSpace = "\u00a0";
const minus = "\u2212";

/** Cached: creating a `NumberFormat` takes much longer than formatting. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, language: Language): Intl.NumberFormat {
  const key = language + currency;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code", minimumFractionDigits: 2 });
  formats.set(key, format);
  return format;
}

/**
 * The currency code and the formatted number, for tables that show the code in another style. Intl formats the whole
 * part as a bigint and the cents are set in, so amounts of any length are exact: not every supported browser accepts
 * decimal strings. Every language has the minus sign directly before the number.
 */
export function moneyParts({ amount, currency, language = "en" }: Money) {
  const text = typeof amount === "bigint" ? formatMinor(amount) : amount;
  const [, sign, whole, cents = ""] = /^(-?)(\d+)(?:\.(\d\d?))?$/.exec(text) ?? [];
  const parts = formatOf(currency, language).formatToParts(BigInt(whole ?? 0));
  const digits = parts.map(({ type, value }) => {
    if (type === "fraction") return cents.padEnd(2, "0");
    return type === "currency" || type === "literal" ? "" : value;
  });
  return {
    code: currency,
    number: whole ? (sign && minus) + digits.join("") : text,
    isCodeFirst: parts[0]?.type === "currency",
  };
}

/** `TTD 1,249.50` in English, `1 249,50 TTD` in French. The spaces never break. */
export function formatMoney(money: Money): string {
  const { code, number, isCodeFirst } = moneyParts(money);
  return (isCodeFirst ? [code, number] : [number, code]).join(noBreakSpace);
}
