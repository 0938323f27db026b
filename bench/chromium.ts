import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "@/launch/chromium";

/** Chromium without background traffic, and with the optimising compilers that customers have. */
const args = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  // Chromium's own sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

export async function inChromium<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Waits until the scripts of the hosted page run. From then on they validate the form, not the browser. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.locator("form#pay-form[novalidate]").waitFor({ state: "attached" });
}

/** The field of the hosted page with this autocomplete token. */
export const fieldOf = (page: Page, token: string) => page.locator(`[autocomplete="${token}"]`);

export const declinedCard = "4000000000000002";
