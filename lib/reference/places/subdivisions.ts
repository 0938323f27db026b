import { iso31662 } from "iso-3166";

/** The states, provinces and parishes of ISO 3166-2. Server only, because the list has 5,000 entries. */
export type State = { code: string; name: string };

const hasParts = new Set(iso31662.map(({ parent }) => parent));

/** ISO 3166-2 lists these unions, such as Great Britain, next to their members. Addresses do not name a union. */
const unions = new Set(["GB-EAW", "GB-GBN", "GB-UKM"]);

const allCodes = new Set(iso31662.map(({ code }) => code));

/** The options of each country that has any: the subdivisions without parts of their own. */
const optionsOf = new Map<string, State[]>();
for (const { code, name } of iso31662) {
  if (hasParts.has(code) || unions.has(code)) continue;
  const country = code.slice(0, 2);
  const state = { code, name: clean(name) };
  const others = optionsOf.get(country);
  if (others) others.push(state);
  else optionsOf.set(country, [state]);
}

/**
 * The options of the state field for a country, sorted in the country's language. In the 23 countries with two levels
 * of subdivisions (among them ES, FR, IE, IT, PH, DO and KN), the options are the lower level: provinces, departments
 * and counties. Addresses name these, and a list with both levels would contain every place twice.
 */
export function statesOf(country: string): readonly State[] {
  const options = optionsOf.get(country);
  if (!options) return [];
  const states = statesByCountry.get(country) ?? sortStates(country, options);
  statesByCountry.set(country, states);
  return states;
}

const statesByCountry = new Map<string, readonly State[]>();

function sortStates(country: string, options: readonly State[]): readonly State[] {
  const collator = new Intl.Collator(languageOf(country), { numeric: true });
  return options
    .map(({ code, name }) => ({ code, name: isNamedTwice(name, options) ? `${name} (${code})` : name }))
    .sort((left, right) => collator.compare(left.name, right.name));
}

/** Two subdivisions may share a name, such as a city and the district around it in Estonia. */
function isNamedTwice(name: string, among: readonly State[]): boolean {
  return among.filter((other) => other.name === name).length > 1;
}

/** Removes the editors' note at the end of some names, such as a disputed territory or a language. */
function clean(name: string): string {
  return name.replace(/ \((?:EH|EH-partial|de, lb)\)$/, "");
}

/** The most common written language of a country, used for sorting the country's subdivisions. */
function languageOf(country: string): string {
  return new Intl.Locale("und", { region: country }).maximize().language;
}

/**
 * Finds the full subdivision code, such as US-NY, from `US-NY`, `NY` or `ny`. Null if the country has no such
 * subdivision. Accepts every level of ISO 3166-2, so that a shop may also send a region.
 */
export function resolveState(country: string, text: string): string | null {
  const asked = text.trim().toUpperCase();
  const prefix = `${country}-`;
  const code = asked.startsWith(prefix) ? asked : `${prefix}${asked}`;
  return allCodes.has(code) && !unions.has(code) ? code : null;
}
