import fc from "fast-check";
import { iso31662 } from "iso-3166";
import { describe, expect, it } from "vitest";
import { countryOptions } from "./countries";
import { resolveState, stateOptions, statesOf } from "./subdivisions";

const countries = countryOptions("en").map(({ code }) => code);
const codesOf = (country: string) => statesOf(country).map(({ code }) => code);

describe("statesOf", () => {
  it.each([
    ["BB", 11],
    ["GD", 7],
    ["GY", 10],
    ["JM", 14],
    ["TT", 15],
    ["US", 57],
    ["CA", 13],
  ])("lists every subdivision of %s: %i", (country, count) => expect(statesOf(country)).toHaveLength(count));

  it("lists the lower of two levels, and upper subdivisions without parts", () => {
    expect(statesOf("ES")).toHaveLength(52);
    expect(codesOf("ES")).toEqual(expect.arrayContaining(["ES-B", "ES-M", "ES-CE", "ES-ML"]));
    expect(codesOf("ES")).not.toContain("ES-CT");
    expect(statesOf("IE")).toHaveLength(26);
    expect(codesOf("IT")).toEqual(expect.arrayContaining(["IT-RM", "IT-23"]));
    expect(codesOf("FR")).toEqual(expect.arrayContaining(["FR-67", "FR-75C", "FR-972"]));
  });

  it("lists the four countries of the United Kingdom without their unions", () => {
    expect(codesOf("GB")).toEqual(expect.arrayContaining(["GB-ENG", "GB-NIR", "GB-SCT", "GB-WLS", "GB-KEN"]));
    expect(codesOf("GB").filter((code) => ["GB-EAW", "GB-GBN", "GB-UKM"].includes(code))).toEqual([]);
  });

  it("sorts by name in the language of the country", () => {
    expect(
      statesOf("JM")
        .slice(0, 3)
        .map(({ name }) => name),
    ).toEqual(["Clarendon", "Hanover", "Kingston"]);
    expect(statesOf("US")[0]).toEqual({ code: "US-AL", name: "Alabama" });
    expect(statesOf("SE").at(-1)?.name).toMatch(/^Ö/);
    expect(codesOf("ES").indexOf("ES-AV")).toBeLessThan(codesOf("ES").indexOf("ES-B"));
  });

  it.each(["AW", "KY", "HK", "XX", "", "B"])("returns an empty list for %j", (country) =>
    expect(statesOf(country)).toEqual([]),
  );

  it("never lists a name or code twice", () => {
    for (const country of countries) {
      const states = statesOf(country);
      expect(new Set(states.map(({ name }) => name)).size).toBe(states.length);
      expect(states.every(({ code }) => /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code) && code.startsWith(country))).toBe(true);
    }
  });

  it("removes the editors' notes of the standard", () => {
    expect(statesOf("MA").filter(({ name }) => name.includes("(EH"))).toEqual([]);
  });
});

describe("stateOptions", () => {
  const namesOf = (country: string, chosen?: string) => stateOptions(country, chosen).map(({ name }) => name);
  const parents = new Map(iso31662.map(({ code, parent }) => [code, parent]));

  it("offers the countries of the United Kingdom and the regions of France, Italy and Spain", () => {
    expect(namesOf("GB")).toEqual(["England", "Northern Ireland", "Scotland", "Wales"]);
    expect(namesOf("FR")).toEqual(expect.arrayContaining(["Bretagne", "Corse", "Île-de-France", "Guadeloupe"]));
    expect(namesOf("IT")).toEqual(expect.arrayContaining(["Lazio", "Sicilia", "Veneto"]));
    expect(namesOf("ES")).toEqual(expect.arrayContaining(["Andalucía", "Catalunya", "Ceuta"]));
  });

  it("offers for every country only first-level subdivisions that the server accepts, each under its own name", () => {
    for (const country of countries) {
      const options = stateOptions(country);
      expect(options.filter(({ code }) => parents.get(code) !== country)).toEqual([]);
      expect(options.filter(({ code }) => resolveState(country, code) !== code)).toEqual([]);
      expect(options.filter(({ name }) => /[A-Z]{2}-/.test(name))).toEqual([]);
      expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
      expect(options.length > 0).toBe(statesOf(country).length > 0);
    }
  });

  // Each of these countries has only one level.
  it("offers more than 60 options only for AZ, MK, MT, RU, SI, TH, TR and VN", () => {
    const long = countries.filter((country) => stateOptions(country).length > 60);
    expect(long.sort()).toEqual(["AZ", "MK", "MT", "RU", "SI", "TH", "TR", "VN"]);
  });

  it.each([
    ["BE", 3],
    ["DK", 5],
    ["EE", 15],
    ["GH", 16],
    ["GQ", 2],
    ["HU", 20],
    ["ID", 38],
    ["IS", 8],
    ["LU", 12],
    ["TH", 77],
  ])("offers one of the levels that the package mixes for %s: %i subdivisions", (country, count) =>
    expect(stateOptions(country)).toHaveLength(count),
  );

  it("adds a chosen subdivision of a lower level of the same country", () => {
    expect(namesOf("GB", "GB-BDG")).toEqual([...namesOf("GB"), "Barking and Dagenham"]);
    expect(stateOptions("ES", "ES-B").at(-1)).toEqual({ code: "ES-B", name: "Barcelona" });
    for (const chosen of ["GB-ENG", "GB-UKM", "GB-XXX", "US-NY", ""]) expect(namesOf("GB", chosen)).toHaveLength(4);
  });
});

describe("resolveState", () => {
  it.each([
    ["US", "US-NY", "US-NY"],
    ["US", "NY", "US-NY"],
    ["US", " ny ", "US-NY"],
    ["US", "us-ny", "US-NY"],
    ["JM", "01", "JM-01"],
    ["TT", "pos", "TT-POS"],
    ["ES", "CT", "ES-CT"],
    ["US", "New York", null],
    ["US", "CA-ON", null],
    ["CA", "NY", null],
    ["US", "", null],
    ["US", "US-", null],
    ["AW", "AW", null],
    ["", "US-NY", null],
    ["GB", "UKM", null],
  ])("resolves %s %j to %j", (country, text, code) => expect(resolveState(country, text)).toBe(code));

  it("resolves every listed subdivision by its code and by its suffix, in upper and lower case", () => {
    const offered = countries.flatMap((country) => codesOf(country).map((code) => ({ country, code })));
    fc.assert(
      fc.property(fc.constantFrom(...offered), fc.boolean(), fc.boolean(), ({ country, code }, isShort, isSmall) => {
        const text = isShort ? code.slice(3) : code;
        return resolveState(country, isSmall ? text.toLowerCase() : text) === code;
      }),
      { numRuns: 1000 },
    );
  });
});
