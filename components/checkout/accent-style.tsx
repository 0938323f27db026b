import { type Shades, shadesOf } from "@/lib/kit/accent";

/** Sets the merchant's accent colour for the light and the dark theme by overriding CSS tokens, without JavaScript. */
export function AccentStyle({ accent, nonce }: { accent: string; nonce: string }) {
  const { light, dark } = shadesOf(accent);
  return <style nonce={nonce}>{`${ruleOf(light)}@media (prefers-color-scheme:dark){${ruleOf(dark)}}`}</style>;
}

const ruleOf = ({ accent, strong, text }: Shades) =>
  `:root{--accent:${accent};--accent-strong:${strong};--on-accent:${text}}`;
