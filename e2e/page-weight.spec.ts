import { gzipSync } from "node:zlib";
import { cards, expect, methods, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { product } from "@/tests/support/browser/sandbox";

/** The size of the hosted page, and its storage. The fixtures check in every test that it asks no other host. */

const scriptBytesMax = 100_000;
const allBytesMax = 140_000;

for (const method of methods) {
  test(`${method}: scripts are at most 100 KB compressed, everything 140 KB, and the page stores nothing in the browser`, async ({
    page,
    shop,
    context,
  }) => {
    const bytes = { script: 0, all: 0 };
    page.on("requestfinished", async (request) => {
      if (request.resourceType() === "fetch") return;
      const isScript = request.resourceType() === "script";
      // Chromium keeps no body of fonts and of drawings that are used by reference.
      const length = isScript
        ? gzipSync((await (await request.response())?.body()) ?? "").length
        : (await request.sizes()).responseBodySize;
      bytes.all += length;
      if (isScript) bytes.script += length;
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
  });
}

test("the page is never cached, sends no referrer, and its policy allows no other site", async ({ request, shop }) => {
  const order = await shop.order();
  const response = await request.get(order.url, { headers: { accept: "text/html" } });
  const headers = response.headers();
  expect(headers["cache-control"]).toContain("no-store");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["content-security-policy"]).toContain(`frame-ancestors ${shop.origin}`);
  expect(headers["content-security-policy"]).not.toContain("unsafe");
});

/** Playwright does not show reports of Chromium, so the test reads their count. */
async function reportsOfScripts(): Promise<number> {
  const { roomy, metricsToken } = product();
  const response = await fetch(`${roomy}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const count = /^tradewind_csp_reports_total\{page="checkout",directive="script-src-attr"\} (\d+)$/m;
  return Number(count.exec(await response.text())?.[1] ?? 0);
}

test("the browser reports a script that the policy refuses, and we count the report", async ({ page, shop, watch }) => {
  watch.allow(/content.security.policy/i);
  await openCheckout(page, await shop.order());
  const before = await reportsOfScripts();
  await page.evaluate(() => {
    document.body.setAttribute("onclick", "window.isStolen = true");
    document.body.click();
  });
  await expect.poll(reportsOfScripts).toBeGreaterThan(before);
  expect(await page.evaluate(() => "isStolen" in window)).toBe(false);
});
