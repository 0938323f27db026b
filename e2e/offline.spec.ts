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

for (const method of takeTurns(1).methods()) {
  test(`${method}: without a connection the page says so, Pay sends nothing and says that nothing was charged, and the form stays`, async ({
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
    const line = checkout.root.getByRole("status").filter({ hasText: words.page.offline });
    const payInVain = async () => {
      await checkout.pay.click();
      await expect(checkout.summary).toBeFocused();
      await expect(checkout.summary).toContainText(words.notices.connection_lost.title);
      await expect(checkout.summary).toContainText(money.notCharged);
      await expect(checkout.pay).toHaveText("Pay TTD 12.05");
      // One box says it.
      await expect(line).toBeHidden();
    };
    await test.step("an answer from before the loss that arrives after it does not end the loss", async () => {
      const asked = new Promise<Route>((resolve) => page.route("**/state", resolve, { times: 1 }));
      const late = await asked;
      const answer = await late.fetch();
      await context.setOffline(true);
      await expect(line).toBeVisible();
      // The page may have cancelled this request. Then the answer cannot be sent.
      await late.fulfill({ response: answer }).catch(() => {});
      await page.waitForRequest("**/state");
      await expect(line).toBeVisible();
    });
    await test.step("Pay is not sent, and works again after the loss", async () => {
      await payInVain();
      await expect(checkout.field("cc-number")).toHaveValue("4111 1111 1111 1111");
      await expect(checkout.field("cc-csc")).toHaveValue("123");
      const asked = page.waitForResponse("**/state");
      await context.setOffline(false);
      await asked;
    });
    await test.step("Pay is not sent after a request got lost, even if the browser reports to be online", async () => {
      const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/state"));
      await page.route("**/checkout/**", (route) => route.abort("connectionrefused"));
      await lost;
      await payInVain();
      await page.unroute("**/checkout/**");
    });
    expect(seen.on(page).map((sighting) => sighting.money)).not.toContainEqual([money.confirming]);
    await checkout.pay.click();
    await expectRedirect(shop, order, approval());
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}
