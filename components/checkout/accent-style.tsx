import { type Shades, shadesOf } from "@/lib/kit/accent";

export function AccentStyle({ accent, nonce }: { accent: string; nonce: string }) {
  return <style nonce={nonce}>{accentRules(accent)}</style>;
}

/** Fills the primary button with the merchant's accent in the light and the dark theme, without JavaScript. */
export function accentRules(accent: string): string {
  const { light, dark } = shadesOf(accent);
  return `${ruleOf(light)}@media (prefers-color-scheme:dark){${ruleOf(dark)}}`;
}

const ruleOf = ({ fill, hover, text, line }: Shades) =>
  `:root{--action:${fill};--action-strong:${hover};--on-action:${text};--action-line:${line}}`;
