/**
 * Null for what is no address. Not by `URL.canParse`: that of Node.js 20 takes addresses with letters beyond ASCII for
 * broken, once it has been called so often that it was optimised.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
