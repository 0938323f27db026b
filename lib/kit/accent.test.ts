import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastOf, readableAccent, shadesOf, surfaces, textContrastMin } from "./accent";

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const always = (holds: (colour: string) => void) => fc.assert(fc.property(colours, holds));

it.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#ff0000", "#ffffff", 4],
])("the contrast of %s and %s is %f, as WCAG defines it", (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

describe("an accent", () => {
  it.each(["#000000", "#00687a", "#7b1fa2", "#b3261e"])("is kept if it is readable: %s", (colour) => {
    expect(readableAccent(colour)).toBe(colour);
  });

  it.each([
    ["#ffff00", "#757500"],
    ["#ffffff", "#717171"],
    ["#ff0000", "#e50000"],
  ])("becomes the nearest darker colour of its hue if it is unreadable: %s becomes %s", (colour, darker) => {
    expect(readableAccent(colour)).toBe(darker);
  });

  it("is corrected once, and never to a lighter colour", () => {
    always((colour) => {
      const corrected = readableAccent(colour);
      expect(readableAccent(corrected)).toBe(corrected);
      const before = channelsOf(colour);
      expect(channelsOf(corrected).every((channel, at) => channel <= (before[at] ?? 0))).toBe(true);
    });
  });

  it("is readable in the light and the dark theme, and so is the text on it, also when hovered, for every colour", () => {
    always((colour) => {
      const shades = shadesOf(readableAccent(colour));
      for (const theme of ["light", "dark"] as const) {
        const { accent, strong, text } = shades[theme];
        for (const [one, other] of [
          [accent, surfaces[theme]],
          [strong, surfaces[theme]],
          [text, accent],
          [text, strong],
        ] as const)
          expect(contrastOf(one, other)).toBeGreaterThanOrEqual(textContrastMin);
      }
    });
  });
});

it("the surfaces of the check are the least readable ones of app/tokens.css with links", () => {
  const [light = "", dark = ""] = readFileSync("app/tokens.css", "utf8").split("prefers-color-scheme: dark");
  const valuesIn = (css: string) =>
    [...css.matchAll(/--(?:surface|surface-raised|field): (#[0-9a-f]{6})/g)].map(([, colour = ""]) => colour);
  expect(valuesIn(light).sort((one, other) => contrastOf(one, "#000000") - contrastOf(other, "#000000"))[0]).toBe(
    surfaces.light,
  );
  expect(valuesIn(dark).sort((one, other) => contrastOf(one, "#ffffff") - contrastOf(other, "#ffffff"))[0]).toBe(
    surfaces.dark,
  );
});
