import { platformCodes } from "@/lib/reference/platforms";

/**
 * Where addresses have no postal code, after the Universal Postal Union and Google's libaddressinput.
 * A country whose codes exist on paper, but not on letters, is among them: a field that may be left
 * empty keeps nobody from paying, one that cannot be filled in does.
 */
export const countriesWithoutPostcodes: readonly string[] = [
  ...["AE", "AG", "AO", "AQ", "AW", "BF", "BI", "BJ", "BO", "BQ", "BS", "BV", "BW", "BZ"],
  ...["CD", "CF", "CG", "CI", "CK", "CM", "CW", "DJ", "DM", "ER", "FJ", "GA", "GH"],
  ...["GM", "GQ", "HK", "KI", "KM", "KN", "KP", "LC", "LY", "ML", "MO", "MR"],
  ...["MS", "MW", "NR", "NU", "PA", "QA", "RW", "SB", "SC", "SL", "SR", "SS", "ST", "SX"],
  ...["SY", "TD", "TF", "TG", "TK", "TL", "TO", "TV", "UG", "VU", "YE", "ZW"],
];

const without = new Set(countriesWithoutPostcodes);

export function hasPostcodes(country: string): boolean {
  return !without.has(country);
}

/** Home countries: the page shows the postcode, but few addresses have one. */
export const countriesWithOptionalPostcodes: readonly string[] = platformCodes;

export function requiresPostcode(country: string): boolean {
  return hasPostcodes(country) && !countriesWithOptionalPostcodes.includes(country);
}
