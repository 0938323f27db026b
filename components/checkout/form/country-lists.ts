import { markup } from "@/lib/kit/markup";
import type { Words } from "../words/en";

/** The options of the two country selects as HTML: all countries, and those with phone numbers. */
export type CountryLists = { billing: string; dialing: string };

type CountryOption = { code: string; name: string; dial: string };
type Chosen = { country: string; phone_country: string };

/** The lists without a chosen country. The server renders them once per language, because they are long. */
export function countryLists(countries: readonly CountryOption[], { hints }: Words): CountryLists {
  const first = markup`<option value="">${hints.choose}</option>`.text;
  const dialing = countries.filter(({ dial }) => dial !== "");
  return {
    billing: first + countries.map(({ code, name }) => optionOf(code, name)).join(""),
    dialing: first + dialing.map(({ code, name, dial }) => optionOf(code, `${name} (${dial})`)).join(""),
  };
}

export function withChosen({ billing, dialing }: CountryLists, chosen: Chosen): CountryLists {
  return { billing: choose(billing, chosen.country), dialing: choose(dialing, chosen.phone_country) };
}

/** HTML needs neither the quotes nor the end tag. */
const optionOf = (code: string, text: string) => markup`<option value=${code}>${text}`.text;

const choose = (list: string, code: string) =>
  list.replace(`<option value=${code}>`, `<option value=${code} selected>`);
