/** The drawings that all pages share. launch/pages/brand-files.ts writes the file and checks the digest in its name. */
export const brandFile = "/_next/static/brand/brand-731addd9c043.svg";
/** The style of pages without React: app/tokens.css and lib/http/pages/plain.css. */
export const plainStyle = "/_next/static/brand/plain-0f097bb3f993.css";
/** Every page preloads the font for Latin text. app/tokens.css names the same file. */
export const preloadedFont = "/_next/static/brand/figtree-latin-4ba7d3d09669.woff2";
