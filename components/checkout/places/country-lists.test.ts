import { expect, it } from "vitest";
import { en } from "../words/en";
import { countryLists, likelyLists, otherLists, withChosen } from "./country-lists";

const countries = [
  { code: "AQ", name: "Antarctica", dial: "" },
  { code: "CI", name: "Côte d'Ivoire <&>", dial: "+225" },
  { code: "TT", name: "Trinidad and Tobago", dial: "+1" },
  { code: "US", name: "United States", dial: "+1" },
];
const lists = countryLists(countries, en);

it("lists the home countries on top, every country for the address, and dial codes for the phone", () => {
  const first = '<option value="">Choose…</option><optgroup label="Suggested">';
  expect(lists).toEqual({
    billing: `${first}<option value=TT>Trinidad and Tobago</optgroup><option value=AQ>Antarctica<option value=CI>Côte d&#39;Ivoire &lt;&amp;&gt;<option value=US>United States`,
    dialing: `${first}<option value=TT>TT +1 868</optgroup><option value=CI>CI +225<option value=US>US +1`,
  });
});

it("selects the chosen countries, and none that is empty or unknown", () => {
  const { billing, dialing } = withChosen(lists, { country: "AQ", phone_country: "CI" });
  expect([billing, dialing].map((list) => list.match(/\w+ selected/g))).toEqual([["AQ selected"], ["CI selected"]]);
  expect(withChosen(lists, { country: "", phone_country: "AQ" })).toEqual(lists);
});

it("moves the payer's likely country to the group on top, once and without selecting it", () => {
  const nothing = { country: "", phone_country: "" };
  const { billing, dialing } = withChosen(lists, nothing, "US");
  expect(billing).toContain("Tobago<option value=US>United States</optgroup>");
  expect(dialing).toContain("868<option value=US>US +1</optgroup>");
  expect([billing, dialing].map((list) => list.split("value=US").length)).toEqual([2, 2]);
  for (const likely of ["", "TT", "XX", "A.*"]) expect(withChosen(lists, nothing, likely)).toEqual(lists);
});

it("splits the lists into the likely countries and the others", () => {
  const chosen = withChosen(lists, { country: "CI", phone_country: "" });
  expect(likelyLists(chosen).billing).toMatch(/Tobago<option value=CI selected>[^<]+<\/optgroup>$/);
  expect(otherLists(lists)).toEqual({
    billing:
      "<option value=AQ>Antarctica<option value=CI>Côte d&#39;Ivoire &lt;&amp;&gt;<option value=US>United States",
    dialing: "<option value=CI>CI +225<option value=US>US +1",
  });
});
