import { digitsOf } from "@/lib/checkout/page/card-fields";

type Country = { code: string; dial: string };

/** The further area codes of countries whose option names another one. */
const furtherAreas: Readonly<Record<string, string>> = { "1658": "JM", "1829": "DO", "1849": "DO", "1939": "PR" };

/** For each dial code that several countries share: the country that is selected by default. */
const mains = ["US", "GB", "IT", "NO", "AU", "RU", "FI", "MA", "RE", "GP", "CW", "SH"];

/** The number of digits in the longest dial code. */
const dialLengthMax = 3;

/** Reads the countries of the phone number's select from the DOM. Their texts end with the dial code: `TT +1 868`. */
export function dialingCountries(form: HTMLFormElement): Country[] {
  const select = form.elements.namedItem("phone_country");
  if (!(select instanceof HTMLSelectElement)) return [];
  return [...select.options].map(({ value, text }) => ({ code: value, dial: digitsOf(text) }));
}

/**
 * The country of a phone number. Null while the digits do not determine it. Empty if no listed country has the dial
 * code, as for +383 or +800. The result only sets the country selector: the server reads the number.
 */
export function dialingCountry(phone: string, countries: readonly Country[], chosen: string): string | null {
  const digits = digitsOf(phone);
  if (!phone.trim().startsWith("+")) return localCountry(digits, countries, chosen);
  if (/^1?\d{0,2}$/.test(digits) && digits.startsWith("1")) return null;
  const matching = countries.filter(({ dial }) => dial !== "" && digits.startsWith(dial));
  const longest = Math.max(0, ...matching.map(({ dial }) => dial.length));
  const codes = matching.filter(({ dial }) => dial.length === longest).map(({ code }) => code);
  const further = furtherAreas[digits.slice(0, 4)];
  if (further) return further;
  if (codes.includes(chosen)) return chosen;
  return codes.find((code) => mains.includes(code)) ?? codes[0] ?? (digits.length < dialLengthMax ? null : "");
}

/**
 * The country of a number without `+`: of ten digits that begin with an area code of the Caribbean, or with the dial
 * code of Guyana. A chosen country outside +1 stays.
 */
function localCountry(typed: string, countries: readonly Country[], chosen: string): string | null {
  const digits = typed.replace(/^1(?=\d{10}$)/, "");
  const isChosenElsewhere = countries.some(({ code, dial }) => code === chosen && !/^1/.test(dial) && dial !== "");
  if (digits.length !== 10 || isChosenElsewhere) return null;
  if (digits.startsWith("592")) return chosen === "" ? "GY" : null;
  const area = `1${digits.slice(0, 3)}`;
  return furtherAreas[area] ?? countries.find(({ dial }) => dial === area)?.code ?? null;
}
