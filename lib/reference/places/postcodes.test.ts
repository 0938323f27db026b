import { describe, expect, it } from "vitest";
import { isCountry } from "./countries";
import { countriesWithoutPostcodes, hasPostcodes, requiresPostcode } from "./postcodes";

describe("postcodes", () => {
  it.each(["BB", "GD", "GY", "JM", "TT"])("are optional in %s", (country) =>
    expect([hasPostcodes(country), requiresPostcode(country)]).toEqual([true, false]),
  );

  it("are neither shown nor required in a country without postcodes", () => {
    expect([hasPostcodes("AW"), requiresPostcode("AW")]).toEqual([false, false]);
  });

  it.each(["US", "CA", "GB", "IE", "FR", "NL", "BR", "PR", "KY", "VC"])("are required in %s", (country) =>
    expect(requiresPostcode(country)).toBe(true),
  );

  it("are listed by real countries, each once", () => {
    expect(countriesWithoutPostcodes.filter((code) => !isCountry(code))).toEqual([]);
    expect(new Set(countriesWithoutPostcodes).size).toBe(countriesWithoutPostcodes.length);
  });
});
