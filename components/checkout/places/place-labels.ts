import type { Language } from "@/lib/reference/languages";
import { wordsOf } from "../words/words-of";

/** The words for state and postcode as people in a country use them. */
export type PlaceLabels = { state: string; zipcode: string };

type Label = { countries: string; words: Record<Language, string> };

/** The labels of the first level of subdivisions. The other countries keep "State or region". */
export const stateLabels: readonly Label[] = [
  // The label of the country's own field is "Country".
  { countries: "GB", words: { en: "Nation", es: "Nación", fr: "Nation", nl: "Landsdeel", pt: "Nação" } },
  {
    countries: "AT AU BR DE FM IN MX MY NG PW SD SS US VE",
    words: { en: "State", es: "Estado", fr: "État", nl: "Staat", pt: "Estado" },
  },
  {
    countries: `AF AO AR BG BI CA CD CN CR CU DZ EC GA ID IE IR KH KP KR LA LK MG MN MZ NL NP PA PG PK RW SB SL TD TH TR VN
      VU ZA ZM ZW`,
    words: { en: "Province", es: "Provincia", fr: "Province", nl: "Provincie", pt: "Província" },
  },
  {
    countries: `BE BF BY CL CM CZ DK DO ER ES ET FI FR GE GH GQ GR GY IS IT KG KZ MA ML MW NA NE NZ PE PH PL RU SA SK SN SO
      TG TJ TM TT TZ UA UG UZ`,
    words: { en: "Region", es: "Región", fr: "Région", nl: "Regio", pt: "Região" },
  },
  {
    countries: "AL EE HR HU KE LR LT NO RO SE TW",
    words: { en: "County", es: "Condado", fr: "Comté", nl: "Provincie", pt: "Condado" },
  },
  {
    countries: "AD AG BB DM GD JM VC",
    words: { en: "Parish", es: "Parroquia", fr: "Paroisse", nl: "Parish", pt: "Paróquia" },
  },
  {
    countries: "BJ BO CG CO GT HN HT NI PY SV UY",
    words: { en: "Department", es: "Departamento", fr: "Département", nl: "Departement", pt: "Departamento" },
  },
  {
    countries: "BT BW BZ CY IL LC LS MU NR PT RS SC SR WS",
    words: { en: "District", es: "Distrito", fr: "District", nl: "District", pt: "Distrito" },
  },
  {
    countries: "GL LI LV ME MK QA SI SM TL",
    words: { en: "Municipality", es: "Municipio", fr: "Municipalité", nl: "Gemeente", pt: "Município" },
  },
  {
    countries: "BH EG IQ JO KW LB OM PS SY TN YE",
    words: { en: "Governorate", es: "Gobernación", fr: "Gouvernorat", nl: "Gouvernement", pt: "Província" },
  },
  {
    countries: "BQ BS CV KI KM KN MH SH TV UM WF",
    words: { en: "Island", es: "Isla", fr: "Île", nl: "Eiland", pt: "Ilha" },
  },
  { countries: "CH LU", words: { en: "Canton", es: "Cantón", fr: "Canton", nl: "Kanton", pt: "Cantão" } },
  {
    countries: "CF JP",
    words: { en: "Prefecture", es: "Prefectura", fr: "Préfecture", nl: "Prefectuur", pt: "Província" },
  },
  { countries: "AE", words: { en: "Emirate", es: "Emirato", fr: "Émirat", nl: "Emiraat", pt: "Emirado" } },
];

const zipcodeLabels: readonly Label[] = [
  {
    countries: "AS GU MP PR US VI",
    words: { en: "ZIP code", es: "Código ZIP", fr: "Code ZIP", nl: "ZIP-code", pt: "Código ZIP" },
  },
  {
    countries: "CA",
    words: { en: "Postal code", es: "Código postal", fr: "Code postal", nl: "Postcode", pt: "Código postal" },
  },
];

/**
 * The labels of a country. The page contains those of the country that it starts with and loads others with the states,
 * because all of them would be a large part of its words.
 */
export function placeLabels(country: string, language: Language): PlaceLabels {
  const { labels } = wordsOf(language);
  const find = (among: readonly Label[]) =>
    among.find(({ countries }) => countries.split(/\s+/).includes(country))?.words[language];
  return { state: find(stateLabels) ?? labels.state, zipcode: find(zipcodeLabels) ?? labels.zipcode };
}
