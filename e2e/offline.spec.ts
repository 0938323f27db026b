import type { Route } from "@playwright/test";
import {
  approval,
  cards,
  expect,
  expectRedirect,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { booksOf } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/**
 * Without a connection the page says so, in every language (languages.spec.ts). It claims to be confirming only once a
 * payment may have been sent (exactly-once.spec.ts).
 */

const turns = takeTurns(1);

for (const method of turns.methods()) {
  test(`${method}: Pay without a connection sends nothing, says that nothing was charged and keeps the form`, async ({
    page,
    context,
    shop,
    seen,
    watch,
  }) => {
    watch.allow(/Failed to load resource|ERR_/);
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    await checkout.fillCard({ number: cards.approved });
    await context.setOffline(true);
    const line = checkout.root.getByRole("status").filter({ hasText: words.page.offline });
    await expect(line).toBeVisible();
    await checkout.pay.click();
    await expect(checkout.summary).toBeFocused();
    await expect(checkout.summary).toContainText(words.notices.connection_lost.title);
    await expect(checkout.summary).toContainText(money.notCharged);
    await expect(checkout.pay).toHaveText("Pay TTD 12.05");
    await expect(checkout.field("cc-number")).toHaveValue("4111 1111 1111 1111");
    await expect(checkout.field("cc-csc")).toHaveValue("123");
    expect(seen.on(page).map((sighting) => sighting.money)).not.toContainEqual([money.confirming]);
    await context.setOffline(false);
    await expect(line).toBeHidden();
    await checkout.pay.click();
    await expectRedirect(shop, order, approval());
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

test("Pay is not sent after a request got lost, even if the browser reports to be online", async ({
  page,
  shop,
  seen,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_/);
  const order = await shop.order();
  const checkout = await openCheckout(page, order);
  await checkout.fillCard({ number: cards.approved });
  const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/state"));
  await page.route("**/checkout/**", (route) => route.abort("connectionrefused"));
  await lost;
  await checkout.pay.click();
  await expect(checkout.summary).toContainText(words.notices.connection_lost.title);
  await expect(checkout.money).toHaveText(money.notCharged);
  await expect(checkout.root.getByText(words.page.offline)).toBeVisible();
  expect(seen.on(page).map((sighting) => sighting.money)).not.toContainEqual([money.confirming]);
  await page.unroute("**/checkout/**");
  await checkout.pay.click();
  await expectRedirect(shop, order, approval());
});

test("the page stays offline if an answer from before the loss arrives after it", async ({
  page,
  context,
  shop,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_/);
  const checkout = await openCheckout(page, await shop.order());
  await checkout.isScripted();
  const offline = checkout.root.getByText(words.page.offline);
  const asked = new Promise<Route>((resolve) => page.route("**/state", resolve, { times: 1 }));
  const late = await asked;
  const answer = await late.fetch();
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  // The page may have cancelled this request. Then the answer cannot be sent.
  await late.fulfill({ response: answer }).catch(() => {});
  await page.waitForRequest("**/state");
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toBeHidden();
});
