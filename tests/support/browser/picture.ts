import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, test } from "@playwright/test";

/** Pictures of pages, which are in e2e/pictures. */

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Chromium draws text differently from version to version, so another major version skips the comparison. */
export function skipOnOtherChromium(browser: Browser): void {
  const drawnBy = readFileSync("e2e/pictures/chromium-version", "utf8").trim();
  const [major] = browser.version().split(".");
  test.skip(major !== drawnBy, `The pictures were drawn by Chromium ${drawnBy}, and this is Chromium ${major}.`);
}

type Options = { isWhole?: boolean; hidden?: string };

/**
 * Expects that at most 1 % of the pixels differ from the stored picture. If a change is intended, take the pictures again
 * with `UPDATE_PICTURES=1 npm test -- pictures`. Times and places of the text `hidden` are covered.
 */
export async function expectPicture(
  page: Page,
  name: string,
  { isWhole = false, hidden }: Options = {},
): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
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
