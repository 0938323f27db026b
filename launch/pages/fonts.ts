import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";

/** Where components/tokens.css finds the fonts. The development server of Next.js cannot read files in `.next`. */
const folder = "components/generated";
const source = "node_modules/@fontsource-variable/figtree/files";

/** What the pages use: two weights, kerning, accents, ligatures and digits of equal width. The rest is a sixth. */
const used = {
  keepAllGlyphs: true,
  variationAxes: { wght: { min: 400, max: 600 } },
  keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "calt", "tnum"],
};

/** Writes the font with all its letters, but without what no page uses, because every payer waits for it. */
export async function writeFonts(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const letters of ["latin", "latin-ext"]) {
    const font = readFileSync(join(source, `figtree-${letters}-wght-normal.woff2`));
    const small = await subsetFont(font, "", { targetFormat: "woff2", ...used });
    writeFileSync(join(folder, `figtree-${letters}.woff2`), small);
  }
}
