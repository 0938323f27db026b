import { platformCodes } from "@/lib/reference/platforms";

/**
 * Countries whose addresses have no postcode, according to the Universal Postal Union and Google's libaddressinput.
 * Countries with postcodes that people do not use are included: a required field that a customer cannot fill in
 * prevents the payment.
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

/**
 * The platforms' countries. The checkout page shows the postcode field, but does not require it, because few addresses
 * there have a postcode.
 */
const countriesWithOptionalPostcodes: readonly string[] = platformCodes;

export function requiresPostcode(country: string): boolean {
  return hasPostcodes(country) && !countriesWithOptionalPostcodes.includes(country);
}
