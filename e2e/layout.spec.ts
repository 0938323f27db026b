import type { Locator, Page } from "@playwright/test";
import { cards, expect, methods, openCheckout, test, words } from "@/tests/support/browser/checkout-page";
import { moveClock } from "@/tests/support/browser/sandbox";
import { isDeep } from "@/tests/support/in-process/deep";

/** Nothing is cut off and nothing scrolls sideways: 320 px, 200 % zoom, a phone, a narrow frame. */

type Size = { name: string; width: number; height: number };

/** A desktop window of 1280 px at 200 % has 640 px. */
const desktopSizes: readonly Size[] = [
  { name: "320 px", width: 320, height: 640 },
  { name: "200 %", width: 640, height: 360 },
  { name: "1280 px", width: 1280, height: 720 },
];

/** Elements that reach out of the window, or whose words do not fit into them. */
const findCutOff = (root: Locator) =>
  root.evaluate((html) => {
    const width = html.clientWidth;
    const isCut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      const isOut = left < -1 || right > width + 1;
      return (
        isOut ||
        (element.matches("button, a, h1, h2, p, dd, dt, label") &&
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).display !== "inline")
      );
    };
    const seen = "input, select, button, a, h1, h2, p, dd, dt, label, iframe, summary";
    const cut = [...html.querySelectorAll(seen)].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1 && isCut(element),
    );
    const sideways = html.scrollWidth - width;
    return [
      ...cut.map((element) => element.outerHTML.slice(0, 160)),
      ...(sideways > 0 ? [`${sideways} px sideways`] : []),
    ];
  });

const expectWhole = async (root: Locator, state: string) => expect(await findCutOff(root), state).toEqual([]);

type Checkout = Awaited<ReturnType<typeof openCheckout>>;

/** Walks through the states of the page once, and looks at each of them in every size. */
async function walkThrough(page: Page, checkout: Checkout, sizes: readonly Size[]): Promise<void> {
  const expectWholeInAll = async (root: Locator, state: string) => {
    for (const { name, width, height } of sizes) {
      await page.setViewportSize({ width, height });
      await expectWhole(root, `${state} at ${name}`);
    }
  };
  await checkout.isScripted();
  await expectWholeInAll(checkout.root, "form");
  await checkout.pay.click();
  await expect(checkout.summary).toBeVisible();
  await expectWholeInAll(checkout.root, "errors");
  await checkout.fillAddress();
  await checkout.payWith(cards.declined);
  await expect(checkout.summary).toContainText(words.notices.declined.title);
  await expectWholeInAll(checkout.root, "decline");
  await checkout.payWith(cards.challenged);
  await expect(checkout.bank.getByRole("textbox")).toBeVisible();
  await expectWholeInAll(checkout.root, "challenge");
  await expectWholeInAll(checkout.bank, "bank");
  await expect(checkout.cancel).toBeVisible();
  await checkout.cancel.click();
  await expect(checkout.summary).toBeFocused();
  await checkout.payWith(cards.silent);
  await expect(checkout.heading(words.confirming.heading)).toBeVisible();
  await expectWholeInAll(page.locator("html"), "confirming");
}

for (const method of methods) {
  test(`${method} shows every state whole in every size of window`, async ({ page, shop, isMobile }) => {
    const order = await shop.order({ method, avs: 1, name: "Maximiliana Featherstonehaugh-Cholmondeley" });
    const own = { name: "its own size", ...(page.viewportSize() ?? { width: 0, height: 0 }) };
    await walkThrough(page, await openCheckout(page, order), isMobile ? [own] : desktopSizes);
  });

  test(`${method} shows the last minute whole in every language`, async ({ page, shop, isMobile }) => {
    test.skip(!isMobile && !isDeep, "a phone has less room");
    const late = await shop.order({ method });
    await moveClock(late, { advance_ms: 130_000, stopped: true });
    for (const language of ["en", "es", "fr", "nl", "pt"]) {
      const checkout = await openCheckout(page, { ...late, url: `${late.url}?lang=${language}` });
      await checkout.isScripted();
      await expectWhole(checkout.root, language);
    }
  });

  test(`${method} is whole in a frame of 320 px`, async ({ page, shop, isMobile }) => {
    test.skip(isMobile, "it has a size of its own");
    await page.setViewportSize({ width: 336, height: 640 });
    const order = await shop.order({ method, avs: 1 });
    await page.goto(shop.framePageOf(order.url));
    const frame = page.frameLocator("iframe").locator("html");
    await expect(frame.locator("form#pay-form[novalidate]")).toBeAttached();
    expect(await frame.evaluate((html) => html.clientWidth)).toBeLessThanOrEqual(320);
    await expectWhole(frame, "framed form");
    await frame.getByTestId("pay").click();
    await expect(frame.getByTestId("error-summary")).toBeVisible();
    await expectWhole(frame, "framed errors");
  });
}

test("the demo shop is whole at 320 px", async ({ page, isMobile }) => {
  test.skip(isMobile, "it has a size of its own");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/demo");
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});

test("inputs are large enough for fingers and never make a phone zoom in", async ({ page, shop }) => {
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  const small = await checkout.root.locator("input:visible, select:visible, button:visible").evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { height } = element.getBoundingClientRect();
        return (
          height < 24 ||
          (element.matches("input, select") && Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(small).toEqual([]);
});
