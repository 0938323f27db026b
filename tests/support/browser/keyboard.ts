import type { Page } from "@playwright/test";
import { type CheckoutPage, expect } from "./checkout-page";

/** A customer without a mouse. */

const tabsMax = 60;

/** Presses Tab until the element has the focus. Every focused element must be visible and marked. */
export async function tabTo(page: Page, checkout: CheckoutPage, selector: string): Promise<void> {
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    await page.keyboard.press("Tab");
    const focused = checkout.root.locator(":focus");
    if ((await focused.count()) === 0) continue;
    expect(await focused.evaluate(hasMark), "the focus is visible").toBe(true);
    if (await focused.evaluate((element, wanted) => element.matches(wanted), selector)) return;
  }
  throw new Error(`${selector} cannot be reached by Tab.`);
}

function hasMark(element: Element): boolean {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const { top, bottom, width } = element.getBoundingClientRect();
  const isInSight = width > 0 && bottom > 0 && (window.parent !== window || top < innerHeight);
  return isInSight && ((outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== "none");
}

export async function typeCard(page: Page, checkout: CheckoutPage, number: string): Promise<void> {
  for (const [token, text] of [
    ["cc-number", number],
    ["cc-exp", "1234"],
    ["cc-csc", "123"],
    ["cc-name", "Ada Lovelace"],
  ] as const) {
    await tabTo(page, checkout, `[autocomplete="${token}"]`);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
  }
}
