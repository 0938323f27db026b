/**
 * The merchant's accent colour (`#rrggbb`) on the checkout page. It fills the primary button and the merchant's tile,
 * exactly as the merchant chose it. Links and focus rings keep our colours. This module also runs in the browser.
 */
type Rgb = readonly [red: number, green: number, blue: number];
type Theme = "light" | "dark";

/** The form's surface and text in each theme, as in components/tokens.css. */
export const surfaces: Record<Theme, string> = { light: "#ffffff", dark: "#14232a" };
const texts: Record<Theme, string> = { light: "#0d1b22", dark: "#e9f1f3" };

/** The text on the accent is one of these, whichever has the higher contrast. */
const onAccent = ["#0d1b22", "#ffffff"] as const;

/** WCAG requires this contrast between a control and its surface. */
export const controlContrastMin = 3;

export type Shades = { fill: string; hover: string; text: string; line: string };

/**
 * The colours of the primary button with this accent. `line` is its border, for a fill that is close to the surface.
 */
export function shadesOf(accent: string): Record<Theme, Shades> {
  const text = textOnAccent(accent);
  const hover = mix(accent, text === onAccent[0] ? onAccent[1] : onAccent[0], 0.2);
  const shade = (theme: Theme) => ({ fill: accent, hover, text, line: lineOf(accent, theme) });
  return { light: shade("light"), dark: shade("dark") };
}

export const textOnAccent = (accent: string): string =>
  onAccent[contrastOf(accent, onAccent[0]) >= contrastOf(accent, onAccent[1]) ? 0 : 1];

/** The accent, mixed with text until it is visible on the surface. Transparent if it is visible already. */
function lineOf(accent: string, theme: Theme): string {
  if (contrastOf(accent, surfaces[theme]) >= controlContrastMin) return "transparent";
  for (let share = 0.05; share < 1; share += 0.05) {
    const line = mix(accent, texts[theme], share);
    if (contrastOf(line, surfaces[theme]) >= controlContrastMin) return line;
  }
  return texts[theme];
}

export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function mix(colour: string, into: string, share: number): string {
  const target = toRgb(into);
  return toHex(toRgb(colour).map((from, at) => Math.round(from + ((target[at] ?? 0) - from) * share)));
}

function toRgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, as WCAG 2 defines it. */
function luminanceOf(colour: string): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = toRgb(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
