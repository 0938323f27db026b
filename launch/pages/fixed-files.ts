import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Discover, Mastercard, Visa } from "react-svg-credit-card-payment-icons/icons/logo";
import { countryLists, otherLists } from "@/components/checkout/places/country-lists";
import { placeLabels } from "@/components/checkout/places/place-labels";
import type { StatesFile } from "@/components/checkout/places/use-states";
import { wordsOf } from "@/components/checkout/words/words-of";
import type { CardNetwork } from "@/lib/reference/card-networks";
import { brandFile, countriesFile, statesFile } from "@/lib/reference/fixed-files";
import { languageCodes } from "@/lib/reference/languages";
import { countryOptions } from "@/lib/reference/places/countries";
import { stateOptions } from "@/lib/reference/places/subdivisions";

/** Writes the files of pages whose addresses are part of the sources. Vite writes the stylesheet among them. */
export function writeFixedFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, basename(brandFile)), drawSprite());
  for (const language of languageCodes) {
    const lists = otherLists(countryLists(countryOptions(language), wordsOf(language)));
    writeFileSync(join(folder, basename(countriesFile(language))), JSON.stringify(lists));
  }
  for (const { code } of countryOptions("en")) {
    writeFileSync(join(folder, basename(statesFile(code))), JSON.stringify(listStates(code)));
  }
}

function listStates(country: string): StatesFile {
  const labels = languageCodes.map((language) => [language, placeLabels(country, language)]);
  return { states: stateOptions(country), labels: Object.fromEntries(labels) as StatesFile["labels"] };
}

/** The artwork of American Express fills the whole card, and can be read where it is 30 px wide. */
const ownDrawings = ["wordmark", "symbol", "card-generic", "card-code", "card-amex"];

/** The artwork of the other networks is for a white card. */
const networkArt: Record<Exclude<CardNetwork, "amex">, FunctionComponent> = {
  visa: Visa,
  mastercard: Mastercard,
  discover: Discover,
};

/** One SVG with a `<symbol>` for each drawing. */
function drawSprite(): string {
  const symbols = [
    ...ownDrawings.map((name) =>
      toSymbol(name, readFileSync(`components/ui/brand/drawings/${name}.svg`, "utf8").trim()),
    ),
    ...Object.entries(networkArt).map(([network, Art]) =>
      toSymbol(`card-${network}`, roundNumbers(renderToStaticMarkup(createElement(Art)))),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

function toSymbol(id: string, svg: string): string {
  return svg
    .replace(/ (xmlns|xml:space|aria-hidden)="[^"]*"/g, "")
    .replace(/^<svg/, `<symbol id="${id}"`)
    .replace(/<\/svg>$/, "</symbol>")
    .replaceAll("></path>", "/>");
}

/** Network artwork is 780 wide and shown at most 34 px wide, so its coordinates need no decimals. */
function roundNumbers(svg: string): string {
  return svg.replace(/ d="[^"]*"/g, (path) =>
    path.replace(/\d*\.\d+(e-?\d+)?/g, (number, _exponent, at: number) => {
      const isFollowedByFraction = path[at + number.length] === ".";
      return `${Math.round(Number(number))}${isFollowedByFraction ? " " : ""}`;
    }),
  );
}
