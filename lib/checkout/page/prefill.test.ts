import fc from "fast-check";
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, expectTypeOf, inject, it } from "vitest";
import type { CustomerDetails } from "@/lib/reference/customer-details";
import { prefillOf, readPhone } from "./prefill";

const nothing: CustomerDetails = {
  email: null,
  firstName: null,
  lastName: null,
  address1: null,
  address2: null,
  city: null,
  region: null,
  zipcode: null,
  country: null,
  phone: null,
};

function selectors(details: Partial<CustomerDetails>) {
  const { country, phone_country, phone } = prefillOf({ ...nothing, ...details });
  return { country, phone_country, phone };
}

/** Valid phone numbers of all countries: the examples of libphonenumber, and variations with other final digits. */
const exampleNumbers = (Object.keys(examples) as CountryCode[]).flatMap(
  (country) => getExampleNumber(country, examples)?.number ?? [],
);
const validNumbers = fc
  .tuple(fc.constantFrom(...exampleNumbers), fc.stringMatching(/^\d{4,8}$/))
  .map(([number, tail]) => `${number.slice(0, -tail.length)}${tail}`)
  .map((number) => parsePhoneNumberFromString(number))
  .filter((number) => number?.isValid() === true)
  .map((number) => `${number?.number}`);

describe("prefillOf", () => {
  it.each([
    ["+18682911234", "TT", "8682911234"],
    ["+18762101234", "JM", "8762101234"],
    ["+16582751234", "JM", "6582751234"],
    ["+12462501234", "BB", "2462501234"],
    ["+14734031234", "GD", "4734031234"],
    ["+5926091234", "GY", "6091234"],
    ["+12125550123", "US", "2125550123"],
    ["+447924123456", "GB", "7924123456"],
    ["+4407924123456", "GB", "7924123456"],
    [" +18682911234 ", "TT", "8682911234"],
  ])("lets %s select %s as its dialing country, and the country only the billing country", (phone, own, typed) => {
    expect(selectors({ phone, country: "FR" })).toEqual({ country: "FR", phone_country: own, phone: typed });
    expect(selectors({ phone })).toEqual({ country: "", phone_country: own, phone: typed });
  });

  it.each([
    [null],
    [""],
    ["+"],
    ["+1"],
    ["+1868"],
    ["+1868291123"],
    ["+186829112345"],
    ["+18680000000"],
    ["+10000000000"],
    ["+999123456789"],
    ["8682911234"],
    ["2911234"],
    ["18682911234"],
    ["0018682911234"],
    ["+1 868 291 1234"],
    ["+1868291123x"],
    ["nonsense"],
  ])("ignores the phone %j and lets the country set both selectors", (phone) => {
    expect(selectors({ phone, country: "GY" })).toEqual({ country: "GY", phone_country: "GY", phone: "" });
    expect(selectors({ phone })).toEqual({ country: "", phone_country: "", phone: "" });
  });

  it.each([
    ["+18685550123", "TT"],
    ["+12465550123", "BB"],
    ["+14735550123", "GD"],
    ["+18765550123", "JM"],
    ["+16585550123", "JM"],
  ])("accepts the fictitious number %s as a number of %s", (phone, own) => {
    expect(selectors({ phone, country: "US" })).toMatchObject({ country: "US", phone_country: own });
  });

  it.each(["+80012345678", "+870773111632", "+38343201234", "+24740123", "+2908999"])(
    "keeps the international form of %s, which belongs to no listed country",
    (phone) => {
      expect(selectors({ phone, country: "TT" })).toEqual({ country: "TT", phone_country: "", phone });
      expect(readPhone("", phone)).toBe(phone);
    },
  );

  it("selects SH for a number of Saint Helena, which shares its dial code with Tristan da Cunha", () => {
    expect(selectors({ phone: "+29051234" })).toEqual({ country: "", phone_country: "SH", phone: "51234" });
    expect(readPhone("SH", "51234")).toBe("+29051234");
  });

  it("keeps the + of a phone number that would otherwise look like a card number", () => {
    const phone = "+436641234567894";
    expect(selectors({ phone })).toEqual({ country: "", phone_country: "AT", phone });
    expect(readPhone("AT", phone)).toBe(phone);
  });

  it.each(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"])(
    "lets %s, which has no dial code, set the billing country and leave the dialing one empty",
    (country) => expect(selectors({ country })).toEqual({ country, phone_country: "", phone: "" }),
  );

  it("leaves out values that the page would refuse", () => {
    const details = { firstName: "123", address1: "3530111333300000", city: "1234" };
    expect(prefillOf({ ...nothing, ...details })).toMatchObject({ card_name: "", address1: "", city: "1234" });
  });

  it("country_code never prefills billing or phone: prefillOf does not even accept it", () => {
    type Name = "email" | "firstName" | "lastName" | "phone";
    type Address = "address1" | "address2" | "city" | "region" | "zipcode" | "country";
    expectTypeOf<keyof CustomerDetails>().toEqualTypeOf<Name | Address>();
    const smuggled = { ...nothing, country_code: "TT", countryCode: "TT", platform: "TT" };
    expect(prefillOf(smuggled)).toEqual(prefillOf(nothing));
  });

  it("prefills nothing if the shop sent nothing", () => {
    expect(new Set(Object.values(prefillOf(nothing)))).toEqual(new Set([""]));
  });

  it("prefills every field that the shop sent", () => {
    const details = {
      email: "ann@example.com",
      firstName: "Ann",
      lastName: "Lee",
      address1: "1 Main St",
      address2: "B",
    };
    const place = { city: "Albany", region: "US-NY", zipcode: "12207", country: "US" };
    expect(prefillOf({ ...nothing, ...details, ...place })).toEqual({
      card_name: "Ann Lee",
      email: "ann@example.com",
      phone_country: "US",
      phone: "",
      country: "US",
      address1: "1 Main St",
      address2: "B",
      city: "Albany",
      state: "US-NY",
      zipcode: "12207",
    });
  });

  it("prefills a single name, and cuts a name that is longer than the field", () => {
    expect(prefillOf({ ...nothing, firstName: "Ann" }).card_name).toBe("Ann");
    const long = prefillOf({ ...nothing, firstName: "é".repeat(30), lastName: "😀".repeat(30) }).card_name;
    expect([...long]).toHaveLength(60);
  });

  it.each([
    ["ES", "ES-CT", "ES-CT"],
    ["ES", "ES-B", "ES-B"],
    ["TT", "POS", "TT-POS"],
    ["TT", "US-NY", ""],
    ["AW", "US-NY", ""],
    [null, "US-NY", ""],
    ["XX", "XX-01", ""],
  ])("prefills for %s and %s the state %j, of either level", (country, region, state) =>
    expect(prefillOf({ ...nothing, country, region }).state).toBe(state),
  );

  it("prefills a phone number of any country so that it is read back as the same number", () => {
    expect(exampleNumbers.length).toBeGreaterThan(200);
    for (const phone of exampleNumbers) expectReadBack(phone);
    fc.assert(fc.property(validNumbers, expectReadBack), { numRuns: inject("isDeep") ? 500 : 100 });
  });
});

