import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Expects that axe finds nothing in the window and its frames. The other colour scheme changes only colours, so only
 * the contrast is checked in it. Frames without scripts cannot answer axe: leave them out with `iframes: false`.
 */
export async function expectAccessible(page: Page, state: string, options: axe.RunOptions = {}): Promise<void> {
  for (const frame of options.iframes === false ? [page.mainFrame()] : page.frames()) await ensureAxe(frame);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const found = await look(page, options);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  const inOtherColours = await look(page, { ...options, runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
  expect({ found, inOtherColours }, state).toEqual({ found: [], inOtherColours: [] });
}

/** Loads axe once per document, because parsing it takes long. */
async function ensureAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`);
}

function look(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // Reports only violations in full, and waits for busy frames.
  return page.evaluate(
    async (chosen) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, chosen);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { ...options, resultTypes: ["violations"], pingWaitTime: 0 } satisfies axe.RunOptions,
  );
}
