import { describe, expect, it } from "vitest";
import { isCountry } from "./countries";
import { countriesWithoutPostcodes, hasPostcodes } from "./postcodes";

describe("postcodes", () => {
  it("asks none of our countries that has none", () => {
    expect(["BB", "GD", "GY", "JM", "TT"].filter(hasPostcodes)).toEqual(["BB"]);
  });

  it.each(["US", "CA", "GB", "IE", "FR", "NL", "BR", "PR", "KY", "VC"])("asks for it in %s", (country) =>
    expect(hasPostcodes(country)).toBe(true),
  );

  it("lists real countries, each once", () => {
    expect(countriesWithoutPostcodes.filter((code) => !isCountry(code))).toEqual([]);
    expect(new Set(countriesWithoutPostcodes).size).toBe(countriesWithoutPostcodes.length);
  });
});
