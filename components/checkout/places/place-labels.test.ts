import { expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { stateOptions } from "@/lib/reference/places/subdivisions";
import { placeLabels, stateLabels } from "./place-labels";

it.each([
  ["US", "State", "ZIP code"],
  ["CA", "Province", "Postal code"],
  ["GB", "Nation", "Postcode"],
  ["BB", "Parish", "Postcode"],
  ["TT", "Region", "Postcode"],
  ["FR", "Region", "Postcode"],
  ["AE", "Emirate", "Postcode"],
  ["PR", "State or region", "ZIP code"],
  ["", "State or region", "Postcode"],
])("labels state and postcode of %j with %j and %j", (country, state, zipcode) =>
  expect(placeLabels(country, "en")).toEqual({ state, zipcode }),
);

it("labels state and postcode in every language", () => {
  const labelsOf = (country: string) => languageCodes.map((language) => placeLabels(country, language).state);
  expect(labelsOf("US")).toEqual(["State", "Estado", "État", "Staat", "Estado"]);
  expect(labelsOf("XX")).toHaveLength(new Set(labelsOf("XX")).size);
});

it("labels only countries with states, each once", () => {
  const labelled = stateLabels.flatMap(({ countries }) => countries.split(/\s+/));
  const withStates = countryOptions("en").filter(({ code }) => stateOptions(code).length > 0);
  expect(labelled.filter((code) => !withStates.some((country) => country.code === code))).toEqual([]);
  expect(new Set(labelled).size).toBe(labelled.length);
});
