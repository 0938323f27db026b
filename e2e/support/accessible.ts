import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing in the window, its frames included; nor by dark (or light) of the colours, which are all that changes. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const found = await look(axeOf(page), page);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  // The rule itself leaves the options of selectors out; going through hundreds of them to do so takes its time.
  const inOtherColours = await look(axeOf(page).withRules("color-contrast").exclude("option"), page);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
  expect({ found, inOtherColours }, state).toEqual({ found: [], inOtherColours: [] });
}

/** What it has nothing to say of is not written down in full: of a page with hundreds of options that is a lot. */
const axeOf = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ["violations"] });

async function look(axe: AxeBuilder, page: Page): Promise<string[]> {
  // Only with several frames does axe need the second window in which it puts their findings together.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
