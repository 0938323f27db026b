/** The dashboard's colour scheme, chosen by the reader. "system" follows the browser. */
const appearances = ["system", "light", "dark"] as const;
export type Appearance = (typeof appearances)[number];

export const appearanceCookie = "appearance";

export const appearanceOf = (stored: string | undefined): Appearance =>
  appearances.find((appearance) => appearance === stored) ?? "system";
