import { transform } from "lightningcss";

/** The browsers that Next.js supports. */
const targets = { chrome: 111 << 16, edge: 111 << 16, firefox: 111 << 16, safari: (16 << 16) | (4 << 8) };

/** Rewrites CSS that older browsers lack, such as `light-dark()`, and minifies it. */
export function lowerCss(css: string): string {
  const { code } = transform({ filename: "page.css", code: Buffer.from(css), minify: true, targets });
  return code.toString();
}
