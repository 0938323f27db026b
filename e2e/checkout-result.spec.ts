import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CheckoutPage, expect, openCheckout, places, test } from "@/tests/support/browser/checkout-page";
import { moveClock } from "@/tests/support/browser/sandbox";

/** `result()` of `@Tradewind/playwright`, for shops that the sample project does not resemble. */

test("result() reads the result of a shop that redirects from its return URL", async ({ page, shop, watch }) => {
  const server = createServer((request, response) => {
    const isReturn = request.url?.startsWith("/checkout/return?");
    response
      .writeHead(isReturn ? 303 : 200, isReturn ? { location: "/checkout/thanks?status=done" } : {})
      .end("Thanks");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  watch.allowOrigin(origin);
  const order = await shop.order({ response_url: `${origin}/checkout/return` });
  const checkout = await CheckoutPage.open(page, order.url);
  await checkout.leave();
  await page.waitForURL(`${origin}/checkout/thanks?status=done`);
  expect(await checkout.result()).toMatchObject({ status: "failed", transactionId: order.transactionId });
  server.closeAllConnections();
  server.close();
});

test("result() reads the result in a frame, and that of the next session afterwards, and the shop's page gets each once", async ({
  page,
  shop,
}) => {
  const checkout = CheckoutPage.inFrame(page);
  const [left, expired] = [await shop.order(), await shop.order()];
  await moveClock(expired, { advance_ms: 180_000 });
  for (const order of [left, expired]) {
    await openCheckout(page, order, places[1], shop);
    if (order === left) await checkout.leave();
    expect(await checkout.result()).toMatchObject({ status: "failed", transactionId: order.transactionId });
    await expect(page.locator("#heard li")).toHaveText([`failed ${order.transactionId}`]);
  }
});

test("result() says what the page shows if no result arrives: a decline, the bank's page, or a page of the shop", async ({
  page,
  shop,
}) => {
  const { url } = await shop.order();
  const checkout = await CheckoutPage.open(page, url);
  const failureOf = () => checkout.result({ timeout: 1 }).catch(({ message }: Error) => message);
  await checkout.decline("declined_51");
  expect(await failureOf()).toMatch(/^No result arrived within 1 ms\. The checkout is in the state hosted, .*funds/);
  await checkout.payWith("challenge_approved");
  for (const left of ["2 tries left", "1 try left"]) {
    await checkout.answerBank("000000");
    await expect(checkout.bank).toContainText(left);
  }
  expect(await failureOf()).toMatch(/state challenged, .*1 try left/);
  await checkout.answerBank("000000");
  await expect(checkout.summary).toBeVisible();
  expect(await failureOf()).toContain("The checkout is in the state hosted");
  await page.goto(shop.origin);
  expect(await failureOf()).toContain(`The page is ${shop.origin}`);
});
