import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The countries to choose from are hundreds of elements that no state changes: a window's are looked at once. */
const optionsSeen = new WeakSet<Page>();

/** axe finds nothing in the window, its frames included, by light; and by dark, where only the colours are other ones. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const byLight = await look(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const byDark = await look(page, "color-contrast");
  await page.emulateMedia({ colorScheme: "light" });
  expect({ byLight, byDark }, state).toEqual({ byLight: [], byDark: [] });
}

async function look(page: Page, ...rules: string[]): Promise<string[]> {
  // Only with several frames does axe need the second window in which it puts their findings together.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  if (rules.length > 0) axe.withRules(rules);
  if (optionsSeen.has(page)) axe.exclude("option");
  optionsSeen.add(page);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
