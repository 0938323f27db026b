import { expect, it } from "vitest";
import { en } from "../words/en";
import { countryLists, withChosen } from "./country-lists";

const countries = [
  { code: "CI", name: "Côte d'Ivoire <&>", dial: "+225" },
  { code: "AQ", name: "Antarctica", dial: "" },
];
const lists = countryLists(countries, en);

it("lists every country for the address, and those with phone numbers for the phone, with escaped names", () => {
  expect(lists).toEqual({
    billing:
      '<option value="">Choose…</option><option value=CI>Côte d&#39;Ivoire &lt;&amp;&gt;<option value=AQ>Antarctica',
    dialing: '<option value="">Choose…</option><option value=CI>Côte d&#39;Ivoire &lt;&amp;&gt; (+225)',
  });
});

it("selects the chosen countries, and none that is empty or unknown", () => {
  const { billing, dialing } = withChosen(lists, { country: "AQ", phone_country: "CI" });
  expect([billing, dialing].map((list) => list.match(/\w+ selected/g))).toEqual([["AQ selected"], ["CI selected"]]);
  expect(withChosen(lists, { country: "", phone_country: "AQ" })).toEqual(lists);
});
