import { readFileSync, writeFileSync } from "node:fs";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Discover, Mastercard, Visa } from "react-svg-credit-card-payment-icons/icons/logo";
import sharp from "sharp";

/**
 * Draws the images of mails and writes them to lib/mail/images/images.ts. Mail programs do not show SVG. Run it again
 * after a change of the symbol or of the networks' artwork: `node --import tsx launch/pages/draw-mail-images.ts`.
 */
const sharpness = 3;

const drawing = (name: string) => readFileSync(`components/ui/brand/drawings/${name}.svg`, "utf8");

const symbol = (accent: string) => drawing("symbol").replace("var(--accent)", accent).replace("var(--sun)", "#f2a73b");

/** A white card of 28 × 18 px with the artwork of a network. */
function card(Art: FunctionComponent): string {
  const art = renderToStaticMarkup(createElement(Art)).replace(/^<svg( [a-z:-]+="[^"]*")*>/i, (tag) =>
    tag.replace(/ (width|height|x|y)="[^"]*"/g, ""),
  );
  const chip = `<rect x="0.5" y="0.5" width="27" height="17" rx="3.5" fill="#ffffff" stroke="#d5e0e3"/>`;
  const placed = art.replace("<svg", `<svg x="1" y="1" width="26" height="16"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 18">${chip}${placed}</svg>`;
}

const drawings = {
  symbol: { svg: symbol("#0a6375"), width: 32 },
  "symbol-dark": { svg: symbol("#5cc6d8"), width: 32 },
  visa: { svg: card(Visa), width: 28 },
  mastercard: { svg: card(Mastercard), width: 28 },
  amex: { svg: drawing("card-amex"), width: 28 },
  discover: { svg: card(Discover), width: 28 },
};

const images = await Promise.all(
  Object.entries(drawings).map(async ([name, { svg, width }]) => {
    const png = await sharp(Buffer.from(svg), { density: 600 })
      .resize({ width: width * sharpness })
      .png({ palette: true, effort: 10 })
      .toBuffer();
    return `  ${JSON.stringify(name)}: "${png.toString("base64")}",\n`;
  }),
);

writeFileSync(
  "lib/mail/images/images.ts",
  `/** The images of mails as base64 of PNG files. launch/pages/draw-mail-images.ts writes this file. */
export const mailImages = {
${images.join("")}} as const;

export type MailImage = keyof typeof mailImages;
`,
);
