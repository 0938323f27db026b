/** Browsers by a word of their user agent. Most also contain the words of browsers that come later in this list. */
const browsers: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [word: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstIn = (list: typeof browsers, text: string) => list.find(([word]) => word.test(text))?.[1];

/** `Chrome on Linux` for the user agent of a browser. */
export function browserName(userAgent: string): string {
  const browser = firstIn(browsers, userAgent);
  const system = firstIn(systems, userAgent);
  if (!browser) return system ? `A browser on ${system}` : "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}
