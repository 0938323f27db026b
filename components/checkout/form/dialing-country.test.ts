import { expect, it } from "vitest";
import { dialingCountry } from "./dialing-country";

const countries = ["TT +1", "JM +1", "US +1", "CA +1", "GY +592", "GB +44", "JE +44", "NL +31"].map((entry) => {
  const [code = "", dial = ""] = entry.split(" ");
  return { code, dial };
});

it.each([
  ["+1 868 555 0123", "", "TT"],
  ["+1 (246) 555-0123", "TT", "BB"],
  ["+14735550123", "", "GD"],
  ["+18765550123", "", "JM"],
  ["+16585550123", "", "JM"],
  ["+5926091234", "TT", "GY"],
  ["+12125550123", "TT", "US"],
  ["+14165550123", "CA", "CA"],
  ["+447700900123", "", "GB"],
  ["+447700900123", "JE", "JE"],
  ["+31201234567", "", "NL"],
  ["868 555 0123", "TT", null],
  ["+1 8", "TT", null],
  ["", "TT", null],
  ["+3", "TT", null],
  ["+38", "TT", null],
  ["+383 43 201 234", "TT", ""],
  ["+247 40123", "TT", ""],
  ["+80012345678", "TT", ""],
])("finds the country of %s with %j selected: %s", (phone, chosen, expected) => {
  expect(dialingCountry(phone, countries, chosen)).toBe(expected);
});
