import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AmericanExpress } from "react-svg-credit-card-payment-icons/icons/flat-rounded";
import { Discover, Mastercard, Visa } from "react-svg-credit-card-payment-icons/icons/logo";
import { LaunchError } from "@/launch/processes";
import { brandFile, plainStyle, preloadedFont } from "@/lib/reference/brand-files";
import type { CardNetwork } from "@/lib/reference/card-networks";
import { lowerCss } from "./lower-css";

/**
 * Writes the typeface and the drawings that all pages share. Browsers keep these files for ever, so a digest of the
 * content is part of each name. The pages' sources contain the names, and this script checks them.
 */
export function writeBrandFiles(distFolder: string): void {
  const folder = join(distFolder, "static/brand");
  mkdirSync(folder, { recursive: true });
  const files = [
    { name: basename(plainStyle), stem: "plain", content: plainCss() },
    { name: basename(brandFile), stem: "brand", content: Buffer.from(drawSprite()) },
    { name: basename(preloadedFont), stem: "figtree-latin", content: readFont("figtree-latin") },
    { name: extendedFontName(), stem: "figtree-latin-ext", content: readFont("figtree-latin-ext") },
  ];
  for (const { name, stem, content } of files) {
    const expected = `${stem}-${digestOf(content)}${name.slice(name.lastIndexOf("."))}`;
    if (name !== expected) throw new LaunchError(`The content of ${name} has changed. Rename it to ${expected}.`);
    writeFileSync(join(folder, name), content);
  }
}

/** The tokens and the rules of pages without React, in one file. */
function plainCss(): Buffer {
  const css = ["app/tokens.css", "lib/http/pages/plain.css"].map((file) => readFileSync(file, "utf8")).join("");
  return Buffer.from(lowerCss(css));
}

const require = createRequire(import.meta.url);
const readFont = (name: string) =>
  readFileSync(require.resolve(`@fontsource-variable/figtree/files/${name}-wght-normal.woff2`));

function extendedFontName(): string {
  const tokens = readFileSync("app/tokens.css", "utf8");
  if (!tokens.includes(preloadedFont)) throw new LaunchError(`app/tokens.css must name the font ${preloadedFont}.`);
  return /figtree-latin-ext-\w+\.woff2/.exec(tokens)?.[0] ?? "";
}

const digestOf = (content: Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 12);

const ownDrawings = ["wordmark", "symbol", "card-generic", "card-code"];

/** The artwork of the networks is for a white card. That of American Express fills the whole card. */
const networkArt: Record<CardNetwork, FunctionComponent> = {
  visa: Visa,
  mastercard: Mastercard,
  amex: AmericanExpress,
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
