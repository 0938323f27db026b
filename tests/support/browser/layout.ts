import { devices, type Locator, type Page } from "@playwright/test";
import { isDeep } from "@/tests/support/in-process/deep";
import { expect } from "./checkout-page";

const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];

/** Layouts are checked on both. Payments behave the same on every device. */
export const machines = [
  { machine: "on a phone", settings: phone },
  { machine: "on a desk", settings: {} },
];

/**
 * Elements that reach out of the window, or that their text does not fit into. A label that lies in its field has one
 * line: a second one would cover the value.
 */
const findCutOff = (root: Locator) =>
  root.evaluate((html) => {
    const width = html.clientWidth;
    const isCut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      const isOut = left < -1 || right > width + 1;
      const { position, lineHeight } = getComputedStyle(element);
      const isOnValue = element.matches("label") && position === "absolute";
      return (
        isOut ||
        (isOnValue && element.clientHeight > 1.5 * Number.parseFloat(lineHeight)) ||
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

/** Expects that nothing is cut off and nothing scrolls sideways. */
export const expectWhole = async (root: Locator, state: string) => expect(await findCutOff(root), state).toEqual([]);

/**
 * The narrowest windows in which a table keeps its columns: a table of a page, a table in a card, and both beside the
 * menu. In narrower windows, each row becomes a card. An ordinary run checks the narrowest window that has columns in
 * both, because a table has about the same room beside the menu.
 */
const tableWidths = isDeep ? [640, 642, 1024, 1280] : [642];

/**
 * Expects in windows of several widths that no cell of a table reaches beyond the table's frame, which would cut it.
 */
export async function expectWholeTables(page: Page, state: string): Promise<void> {
  const cells = page.locator("main :is(th, td)");
  const window = page.viewportSize();
  if (!window || (await cells.count()) === 0) return;
  // Until our font is loaded, another one draws the text, and it may be wider.
  await page.evaluate(() => document.fonts.ready);
  for (const width of tableWidths) {
    await page.setViewportSize({ ...window, width });
    const cut = await cells.evaluateAll((all) =>
      all
        .filter((cell) => {
          const frame = cell.closest("section, [data-table]");
          return frame && cell.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
        })
        .map((cell) => cell.textContent),
    );
    expect(cut, `${state} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize(window);
}
