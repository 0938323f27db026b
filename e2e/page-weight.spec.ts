import { gzipSync } from "node:zlib";
import { cards, expect, methods, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { product } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

/**
 * The size of the hosted page, its storage, and what is in the window once it is loaded. The fixtures check in every
 * test that it asks no other host.
 */

const scriptBytesMax = 100_000;
const allBytesMax = 120_000;

for (const method of takeTurns().methods()) {
  test(`${method}: scripts are at most 100 KB compressed, everything 120 KB, the page stores nothing in the browser, and a script that its policy refuses is reported and counted`, async ({
    page,
    shop,
    context,
    watch,
  }) => {
    watch.allow(/content.security.policy/i);
    const bytes = { script: 0, all: 0 };
    page.on("requestfinished", async (request) => {
      if (request.resourceType() === "fetch") return;
      const { responseBodySize } = await request.sizes();
      // Not `+= await`, which would lose what is counted while it waits.
      bytes.all += responseBodySize;
      if (request.resourceType() !== "script") return;
      const body = await (await request.response())?.body();
      bytes.script += gzipSync(body ?? "").length;
    });
    const checkout = await openCheckout(page, await shop.order({ method }));
    await checkout.payWith(cards.declined);
    await expect(checkout.summary).toBeVisible();
    test.info().annotations.push({ type: "bytes", description: JSON.stringify(bytes) });
    expect(bytes.script).toBeGreaterThan(0);
    expect(bytes.script).toBeLessThanOrEqual(scriptBytesMax);
    expect(bytes.all).toBeLessThanOrEqual(allBytesMax);

    const kept = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      history: JSON.stringify(history.state).includes("4000"),
    }));
    expect(kept).toEqual({ databases: 0, caches: 0, workers: 0, history: false });
    expect(await context.storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
    await page.reload();
    await expect(checkout.field("cc-number")).toHaveValue("");
    await expect(checkout.field("cc-csc")).toHaveValue("");

    const before = await reportsOfScripts();
    await page.evaluate(() => {
      document.body.setAttribute("onclick", "window.isStolen = true");
      document.body.click();
    });
    await expect.poll(reportsOfScripts).toBeGreaterThan(before);
    expect(await page.evaluate(() => "isStolen" in window)).toBe(false);
  });
}

/** The lowest place of Pay without AVS, and the sum of the layout shifts that the payer did not cause. */
const payBottomMax = { phone: 900, desktop: 800 };
const shiftMax = 0.02;
const devices = [
  ["phone", 390, 844],
  ["desktop", 1280, 800],
] as const;

for (const method of methods) {
  test(`${method} shows Pay without scrolling and shifts nothing while it loads`, async ({ page, shop }) => {
    const details = { name: "Ada Payer", city: "Port of Spain", country: "TT" };
    // The form is lower with details, and a phone has less room beside it.
    const loads = devices.flatMap((device) => [{}, details].map((order) => ({ device, order })));
    for (const { device, order } of loads.filter((_, index) => isDeep || index === 1 || index === 2)) {
      const [name, width, height] = device;
      await page.setViewportSize({ width, height });
      const checkout = await openCheckout(page, await shop.order({ method, ...order }));
      await checkout.isScripted();
      const bottom = await checkout.pay.evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
      expect(bottom, name).toBeLessThanOrEqual(payBottomMax[name]);
      expect(await checkout.root.evaluate(sumShifts), name).toBeLessThanOrEqual(shiftMax);
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

/** Playwright does not show reports of Chromium, so the test reads their count. */
async function reportsOfScripts(): Promise<number> {
  const { roomy, metricsToken } = product();
  const response = await fetch(`${roomy}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const count = /^tradewind_csp_reports_total\{page="checkout",directive="script-src-attr"\} (\d+)$/m;
  return Number(count.exec(await response.text())?.[1] ?? 0);
}
