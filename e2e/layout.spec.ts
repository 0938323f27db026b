import type { Locator, Page } from "@playwright/test";
import { cards, expect, methods, money, openCheckout, test, words } from "@/tests/support/browser/checkout-page";
import { expectWhole } from "@/tests/support/browser/layout";
import { takeTurns } from "@/tests/support/browser/turns";

/**
 * Nothing is cut off and nothing scrolls sideways at 320 px, at 200 % zoom and on a phone. embedding.spec.ts checks
 * narrow frames, languages.spec.ts the last minute in every language.
 */

type Size = { name: string; width: number; height: number };

/** A desktop window of 1280 px at 200 % has 640 px. */
const desktopSizes: readonly Size[] = [
  { name: "320 px", width: 320, height: 640 },
  { name: "200 %", width: 640, height: 360 },
  { name: "1280 px", width: 1280, height: 720 },
];

/** Checks a state in every size of window; a phone has one. */
async function expectWholeInAll(page: Page, root: Locator, state: string, isMobile: boolean): Promise<void> {
  if (isMobile) return expectWhole(root, `${state} on a phone`);
  for (const { name, width, height } of desktopSizes) {
    await page.setViewportSize({ width, height });
    await expectWhole(root, `${state} at ${name}`);
  }
}

const longName = "Maximiliana Featherstonehaugh-Cholmondeley";
const turns = takeTurns();

for (const method of methods) {
  test(`${method} shows the form and its errors whole, and its inputs are large enough for fingers`, async ({
    page,
    shop,
    isMobile,
  }) => {
    const checkout = await openCheckout(page, await shop.order({ method, avs: 1, name: longName }));
    await checkout.isScripted();
    await expectWholeInAll(page, checkout.root, "form", isMobile);
    const small = await checkout.root.locator("input:visible, select:visible, button:visible").evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { height } = element.getBoundingClientRect();
          // A phone zooms in on a smaller text.
          const isSmallText = Number.parseFloat(getComputedStyle(element).fontSize) < 16;
          return height < 24 || (element.matches("input, select") && isSmallText);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
    await checkout.pay.click();
    await expect(checkout.summary).toBeVisible();
    await expectWholeInAll(page, checkout.root, "errors", isMobile);
  });
}

/** The lowest place of Pay without AVS, and the sum of the layout shifts that the payer did not cause. */
const payBottomMax = { phone: 900, desktop: 800 };
const shiftMax = 0.02;

for (const method of methods) {
  test(`${method} shows Pay without scrolling and shifts nothing while it loads`, async ({ page, shop }) => {
    const details = { name: "Ada Payer", city: "Port of Spain", country: "TT" };
    for (const order of [{}, details]) {
      for (const [device, width, height] of [
        ["phone", 390, 844],
        ["desktop", 1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        const checkout = await openCheckout(page, await shop.order({ method, ...order }));
        await checkout.isScripted();
        const bottom = await checkout.pay.evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
        expect(bottom, device).toBeLessThanOrEqual(payBottomMax[device]);
        expect(await checkout.root.evaluate(sumShifts), device).toBeLessThanOrEqual(shiftMax);
      }
    }
  });
}

/** Runs in the browser. */
function sumShifts(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 500);
  });
}

for (const method of turns.methods()) {
  test(`${method} shows a decline, the bank's check and the confirmation whole in every size of window`, async ({
    page,
    shop,
    isMobile,
  }) => {
    const checkout = await openCheckout(page, await shop.order({ method, avs: 1, name: longName }));
    await checkout.isScripted();
    await checkout.fillAddress();
    await checkout.payWith(cards.declined);
    await expect(checkout.summary).toContainText(words.notices.declined.title);
    await expectWholeInAll(page, checkout.root, "decline", isMobile);
    await checkout.payWith(cards.challenged);
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    await expectWholeInAll(page, checkout.root, "challenge", isMobile);
    await expectWholeInAll(page, checkout.bank, "bank", isMobile);
    await expect(checkout.cancel).toBeVisible();
    await checkout.cancel.click();
    await expect(checkout.summary).toContainText(words.notices.authentication.title);
    await expect(checkout.field("cc-csc")).toBeFocused();
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.payWith(cards.silent);
    await expect(checkout.heading(words.confirming.heading)).toBeVisible();
    expect(await checkout.heading(words.confirming.heading).evaluate(isIconShown), "icon above the heading").toBe(true);
    await expectWholeInAll(page, checkout.root, "confirming", isMobile);
  });
}

/** Runs in the browser. Whether the icon above the heading is in the window and not behind the merchant's row. */
function isIconShown(heading: Element): boolean {
  const icon = heading.previousElementSibling;
  const { left, top, width, height } = icon?.getBoundingClientRect() ?? new DOMRect();
  return icon?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) === true;
}
