import type { Language } from "./languages";

/** Files of the pages whose names do not contain a digest. Browsers ask for them again after an hour. */
export const fixedFolder = "/_next/static/fixed";
/** The drawings that all pages share. */
export const brandFile = `${fixedFolder}/brand.svg`;
/** The style of pages without React: components/tokens.css and lib/http/pages/plain.css. */
export const plainStyle = `${fixedFolder}/plain.css`;
/** The states of a country, and the page's labels for state and postcode there. */
export const statesFile = (country: string): string => `${fixedFolder}/states-${country}.json`;
/** The countries that the hosted page loads when a payer needs them. */
export const countriesFile = (language: Language): string => `${fixedFolder}/countries-${language}.json`;
