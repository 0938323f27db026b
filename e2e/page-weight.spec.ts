import { gzipSync } from "node:zlib";
import { cards, expect, methods, openCheckout, test } from "@/tests/support/browser/checkout-page";

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
