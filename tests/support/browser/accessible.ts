import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * axe finds nothing in the window, its frames included; nor by dark (or light) of the colours, which are all that changes.
 * Frames that may run no script cannot answer it, and are to be left out.
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

/** Loaded once into a document, however often it is looked at: half a megabyte takes its time to read and to warm up. */
async function ensureAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`);
}

function look(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // What it has nothing to say of is not written down in full, and it waits for every frame, however busy.
  return page.evaluate(
    async (chosen) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, chosen);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { ...options, resultTypes: ["violations"], pingWaitTime: 0 } satisfies axe.RunOptions,
  );
}
