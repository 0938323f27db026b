import isoCountries from "i18n-iso-countries";
import en from "i18n-iso-countries/langs/en.json";
import es from "i18n-iso-countries/langs/es.json";
import fr from "i18n-iso-countries/langs/fr.json";
import nl from "i18n-iso-countries/langs/nl.json";
import pt from "i18n-iso-countries/langs/pt.json";
import { iso31661 } from "iso-3166";
import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import type { Language } from "@/lib/reference/languages";

/**
 * The countries of ISO 3166-1, without the user-assigned code XK (Kosovo). Built on the server, because the page needs
 * the list of one language only.
 */
export type CountryOption = { code: string; name: string; dial: string };

const codes: readonly string[] = iso31661.map(({ alpha2 }) => alpha2);
const known = new Set(codes);

export function isCountry(code: string): boolean {
  return known.has(code);
}

/** In Dutch, the package of country names lists the official name first and the common name second. */
const commonlySecond: ReadonlySet<Language> = new Set(["nl"]);

/** Corrects the package of country names. In Portuguese it swaps the two Congos and the two parts of Saint Martin. */
const corrected: Partial<Record<Language, Record<string, string>>> = {
  pt: {
    BQ: "Bonaire, Santo Eustáquio e Saba",
    CD: "República Democrática do Congo",
    CG: "República do Congo",
    MF: "São Martinho (parte francesa)",
    SX: "São Martinho (parte neerlandesa)",
  },
};

for (const locale of [en, es, fr, nl, pt]) isoCountries.registerLocale(locale);

/** The country's name in a language. An unknown code is returned unchanged. */
export function countryName(code: string, language: Language): string {
  if (!isCountry(code)) return code;
  const names = isoCountries.getName(code, language, { select: "all" }) ?? [];
  const common = commonlySecond.has(language) ? names.at(-1) : names[0];
  return corrected[language]?.[code] ?? common ?? code;
}

/** The options of the page's country selectors, sorted for their language. */
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

/** The country's dialling code. Empty for the few uninhabited territories without phone numbers. */
function dialOf(code: string): string {
  return isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : "";
}
