import { invalidField } from "@/lib/kit/errors";
import { type Currency, currencies, currenciesOf } from "@/lib/reference/currencies";
import { type FeeStructure, feeStructures } from "@/lib/reference/fees";
import { isCountry } from "@/lib/reference/places/countries";
import { statesOf } from "@/lib/reference/places/subdivisions";
import { type Environment, environments, type Platform, platformCodes } from "@/lib/reference/platforms";

/** The helper endpoints list the values that a payment request may contain. */
export function listCurrencies(countryCode?: string): readonly Currency[] {
  return countryCode === undefined ? currencies : currenciesOf(platformOrThrow(countryCode));
}

export function listEnvironments(): readonly Environment[] {
  return environments;
}

export function listFeeStructures(): Readonly<Record<FeeStructure, string>> {
  return feeStructures;
}

/**
 * Returns the names of a country's states by ISO 3166-2 code. The result is empty for a country without subdivisions.
 */
export function listStates(countryCode: string | undefined): Record<string, string> {
  if (countryCode === undefined) throw invalidField("country_code", "field is required.");
  if (!isCountry(countryCode)) throw invalidField("country_code", "must be the ISO code of a country, such as JM.");
  return Object.fromEntries(statesOf(countryCode).map(({ code, name }) => [code, name]));
}

function platformOrThrow(countryCode: string): Platform {
  const platform = platformCodes.find((code) => code === countryCode);
  if (!platform) throw invalidField("country_code", `must be one of ${platformCodes.join(", ")}.`);
  return platform;
}
