import { describe, expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import { platformCodes } from "@/lib/reference/platforms";
import { countryName, countryOptions, isCountry } from "./countries";

describe("countries", () => {
  it("contains the 249 codes of ISO 3166-1 in upper case, without the user-assigned XK", () => {
    expect(countryOptions("en")).toHaveLength(249);
    expect([...platformCodes, "US", "BQ", "AQ"].every(isCountry)).toBe(true);
    expect(["XK", "XX", "ZZ", "UK", "EU", "tt", "TTO", "", "constructor"].some(isCountry)).toBe(false);
  });

  it.each(languageCodes)("names every country once in %s, sorted for that language", (language) => {
    const options = countryOptions(language);
    const names = options.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(options.filter(({ code, name }) => name === "" || name === code)).toEqual([]);
    expect(names).toEqual([...names].sort(new Intl.Collator(language).compare));
  });

  it("uses the common names of countries", () => {
    const namesOf = (code: string) => languageCodes.map((language) => countryName(code, language));
    expect(namesOf("NL")).toEqual(["Netherlands", "Países Bajos", "Pays-Bas", "Nederland", "Países Baixos"]);
    expect(namesOf("HK").every((name) => /^Hong ?[Kk]ong$/.test(name))).toBe(true);
    expect(namesOf("BQ").every((name) => name.startsWith("Bonaire"))).toBe(true);
    expect(countryName("CD", "pt")).toMatch(/Kinshasa|Democrática/);
    expect(countryName("XK", "en")).toBe("XK");
  });

  it("has the dialling code of every country with phone numbers", () => {
    const dialOf = (code: string) => countryOptions("en").find((option) => option.code === code)?.dial;
    expect(["BB", "GD", "JM", "TT", "US"].map(dialOf)).toEqual(Array(5).fill("+1"));
    expect(["GY", "GB", "AQ", "BV"].map(dialOf)).toEqual(["+592", "+44", "", ""]);
    expect(countryOptions("en").every(({ dial }) => /^(\+\d{1,3})?$/.test(dial))).toBe(true);
  });

  it("builds the list of a language only once", () => {
    expect(countryOptions("fr")).toBe(countryOptions("fr"));
  });
});
