import { readFileSync } from "node:fs";
import { type Browser, expect, type Frame, type Page, test } from "@playwright/test";
import { framesIn } from "./frames";

/**
 * Pictures of pages, which are in e2e/pictures. `playwright.config.ts` makes both browsers draw letters in the same
 * way, and the pictures show no font of the machine.
 */

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Systems and major versions of Chromium draw text differently, so others skip the comparison. */
export function skipOnOtherChromium(browser: Browser): void {
  test.skip(process.platform !== "linux", "The pictures were drawn on Linux.");
  const drawnBy = readFileSync("e2e/pictures/chromium-version", "utf8").trim();
  const [major] = browser.version().split(".");
  test.skip(major !== drawnBy, `The pictures were drawn by Chromium ${drawnBy}, and this is Chromium ${major}.`);
}

type Options = { isWhole?: boolean; hidden?: string };

/**
 * Expects that at most 1 % of the pixels differ from the stored picture. If a change is intended, take the pictures
 * again with `UPDATE_PICTURES=1 npm test -- pictures.spec`. Times and places of the text `hidden` are covered.
 */
export async function expectPicture(
  page: Page,
  name: string,
  { isWhole = false, hidden }: Options = {},
): Promise<void> {
  for (const frame of await framesIn(page.mainFrame())) await drawWithOwnFont(frame);
  const window = page.viewportSize();
  try {
    if (isWhole) await showWhole(page);
    await expect(page).toHaveScreenshot(`${name}.png`, {
      maxDiffPixelRatio: 0.01,
      animations: "disabled",
      caret: "hide",
      timeout: 10_000,
      mask: [page.locator("time, [data-testid=countdown]"), ...(hidden ? [page.getByText(hidden)] : [])],
    });
  } finally {
    if (window) await page.setViewportSize(window);
  }
}

const figtree = readFileSync("node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2");

/** Draws code and the bank's page with our font, too. A policy of the page does not apply to these objects. */
async function drawWithOwnFont(frame: Frame): Promise<void> {
  await frame.evaluate(async (font) => {
    if (![...document.fonts].some(({ family }) => family === "Figtree")) {
      const bytes = Uint8Array.from(atob(font), (character) => character.charCodeAt(0));
      document.fonts.add(new FontFace("Figtree", bytes, { weight: "300 900" }));
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { font-family: Figtree !important }");
    document.adoptedStyleSheets = [sheet];
    // The layout asks for the files of the fonts.
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
  }, figtree.toString("base64"));
}

/**
 * Makes the window as high as the page. With Playwright's `fullPage`, the browser treats the page as scrolled on a slow
 * machine, and the checkout shows its compact header.
 */
async function showWhole(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: window.innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  await page.setViewportSize({ width, height });
}
