import { expect, it } from "vitest";
import { dialingCountry } from "./dialing-country";

const texts = [
  "TT +1 868",
  "BB +1 246",
  "GD +1 473",
  "JM +1 876",
  "US +1",
  "CA +1",
  "GY +592",
  "GB +44",
  "JE +44",
  "NL +31",
];
const countries = [
  { code: "", dial: "" },
  ...texts.map((text) => ({ code: text.slice(0, 2), dial: text.replace(/\D/g, "") })),
];

it.each([
  ["+1 868 555 0123", "", "TT"],
  ["+1 (246) 555-0123", "TT", "BB"],
  ["+14735550123", "", "GD"],
  ["+18765550123", "", "JM"],
  ["+16585550123", "", "JM"],
  ["+16585550123", "US", "JM"],
  ["+5926091234", "TT", "GY"],
  ["+12125550123", "TT", "US"],
  ["+14165550123", "CA", "CA"],
  ["+447700900123", "", "GB"],
  ["+447700900123", "JE", "JE"],
  ["+31201234567", "", "NL"],
  ["+1 8", "TT", null],
  ["", "TT", null],
  ["+3", "TT", null],
  ["+38", "TT", null],
  ["+383 43 201 234", "TT", ""],
  ["+247 40123", "TT", ""],
  ["+80012345678", "TT", ""],
])("finds the country of the international number %s with %j selected: %j", (phone, chosen, expected) => {
  expect(dialingCountry(phone, countries, chosen)).toBe(expected);
});

it.each([
  ["868 555 0123", "", "TT"],
  ["(876) 555-0123", "US", "JM"],
  ["658 555 0123", "", "JM"],
  ["1 246 555 0123", "", "BB"],
  ["5926091234", "", "GY"],
  ["868 555", "", null],
  ["555 0123", "TT", null],
  ["212 555 0123", "", null],
  ["868 555 0123", "GB", null],
  ["592 555 0123", "US", null],
])("finds the home country of the local number %s with %j selected: %j", (phone, chosen, expected) => {
  expect(dialingCountry(phone, countries, chosen)).toBe(expected);
});
