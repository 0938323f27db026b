import { digitsOf } from "@/lib/checkout/page/card-fields";

type Country = { code: string; dial: string };

/** The area codes of +1 that are neither in the United States nor in Canada. */
const areaCodes: Record<string, string> = {
  "242": "BS",
  "246": "BB",
  "264": "AI",
  "268": "AG",
  "284": "VG",
  "340": "VI",
  "345": "KY",
  "441": "BM",
  "473": "GD",
  "649": "TC",
  "658": "JM",
  "664": "MS",
  "670": "MP",
  "671": "GU",
  "684": "AS",
  "721": "SX",
  "758": "LC",
  "767": "DM",
  "784": "VC",
  "787": "PR",
  "809": "DO",
  "829": "DO",
  "849": "DO",
  "868": "TT",
  "869": "KN",
  "876": "JM",
  "939": "PR",
};

/** For each dial code that several countries share: the country that is selected by default. */
const mains = ["US", "GB", "IT", "NO", "AU", "RU", "FI", "MA", "RE", "GP", "CW", "SH"];

/** The number of digits in the longest dial code. */
const dialLengthMax = 3;

/** Reads the countries of the phone number's select from the DOM. Their texts end with the dial code in brackets. */
export function dialingCountries(form: HTMLFormElement): Country[] {
  const select = form.elements.namedItem("phone_country");
  if (!(select instanceof HTMLSelectElement)) return [];
  return [...select.options].flatMap(({ value, text }) => {
    const dial = /\((\+\d+)\)$/.exec(text)?.[1];
    return dial ? { code: value, dial } : [];
  });
}

/**
 * The country of an international phone number. Null while the digits do not determine it yet. Empty if no listed
 * country has the dial code, as for +383 or +800. The result only sets the country selector: the server validates the
 * number.
 */
export function dialingCountry(phone: string, countries: readonly Country[], chosen: string): string | null {
  if (!phone.trim().startsWith("+")) return null;
  const digits = digitsOf(phone);
  if (digits.startsWith("1")) {
    if (digits.length < 4) return null;
    return areaCodes[digits.slice(1, 4)] ?? (chosen === "CA" ? chosen : "US");
  }
  const matching = countries.filter(({ dial }) => digits.startsWith(digitsOf(dial)));
  const longest = Math.max(0, ...matching.map(({ dial }) => dial.length));
  const codes = matching.filter(({ dial }) => dial.length === longest).map(({ code }) => code);
  if (codes.includes(chosen)) return chosen;
  return codes.find((code) => mains.includes(code)) ?? codes[0] ?? (digits.length < dialLengthMax ? null : "");
}
