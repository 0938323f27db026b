import { type Shades, shadesOf } from "@/lib/kit/accent";

/** The page in the merchant's colour, by light and by dark. No script: the tokens are given other values. */
export function AccentStyle({ accent, nonce }: { accent: string; nonce: string }) {
  const { light, dark } = shadesOf(accent);
  return <style nonce={nonce}>{`${ruleOf(light)}@media (prefers-color-scheme:dark){${ruleOf(dark)}}`}</style>;
}

const ruleOf = ({ accent, strong, text }: Shades) =>
  `:root{--accent:${accent};--accent-strong:${strong};--on-accent:${text}}`;
