import { CheckoutPage, cards, expect, openCheckout, places, test, words } from "@/tests/support/browser/checkout-page";
import { expectWhole } from "@/tests/support/browser/layout";
import { startShop } from "@/tests/support/browser/shop";
import { takeTurns } from "@/tests/support/browser/turns";

/**
 * embed.js connects a shop's page with the hosted page; only the shop's origin may frame it. payment-outcomes.spec.ts
 * and checkout-result.spec.ts check that the shop's page gets each result.
 */

for (const method of takeTurns(1).methods()) {
  test(`${method} is whole in a frame of 320 px, which is as high as the page in it in every state, also when the window becomes wide`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 336, height: 640 });
    const checkout = await openCheckout(page, await shop.order({ method, avs: 1 }), places[1], shop);
    await checkout.isScripted();
    expect(await checkout.root.evaluate((html) => html.clientWidth)).toBeLessThanOrEqual(320);
    await expectWhole(checkout.root, "framed form");
    const frame = page.locator('iframe[title="Card payment"]');
    const difference = async () => {
      const height = await checkout.checkout.evaluate((element) => element.getBoundingClientRect().height);
      return Math.abs(((await frame.boundingBox())?.height ?? 0) - Math.ceil(height));
    };
    await expect.poll(difference).toBeLessThanOrEqual(1);
    const before = (await frame.boundingBox())?.height ?? 0;
    await checkout.pay.click();
    await expect(checkout.summary).toBeVisible();
    await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(before);
    await expect.poll(difference).toBeLessThanOrEqual(1);
    const scrolls = await checkout.root.evaluate((root) => root.scrollHeight - root.clientHeight);
    expect(scrolls).toBeLessThanOrEqual(1);
    await expectWhole(checkout.root, "framed errors");
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => checkout.root.evaluate((html) => html.clientWidth)).toBeGreaterThan(320);
    await expect.poll(difference).toBeLessThanOrEqual(1);
  });
}

test("the hosted page does not redirect before the shop's page has got the result", async ({ page, shop }) => {
  const order = await shop.order();
  await page.goto(`${shop.origin}/basket`);
  const heard = page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = Object.assign(document.createElement("iframe"), { name: "tradewind-checkout", src });
        addEventListener("message", ({ source, data }) => {
          if (data.type === "tradewind:result") resolve({ isFromFrame: source === frame.contentWindow, ...data });
        });
        document.body.append(frame);
      }),
    order.url,
  );
  const checkout = CheckoutPage.inFrame(page, "iframe");
  await checkout.payWith(cards.approved);
  expect(await heard).toMatchObject({ isFromFrame: true, status: "success", transaction_id: order.transactionId });
  await expect(checkout.heading(words.result.success)).toBeVisible();
  expect(shop.returnsOf(order)).toEqual([]);
  await page.evaluate(() => frames[0]?.postMessage({ type: "tradewind:heard" }, "*"));
  await expect(checkout.heading("Back in the shop")).toBeVisible();
});

test("a page of another origin can frame neither the checkout, of which it gets no message, nor a product page around it", async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/frame-ancestors/);
  const order = await shop.order();
  const { origin } = new URL(order.url);
  const stranger = await startShop(origin);
  const expectRefused = () =>
    expect.poll(() => page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
  watch.allowOrigin(stranger.origin);
  try {
    await page.goto(stranger.framePageOf(order.url));
    const refused = page.frameLocator("iframe").locator("html");
    await expect(page.locator("iframe")).toBeVisible();
    await expectRefused();
    await expect(refused.getByTestId("checkout")).toHaveCount(0);
    await expect(page.locator("#heard li")).toHaveCount(0);
    await page.goto(shop.framePageOf(`${origin}/`));
    await expectRefused();
  } finally {
    await stranger.stop();
  }
});