function expectReadBack(phone: string): void {
  const filled = prefillOf({ ...nothing, phone });
  expect(filled.phone).not.toBe("");
  expect(readPhone(filled.phone_country, filled.phone)).toBe(phone);
}

describe("readPhone", () => {
  it.each([
    ["TT", "291-1234", "+18682911234"],
    ["TT", "555 0123", "+18685550123"],
    ["BB", "2501234", "+12462501234"],
    ["GD", "403 1234", "+14734031234"],
    ["JM", "210-1234", "+18762101234"],
    ["GY", "609 1234", "+5926091234"],
    ["LC", "284 1234", "+17582841234"],
  ])("in %s completes the local number %s to %s", (country, phone, e164) =>
    expect(readPhone(country, phone)).toBe(e164),
  );

  it.each([
    ["TT", "(868) 291-1234", "+18682911234"],
    ["TT", "1 868 291 1234", "+18682911234"],
    ["TT", "868.291.1234", "+18682911234"],
    ["TT", "876 210 1234", "+18762101234"],
    ["JM", "658 275 1234", "+16582751234"],
    ["GB", "07924 123456", "+447924123456"],
    ["GB", "7924 123456", "+447924123456"],
    ["TT", "８６８ ２９１ １２３４", "+18682911234"],
  ])("in %s reads %s as %s", (country, phone, e164) => expect(readPhone(country, phone)).toBe(e164));

  it.each(["TT", "GY", "GB", "AQ", "XX", "", undefined])(
    "reads a number with + as international whatever the selector says: %j",
    (country) => {
      expect(readPhone(country, "+592 609 1234")).toBe("+5926091234");
      expect(readPhone(country, " +1 (868) 291-1234 ")).toBe("+18682911234");
    },
  );

  it.each([
    ["TT", ""],
    ["TT", "12345"],
    ["TT", "1234567"],
    ["TT", "0911234"],
    ["TT", "868 291 123"],
    ["TT", "868 291 12345"],
    ["US", "291 1234"],
    ["JM", "1101234"],
    ["TT", "call me 868 291 1234"],
    ["TT", "+1 868"],
    [undefined, "291 1234"],
    ["XX", "868 291 1234"],
    ["__proto__", "2911234"],
    ["constructor", "2911234"],
    ["TT", "9".repeat(4000)],
  ])("in %j rejects %s", (country, phone) => expect(readPhone(country, phone)).toBeNull());

  it("returns an E.164 number or null for any input", () => {
    const countries = fc.constantFrom("TT", "JM", "GB", "IT", "AQ", undefined);
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[+\d ().-]{0,24}$/));
    fc.assert(
      fc.property(countries, typed, (country, phone) => /^\+[1-9]\d{1,14}$/.test(readPhone(country, phone) ?? "+1234")),
      { numRuns: inject("isDeep") ? 1000 : 300 },
    );
  });
});
