import { expect, type Page } from "@playwright/test";

/** Expects that the window need not be scrolled sideways. */
export async function expectNoOverflow(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, state).toBe(0);
}
