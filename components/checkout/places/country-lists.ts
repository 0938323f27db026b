import { markup } from "@/lib/kit/markup";
import { platformCodes } from "@/lib/reference/platforms";
import type { Words } from "../words/en";

/** The options of the two country selects as HTML: all countries, and those with phone numbers. */
export type CountryLists = { billing: string; dialing: string };

export type CountryOptions = Parameters<typeof countryLists>[0];
type CountryOption = { code: string; name: string; dial: string };
type Chosen = { country: string; phone_country: string };

/** The area codes of +1 that are neither in the United States nor in Canada, the main one of each country. */
const areaCodes: Readonly<Record<string, string>> = {
  AG: "268",
  AI: "264",
  AS: "684",
  BB: "246",
  BM: "441",
  BS: "242",
  DM: "767",
  DO: "809",
  GD: "473",
  GU: "671",
  JM: "876",
  KN: "869",
  KY: "345",
  LC: "758",
  MP: "670",
  MS: "664",
  PR: "787",
  SX: "721",
  TC: "649",
  TT: "868",
  VC: "784",
  VG: "284",
  VI: "340",
};

/** The lists without a chosen country. The server renders them once per language, because they are long. */
export function countryLists(countries: readonly CountryOption[], { hints }: Words): CountryLists {
  const listOf = (options: readonly CountryOption[], toText: (country: CountryOption) => string) => {
    const isHome = ({ code }: CountryOption) => platformCodes.some((home) => home === code);
    const join = (some: readonly CountryOption[]) =>
      some.map((country) => markup`<option value=${country.code}>${toText(country)}`.text).join("");
    return markup`<option value="">${hints.choose}</option><optgroup label="${hints.likely}">`.text.concat(
      join(options.filter(isHome)),
      "</optgroup>",
      join(options.filter((country) => !isHome(country))),
    );
  };
  return {
    billing: listOf(countries, ({ name }) => name),
    dialing: listOf(
      countries.filter(({ dial }) => dial !== "").sort((one, other) => (one.code < other.code ? -1 : 1)),
      ({ code, dial }) => [code, dial, areaCodes[code]].filter(Boolean).join(" "),
    ),
  };
}

/** Selects the chosen countries, and moves them and the likely one to the group on top. */
export function withChosen({ billing, dialing }: CountryLists, chosen: Chosen, likely = ""): CountryLists {
  return {
    billing: choose(raise(billing, chosen.country || likely), chosen.country),
    dialing: choose(raise(dialing, chosen.phone_country || likely), chosen.phone_country),
  };
}

/** The likely options of each list. Where billing details are optional, the page loads the others when needed. */
export function likelyLists({ billing, dialing }: CountryLists): CountryLists {
  return { billing: splitList(billing).top, dialing: splitList(dialing).top };
}

/** The options that `likelyLists` leaves out. */
export function otherLists({ billing, dialing }: CountryLists): CountryLists {
  return { billing: splitList(billing).rest, dialing: splitList(dialing).rest };
}

const groupEnd = "</optgroup>";

function splitList(list: string): { top: string; rest: string } {
  const end = list.indexOf(groupEnd) + groupEnd.length;
  return { top: list.slice(0, end), rest: list.slice(end) };
}

/** Moves a country that is not in the group on top to its end. */
function raise(list: string, code: string): string {
  const { top, rest } = splitList(list);
  const at = rest.indexOf(`<option value=${code}>`);
  const [option = ""] = rest.slice(at).match(/^<[^<]*/) ?? [];
  return at < 0 ? list : top.replace(groupEnd, option + groupEnd) + rest.replace(option, "");
}

const choose = (list: string, code: string) =>
  list.replace(`<option value=${code}>`, `<option value=${code} selected>`);
