import { describe, expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import { platformCodes } from "@/lib/reference/platforms";
import { countryName, countryOptions, isCountry } from "./countries";

describe("countries", () => {
  it("knows the 249 of ISO 3166-1, in capital letters only, and not Kosovo's own code", () => {
    expect(countryOptions("en")).toHaveLength(249);
    expect([...platformCodes, "US", "BQ", "AQ"].every(isCountry)).toBe(true);
    expect(["XK", "XX", "ZZ", "UK", "EU", "tt", "TTO", "", "constructor"].some(isCountry)).toBe(false);
  });

  it.each(languageCodes)("names every country once in %s, in that language's alphabet", (language) => {
    const options = countryOptions(language);
    const names = options.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(options.filter(({ code, name }) => name === "" || name === code)).toEqual([]);
    expect(names).toEqual([...names].sort(new Intl.Collator(language).compare));
  });

  it("calls a country what its customers call it", () => {
    const namesOf = (code: string) => languageCodes.map((language) => countryName(code, language));
    expect(namesOf("NL")).toEqual(["Netherlands", "Países Bajos", "Pays-Bas", "Nederland", "Países Baixos"]);
    expect(namesOf("HK").every((name) => /^Hong ?[Kk]ong$/.test(name))).toBe(true);
    expect(namesOf("BQ").every((name) => name.startsWith("Bonaire"))).toBe(true);
    expect(countryName("CD", "pt")).toMatch(/Kinshasa|Democrática/);
    expect(countryName("XK", "en")).toBe("XK");
  });

  it("tells the dialing code, and none where nobody has a phone", () => {
    const dialOf = (code: string) => countryOptions("en").find((option) => option.code === code)?.dial;
    expect(["BB", "GD", "JM", "TT", "US"].map(dialOf)).toEqual(Array(5).fill("+1"));
    expect(["GY", "GB", "AQ", "BV"].map(dialOf)).toEqual(["+592", "+44", "", ""]);
    expect(countryOptions("en").every(({ dial }) => /^(\+\d{1,3})?$/.test(dial))).toBe(true);
  });

  it("makes a language's list once", () => {
    expect(countryOptions("fr")).toBe(countryOptions("fr"));
  });
});
