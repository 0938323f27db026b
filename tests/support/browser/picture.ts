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
  await expect(page).toHaveScreenshot(`${name}.png`, {
    maxDiffPixelRatio: 0.01,
    animations: "disabled",
    caret: "hide",
    fullPage: isWhole,
    timeout: 10_000,
    mask: [page.locator("time, [data-testid=countdown]"), ...(hidden ? [page.getByText(hidden)] : [])],
  });
}
