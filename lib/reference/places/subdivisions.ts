import { iso31662 } from "iso-3166";

/** The states, provinces and parishes of ISO 3166-2. Server only, because the list has 5,000 entries. */
export type State = { code: string; name: string };

type Subdivision = (typeof iso31662)[number];

const hasParts = new Set(iso31662.map(({ parent }) => parent));

/** ISO 3166-2 lists these unions, such as Great Britain, next to their members. Addresses do not name a union. */
const unions = new Set(["GB-EAW", "GB-GBN", "GB-UKM"]);

const nameOf = new Map(iso31662.filter(({ code }) => !unions.has(code)).map(({ code, name }) => [code, clean(name)]));

/**
 * The states that the API lists for a country, sorted in the country's language. In the 23 countries with two levels of
 * subdivisions (among them ES, FR, IE, IT, PH, DO and KN), these are the lower level: provinces, departments and
 * counties.
 */
export const statesOf = listedBy(({ code }) => !hasParts.has(code));

/**
 * The package names no parents in these countries, so that people would find their place twice. Matches the ends of the
 * codes that are the first level.
 */
const firstLevels: Readonly<Record<string, RegExp>> = {
  // The regions, not their provinces. Brussels is in none of these.
  BE: /^(BRU|VLG|WAL)$/,
  // The regions, not the counties that they replaced in 2007.
  DK: /^8\d$/,
  // The counties, not their municipalities.
  EE: /^\d\d$/,
  // The countries, not their council areas.
  GB: /^(ENG|NIR|SCT|WLS)$/,
  // Not the region that was divided in 2019.
  GH: /^(?!BA$)/,
  // The regions, not their provinces.
  GQ: /^[CI]$/,
  // The counties and Budapest, not the cities within them.
  HU: /^(BA|BE|BK|BU|BZ|CS|FE|GS|HB|HE|JN|KE|NO|PE|SO|SZ|TO|VA|VE|ZA)$/,
  // The provinces, not the groups of islands, which are no administrative level.
  ID: /^(?!(JW|KA|ML|NU|PP|SL|SM)$)/,
  // The regions, not their municipalities.
  IS: /^\d$/,
  // The cantons, not the districts that ended in 2015.
  LU: /^..$/,
  // The provinces, not the city of Pattaya in one of them.
  TH: /^\d\d$/,
};

/** To the package, these cities have the same name as the region around them. */
const cities: Readonly<Record<string, string>> = {
  "AZ-LA": "Lənkəran şəhəri",
  "AZ-SA": "Şəki şəhəri",
  "AZ-YE": "Yevlax şəhəri",
  "KZ-75": "Almaty qalasy",
  "LA-VT": "Nakhon Louang Viangchan",
  "MZ-MPM": "Cidade de Maputo",
  "TW-CYI": "Chiayi City",
  "TW-HSZ": "Hsinchu City",
  "UZ-TK": "Toshkent shahri",
};

const firstLevelOf = listedBy(({ code, parent }) => {
  const country = code.slice(0, 2);
  return parent === country && (firstLevels[country]?.test(code.slice(3)) ?? true);
}, cities);

/**
 * The options of the page's state field: the first level, which people know of their own address. A lower one that the
 * payment request has chosen is added.
 */
export function stateOptions(country: string, chosen = ""): readonly State[] {
  const options = firstLevelOf(country);
  const name = nameOf.get(chosen);
  const isLower = chosen.startsWith(`${country}-`) && options.every(({ code }) => code !== chosen);
  return name && isLower ? [...options, { code: chosen, name }] : options;
}

/** Makes a function that lists the matching subdivisions of a country, sorted in the country's language. */
function listedBy(
  isListed: (subdivision: Subdivision) => boolean,
  names: Readonly<Record<string, string>> = {},
): (country: string) => readonly State[] {
  const unsorted = new Map<string, State[]>();
  for (const subdivision of iso31662) {
    const { code, name } = subdivision;
    if (unions.has(code) || !isListed(subdivision)) continue;
    const country = code.slice(0, 2);
    unsorted.set(country, [...(unsorted.get(country) ?? []), { code, name: names[code] ?? clean(name) }]);
  }
  const sorted = new Map<string, readonly State[]>();
  return (country) => {
    const options = unsorted.get(country);
    if (!options) return [];
    const states = sorted.get(country) ?? sortStates(country, options);
    sorted.set(country, states);
    return states;
  };
}

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
  return nameOf.has(code) ? code : null;
}
