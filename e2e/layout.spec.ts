import type { Locator, Page } from "@playwright/test";
import { errorParts, expectAccessible } from "@/tests/support/browser/accessible";
import { cards, expect, methods, money, openCheckout, test, words } from "@/tests/support/browser/checkout-page";
import { expectWhole, machines } from "@/tests/support/browser/layout";
import { moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

/**
 * In every state of an open session, nothing is cut off and nothing scrolls sideways at 320 px, at 200 % zoom and on a
 * phone, and axe finds nothing. embedding.spec.ts checks narrow frames, languages.spec.ts every language,
 * accessibility.spec.ts the pages of ended sessions. Other specs run axe in states that only they reach.
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

for (const { machine, settings } of machines) {
  test.describe(machine, () => {
    test.use(settings);

    for (const method of methods) {
      test(`${method} shows the form and its errors whole and accessibly, and its inputs are large enough for fingers`, async ({
        page,
        shop,
        isMobile,
      }) => {
        const checkout = await openCheckout(page, await shop.order({ method, avs: 1, country: "US", name: longName }));
        await checkout.isScripted();
        await expectWholeInAll(page, checkout.root, "form", isMobile);
        const small = await checkout.root
          .locator("input:visible, select:visible, button:visible")
          .evaluateAll((elements) =>
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
        if (!isMobile) await expectAccessible(page, "form");
        await checkout.pay.click();
        await expect(checkout.summary).toBeFocused();
        await expectWholeInAll(page, checkout.root, "errors", isMobile);
        if (!isMobile) await expectAccessible(page, "errors", { within: errorParts });
      });
    }

    for (const method of turns.methods()) {
      test(`${method} shows the last minute, a decline, the bank's check and the confirmation whole and accessibly`, async ({
        page,
        shop,
        isMobile,
      }) => {
        test.skip(
          isMobile && !isDeep,
          "An ordinary run has these states in three windows, and only the form on a phone.",
        );
        const order = await shop.order({ method, avs: 1, name: longName });
        const checkout = await openCheckout(page, order);
        const check = async (state: string, within: string) => {
          await expectWholeInAll(page, checkout.root, state, isMobile);
          if (!isMobile) await expectAccessible(page, state, { within });
        };
        await test.step("the countdown of the last minute stands out", async () => {
          await checkout.isScripted();
          const look = () =>
            checkout.countdown.evaluate((element) => getComputedStyle(element.closest("p") ?? element));
          const { backgroundColor, color } = await look();
          await moveClock(order, { advance_ms: 245_000, stopped: true });
          await checkout.lookAgain();
          await expect(checkout.countdown).toHaveText(/^0:5\d$/);
          const urgent = await look();
          expect([urgent.backgroundColor, urgent.color]).not.toEqual([backgroundColor, color]);
          await check("last minute", "[data-urgent]");
        });
        await test.step("a decline", async () => {
          await checkout.fillAddress();
          await checkout.payWith(cards.declined);
          await expect(checkout.summary).toContainText(words.notices.declined.title);
          await check("decline", errorParts);
        });
        await test.step("the bank's check, before and after a wrong code", async () => {
          await checkout.payWith(cards.challenged);
          await expect(checkout.bank.getByRole("textbox")).toBeVisible();
          await check("the challenge", "main");
          await expectWholeInAll(page, checkout.bank, "bank", isMobile);
          await checkout.answerBank("000000");
          await expect(checkout.bank.getByText("Wrong code. 2 tries left.")).toBeVisible();
          await check("the challenge after a wrong code", "iframe");
          await checkout.cancel.click();
          await expect(checkout.summary).toContainText(words.notices.authentication.title);
          await expect(checkout.field("cc-csc")).toBeFocused();
          await expect(checkout.money).toHaveText(money.notCharged);
        });
        await test.step("the confirmation, which offers the way back to the shop after a minute", async () => {
          await checkout.payWith(cards.silent);
          const heading = checkout.heading(words.confirming.heading);
          await expect(heading).toBeVisible();
          expect(await heading.evaluate(isIconShown), "icon above the heading").toBe(true);
          await check("confirming", "main");
          await moveClock(order, { advance_ms: 61_000 });
          await checkout.lookAgain();
          await expect(checkout.root.getByText(words.confirming.long)).toBeVisible();
          await check("confirming for long", "main :is(a, [role=status])");
        });
      });
    }
  });
}

/** Runs in the browser. Whether the icon above the heading is in the window and not behind the merchant's row. */
function isIconShown(heading: Element): boolean {
  const icon = heading.previousElementSibling;
  const { left, top, width, height } = icon?.getBoundingClientRect() ?? new DOMRect();
  return icon?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) === true;
}
