/**
 * The merchant's accent colour (`#rrggbb`) on the checkout page. Links and buttons use it, so it needs the contrast
 * that WCAG requires of text: 4.5 to 1 on every background. This module also runs in the browser.
 */
type Rgb = readonly [red: number, green: number, blue: number];

/** The background colours of app/tokens.css on which links are hardest to read, one per theme. */
export const surfaces = { light: "#f4f7f8", dark: "#17262c" } as const;
export const textContrastMin = 4.5;

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Colour of text on the accent. The light theme has a dark accent, so its text is light, and vice versa. */
const texts = { light: "#ffffff", dark: "#0e191d" } as const;

/** Returns the colour if it is readable on light backgrounds. Otherwise darkens it until it is. */
export const readableAccent = (colour: string): string => shiftUntilReadable(colour, black, surfaces.light);

export type Shades = { accent: string; strong: string; text: string };

/** The colours of the light and the dark theme for a readable accent. `strong` is the hover colour. */
export function shadesOf(accent: string): Record<"light" | "dark", Shades> {
  const light = toRgb(accent);
  const dark = toRgb(shiftUntilReadable(accent, white, surfaces.dark));
  return {
    light: { accent: toHex(light), strong: toHex(mix(light, black, 0.25)), text: texts.light },
    dark: { accent: toHex(dark), strong: toHex(mix(dark, white, 0.4)), text: texts.dark },
  };
}

export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const finest = 255;

function shiftUntilReadable(colour: string, towards: Rgb, surface: string): string {
  for (let step = 0; step < finest; step++) {
    const shifted = toHex(mix(toRgb(colour), towards, step / finest));
    if (contrastOf(shifted, surface) >= textContrastMin) return shifted;
  }
  return toHex(towards);
}

function mix([red, green, blue]: Rgb, [toRed, toGreen, toBlue]: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [between(red, toRed), between(green, toGreen), between(blue, toBlue)];
}

function toRgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: Rgb): string => `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, as WCAG 2 defines it. */
function luminanceOf(colour: string): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = toRgb(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
