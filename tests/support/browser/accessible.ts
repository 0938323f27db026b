import { readFileSync } from "node:fs";
import { expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";
import { isDeep } from "@/tests/support/in-process/deep";
import { framesIn } from "./frames";

/** The minified file, because every document has to parse it. */
const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

type Options = axe.RunOptions & { within?: string };

/** What errors add to a form. */
export const errorParts = '[data-testid="error-summary"], [aria-invalid], [id^="error-"]';

/**
 * Expects that axe finds nothing in the window and its frames. The colour schemes take turns: an ordinary run checks a
 * state in one of them, which follows from the state's name, and a deep run also checks the contrast of texts and links
 * in the other. The schemes differ only in the values of the colours in `tokens.css`, and states share these colours.
 * Frames without scripts cannot answer axe: leave them out with `iframes: false`. `within` is the selector of the part
 * to check, if another state of the page has checked the rest. If the page is in a frame, axe checks everything.
 */
export async function expectAccessible(page: Page, state: string, options: Options = {}): Promise<void> {
  // While Next.js renders a page anew, the document has no title for a moment.
  await expect(page).toHaveTitle(/\S/);
  const main = page.mainFrame();
  for (const frame of options.iframes === false ? [main] : await framesIn(main)) await ensureAxe(frame);
  const [first, other] = state.length % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
  // Without motion, because axe would see colours on their way from one scheme to the other.
  await page.emulateMedia({ colorScheme: first, reducedMotion: "reduce" });
  const found = await look(page, options);
  if (isDeep) {
    await page.emulateMedia({ colorScheme: other });
    found.push(...(await look(page, { ...options, runOnly: ["color-contrast", "link-in-text-block"] })));
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  expect(found, state).toEqual([]);
}

/** Loads axe once per document, because parsing it takes long. */
async function ensureAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${axeSource}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`);
}

/**
 * Contrast takes three quarters of axe's time, so of the texts of a page that look the same, only the first is judged.
 * In frames, axe judges every text.
 */
async function look(page: Page, { within, ...options }: Options): Promise<string[]> {
  if (page.frames().length > 1) return run(page, within, options);
  const others = { ...options.rules, "color-contrast": { enabled: false } };
  return [
    ...(options.runOnly ? [] : await run(page, within, { ...options, rules: others })),
    ...(await run(page, within, { runOnly: ["color-contrast"], ...options }, true)),
  ];
}

function run(page: Page, within: string | undefined, options: axe.RunOptions, isOfTexts = false): Promise<string[]> {
  // Reports only violations in full, and waits for busy frames.
  const chosen = { ...options, resultTypes: ["violations"], pingWaitTime: 0 } satisfies axe.RunOptions;
  return page.evaluate(
    async ({ part, chosen, isOfTexts }) => {
      const root = (part && document.querySelector(part)) || document;
      const texts = isOfTexts ? distinctTexts(root) : null;
      if (texts?.length === 0) return [];
      const { axe: tool } = window as unknown as { axe: typeof axe };
      const { violations } = await tool.run(texts ? { include: texts } : root, chosen);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);

      /** One element for each look of a text: its own style, and what is behind it. */
      function distinctTexts(parent: ParentNode): Element[] {
        const backgrounds = new Map<Element, string>();
        const backgroundOf = (element: Element | null): string => {
          if (!element) return "";
          const known = backgrounds.get(element);
          if (known !== undefined) return known;
          const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
          const made = `${backgroundOf(element.parentElement)}/${backgroundColor} ${backgroundImage} ${opacity} ${position}`;
          backgrounds.set(element, made);
          return made;
        };
        const texts = new Map<string, Element>();
        for (const element of parent.querySelectorAll("*")) {
          const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
          if (!hasText && !element.matches("input, select, textarea")) continue;
          const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element);
          const style = `${backgroundOf(element)} ${color} ${fontSize} ${fontWeight} ${textShadow} ${visibility}`;
          if (element.checkVisibility() && !texts.has(style)) texts.set(style, element);
        }
        return [...texts.values()];
      }
    },
    { part: within, chosen, isOfTexts },
  );
}
