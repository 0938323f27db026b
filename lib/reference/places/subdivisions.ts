import { iso31662 } from "iso-3166";

/** The states, provinces and parishes of ISO 3166-2. Made on the server: all of them are 5,000. */
export type State = { code: string; name: string };

const hasParts = new Set(iso31662.map(({ parent }) => parent));

/** The source puts these unions beside what they consist of; nobody's address is in one of them. */
const unions = new Set(["GB-EAW", "GB-GBN", "GB-UKM"]);

const allCodes = new Set(iso31662.map(({ code }) => code));

/**
 * What a customer of that country chooses from, in its own alphabet. Where a country has two levels
 * (23 have, among them ES, FR, IE, IT, PH, DO and KN), these are the parts that have no parts
 * themselves: provinces, departments and counties are what people write in addresses, and together
 * they cover the country once, as regions and provinces in one list would not.
 */
export function statesOf(country: string): readonly State[] {
  const states = statesByCountry.get(country) ?? makeStates(country);
  if (states.length > 0) statesByCountry.set(country, states);
  return states;
}

const statesByCountry = new Map<string, readonly State[]>();

function makeStates(country: string): readonly State[] {
  const own = iso31662
    .filter(({ code }) => code.startsWith(`${country}-`) && !hasParts.has(code) && !unions.has(code))
    .map(({ code, name }) => ({ code, name: clean(name) }));
  if (own.length === 0) return [];
  const collator = new Intl.Collator(languageOf(country), { numeric: true });
  return own
    .map(({ code, name }) => ({ code, name: isNamedTwice(name, own) ? `${name} (${code})` : name }))
    .sort((left, right) => collator.compare(left.name, right.name));
}

/** A city and the district around it may share a name, as in Estonia. */
function isNamedTwice(name: string, among: readonly State[]): boolean {
  return among.filter((other) => other.name === name).length > 1;
}

/** Some names carry a note of the standard's editors: a disputed territory, or a language. */
function clean(name: string): string {
  return name.replace(/ \((?:EH|EH-partial|de, lb)\)$/, "");
}

/** The language most people of a country write, whose alphabet its names are sorted by. */
function languageOf(country: string): string {
  return new Intl.Locale("und", { region: country }).maximize().language;
}

/**
 * The full code of what was sent as `US-NY`, `NY` or in small letters; null where the country has no
 * such part. Every level of the standard is understood here, so that a shop may send a region too.
 */
export function resolveState(country: string, text: string): string | null {
  const asked = text.trim().toUpperCase();
  const prefix = `${country}-`;
  const code = asked.startsWith(prefix) ? asked : `${prefix}${asked}`;
  return allCodes.has(code) && !unions.has(code) ? code : null;
}
