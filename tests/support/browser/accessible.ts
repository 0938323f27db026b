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

function look(page: Page, { within, ...options }: Options): Promise<string[]> {
  // Reports only violations in full, and waits for busy frames.
  const chosen = { ...options, resultTypes: ["violations"], pingWaitTime: 0 } satisfies axe.RunOptions;
  return page.evaluate(
    async ({ part, chosen }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        part && document.querySelector(part) ? part : document,
        chosen,
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { part: within, chosen },
  );
}
