import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { contrastOf, controlContrastMin, shadesOf, surfaces } from "./accent";

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const themes = ["light", "dark"] as const;

it.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#ff0000", "#ffffff", 4],
])("the contrast of %s and %s is %f, as WCAG defines it", (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

it("an accent fills the button unchanged in both themes, for every colour", () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const theme of themes) expect(shadesOf(colour)[theme].fill).toBe(colour);
    }),
  );
});

it("the text on an accent is readable, also when hovered, for every colour", () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const theme of themes) {
        const { fill, hover, text } = shadesOf(colour)[theme];
        // The worst colour has the same contrast to both texts.
        expect(contrastOf(fill, text)).toBeGreaterThanOrEqual(4.1);
        expect(contrastOf(hover, text)).toBeGreaterThanOrEqual(4.1);
      }
    }),
  );
});

it("either the accent or its border is visible on the surface, for every colour", () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const theme of themes) {
        const { fill, line } = shadesOf(colour)[theme];
        const visible = line === "transparent" ? fill : line;
        expect(contrastOf(visible, surfaces[theme])).toBeGreaterThanOrEqual(controlContrastMin);
      }
    }),
  );
});

it("a light accent gets dark text, and a border on the light surface only", () => {
  const { light, dark } = shadesOf("#ffd23f");
  expect([light.text, light.line === "transparent", dark.line]).toEqual(["#0d1b22", false, "transparent"]);
});

it("a dark accent gets white text, and a border on the dark surface only", () => {
  const { light, dark } = shadesOf("#5b2a86");
  expect([light.text, light.line, dark.line === "transparent"]).toEqual(["#ffffff", "transparent", false]);
});

it("knows the surfaces of components/tokens.css", () => {
  expect(readFileSync("components/tokens.css", "utf8")).toContain(
    `--raised: light-dark(${surfaces.light}, ${surfaces.dark})`,
  );
});
