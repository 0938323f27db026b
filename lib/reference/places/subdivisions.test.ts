import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countryOptions } from "./countries";
import { resolveState, statesOf } from "./subdivisions";

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
