import { type Shades, shadesOf } from "@/lib/kit/accent";

export function AccentStyle({ accent, nonce }: { accent: string; nonce: string }) {
  return <style nonce={nonce}>{accentRules(accent)}</style>;
}

/** Sets the merchant's accent colour for the light and the dark theme by overriding CSS tokens, without JavaScript. */
export function accentRules(accent: string): string {
  const { light, dark } = shadesOf(accent);
  return `${ruleOf(light)}@media (prefers-color-scheme:dark){${ruleOf(dark)}}`;
}

const ruleOf = ({ accent, strong, text }: Shades) =>
  `:root{--accent:${accent};--accent-strong:${strong};--on-accent:${text}}`;
