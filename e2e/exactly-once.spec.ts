import {
  approval,
  cards,
  expect,
  expectEnding,
  expectRedirect,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { payInSession } from "@/tests/support/browser/paid-order";
import { booksOf, moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** Repeated clicks, tabs, reloads and lost answers never cause a second charge, and every page shows the result. */

const turns = takeTurns(1);

for (const method of turns.methods()) {
  test(`${method}: Pay in two tabs makes one charge, and both wait for a late bank, also after a reload, cannot pay again, and show its approval`, async ({
    page,
    context,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    await moveClock(order, { stopped: true });
    const otherPage = await context.newPage();
    const [one, other] = [await openCheckout(page, order), await openCheckout(otherPage, order)];
    for (const checkout of [one, other]) await checkout.fillCard({ number: cards.approvedByInquiry });
    await Promise.all([one.pay.click(), other.pay.click()]);
    await expect(one.heading(words.confirming.heading)).toBeVisible();
    await page.reload();
    for (const checkout of [one, other]) {
      await expect(checkout.heading(words.confirming.heading)).toBeVisible();
      await expect(checkout.money).toHaveText(money.confirming);
      await expect(checkout.pay).toBeHidden();
    }
    expect(shop.returnsOf(order)).toEqual([]);
    await moveClock(order, { advance_ms: 21_000, stopped: false });
    for (const tab of [page, otherPage]) await expectEnding(() => seen.on(tab), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("0358"), 2);
    const [first, second] = shop.returnsOf(order).map(String);
    expect(second).toBe(first);
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

for (const method of turns.methods()) {
  test(`${method}: pressing Pay twice and Enter starts one attempt, and Back after paying leads to no second charge`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method });
    await page.goto(`${shop.origin}/basket`);
    const checkout = await openCheckout(page, order);
    await checkout.fillCard({ number: cards.approved });
    await checkout.pay.dblclick();
    // By keyboard, because the button may be gone already.
    await page.keyboard.press("Enter");
    await expectRedirect(shop, order, approval());
    await expect(checkout.heading("Back in the shop")).toBeVisible();
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
    await page.goBack();
    await expect(page).toHaveURL(`${shop.origin}/basket`);
    const again = await openCheckout(page, order);
    await expect(again.checkout.or(again.heading("Back in the shop"))).toBeVisible();
    await expect(again.field("cc-number")).toHaveCount(0);
    await expect(again.heading("Back in the shop")).toBeVisible();
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

test("leaving a form that is stale, because another browser paid, does not undo the payment", async ({
  page,
  shop,
  seen,
}) => {
  const order = await shop.order();
  // A page that cannot ask for the state stays as it is.
  await page.route("**/state", () => {});
  const stale = await openCheckout(page, order);
  await stale.isScripted();
  await payInSession(order);
  await stale.cancel.click();
  await expectEnding(() => seen.on(page), money.charged, words.result.success);
  await expectRedirect(shop, order, approval());
});

for (const method of turns.methods()) {
  test(`${method}: a page that lost Pay or its answer finds out whether a payment was started, and says until then that it is confirming`, async ({
    page,
    shop,
    seen,
    watch,
  }) => {
    watch.allow(/Failed to load resource|ERR_/);
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    const expectNothingStarted = async () => {
      await expect(checkout.summary).toContainText(words.notices.connection_lost.title);
      await expect(checkout.money).toHaveText(money.notCharged);
      expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
    };
    await test.step("when Pay alone gets lost, the page says at once that no payment was started", async () => {
      await page.route("**/pay", (route) => route.abort("internetdisconnected"), { times: 1 });
      await checkout.payWith(cards.approved);
      await expectNothingStarted();
    });
    await test.step("while a payment may have been sent, it is being confirmed", async () => {
      await page.route("**/pay", async (route) => {
        await page.route("**/state", (asked) => asked.abort("connectionrefused"));
        await route.abort("connectionreset");
      });
      await checkout.pay.click();
      await expect(checkout.root.getByText(words.page.offline)).toBeVisible();
      await expect(checkout.money).toHaveText(money.confirming);
      await expect(checkout.pay).toHaveText(words.actions.paying);
    });
    await test.step("when it turns out that Pay got lost, the page says that no payment was started", async () => {
      await page.unroute("**/pay");
      await page.unroute("**/state");
      await expectNothingStarted();
    });
    await test.step("when the answer to Pay gets lost, the page finds out the result", async () => {
      await page.route("**/pay", async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      });
      await checkout.pay.click();
      await expectEnding(() => seen.on(page), money.charged, words.result.success);
      await expectRedirect(shop, order, approval());
      expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
    });
  });
}
