import { iso31661 } from "iso-3166";
import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import type { Language } from "./languages";

/**
 * The countries of ISO 3166-1 and nothing else: XK (Kosovo) is a code that users assigned to
 * themselves. Made on the server, because the page needs only the list of its own language.
 */
export type CountryOption = { code: string; name: string; dial: string };

const codes: readonly string[] = iso31661.map(({ alpha2 }) => alpha2);
const known = new Set(codes);

export function isCountry(code: string): boolean {
  return known.has(code);
}

/** Their long names begin with what nobody looks for, such as «RAE de Hong Kong (China)». */
const shortlyNamed = new Set(["HK", "MO", "PS"]);

/** People of Bonaire are our neighbours, and would not look for it under «Caribbean Netherlands». */
const bonaire: Record<Language, string> = {
  en: "Bonaire, Sint Eustatius and Saba",
  es: "Bonaire, San Eustaquio y Saba",
  fr: "Bonaire, Saint-Eustache et Saba",
  nl: "Bonaire, Sint Eustatius en Saba",
  pt: "Bonaire, Santo Eustáquio e Saba",
};

/** The country's name in that language; a code that is no country's stays as it is. */
export function countryName(code: string, language: Language): string {
  if (!isCountry(code)) return code;
  if (code === "BQ") return bonaire[language];
  const style = shortlyNamed.has(code) ? "short" : "long";
  return regionNames(language, style).of(code) ?? code;
}

/** What the page's selectors offer, in the alphabet of their language. */
export function countryOptions(language: Language): readonly CountryOption[] {
  const options = optionsByLanguage.get(language) ?? makeOptions(language);
  optionsByLanguage.set(language, options);
  return options;
}

const optionsByLanguage = new Map<Language, readonly CountryOption[]>();

function makeOptions(language: Language): readonly CountryOption[] {
  const collator = new Intl.Collator(language);
  return codes
    .map((code) => ({ code, name: countryName(code, language), dial: dialOf(code) }))
    .sort((left, right) => collator.compare(left.name, right.name));
}

/** Nobody has a phone number in a few uninhabited places. */
function dialOf(code: string): string {
  return isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : "";
}

const namesByStyle = new Map<string, Intl.DisplayNames>();

function regionNames(language: Language, style: "long" | "short"): Intl.DisplayNames {
  const key = `${language} ${style}`;
  const names = namesByStyle.get(key) ?? new Intl.DisplayNames(language, { type: "region", style });
  namesByStyle.set(key, names);
  return names;
}
