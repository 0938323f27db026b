import {
  approval,
  CheckoutPage,
  cards,
  expect,
  expectEnding,
  expectRedirect,
  money,
  openCheckout,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { booksOf, moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** Repeated clicks, tabs, reloads and lost answers never cause a second charge, and every page shows the result. */

const turns = takeTurns(1);

for (const method of turns.methods()) {
  test(`${method}: two sessions of one order paid at once make one charge, and the other page says so`, async ({
    page,
    context,
    shop,
  }) => {
    const first = await shop.order({ method });
    const second = await shop.order({ method, order_id: first.id });
    await moveClock(first, { stopped: true });
    await moveClock(second, { stopped: true });
    const otherPage = await context.newPage();
    const [one, other] = [await openCheckout(page, first), await openCheckout(otherPage, second)];
    for (const checkout of [one, other]) await checkout.fillCard({ number: cards.slow });
    await Promise.all([one.pay.click(), other.pay.click()]);

    // Either of them may come first.
    await expect.poll(async () => (await one.summary.count()) + (await other.summary.count())).toBe(1);
    const isFirstRefused = (await one.summary.count()) === 1;
    const [refused, paying] = isFirstRefused ? [one, other] : [other, one];
    const paid = isFirstRefused ? second : first;
    await expect(refused.summary).toContainText(words.notices.order_busy.title);
    await expect(refused.summary).toContainText("Nothing was charged here.");
    await expect(refused.money).toHaveText(money.notCharged);
    await expect(paying.money).toHaveText(money.confirming);
    await moveClock(paid, { advance_ms: 9_000 });
    await expect(paying.heading("Back in the shop")).toBeVisible();
    expect(await booksOf(first)).toEqual({ attempts: 1, charges: 1 });
    expect(shop.returnsOf(first).map((redirect) => redirect.get("transaction_id"))).toEqual([paid.transactionId]);
  });
}

test("Pay in two tabs of one session makes one charge, and both show the result", async ({
  page,
  context,
  shop,
  seen,
}) => {
  const order = await shop.order();
  await moveClock(order, { stopped: true });
  const otherPage = await context.newPage();
  const [one, other] = [await openCheckout(page, order), await openCheckout(otherPage, order)];
  for (const checkout of [one, other]) await checkout.fillCard({ number: cards.slow });
  await Promise.all([one.pay.click(), other.pay.click()]);
  for (const checkout of [one, other]) await expect(checkout.heading(words.confirming.heading)).toBeVisible();
  await moveClock(order, { advance_ms: 9_000 });
  for (const tab of [page, otherPage]) await expectEnding(() => seen.on(tab), money.charged, words.result.success);
  await expect.poll(() => shop.returnsOf(order).length).toBe(2);
  const [first, second] = shop.returnsOf(order).map(String);
  expect(second).toBe(first);
  expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
});

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

for (const method of turns.methods()) {
  test(`${method}: a reload and a second tab show that a payment is being confirmed, cannot pay, and show its result`, async ({
    page,
    context,
    shop,
    seen,
  }) => {
    const order = await shop.order({ method });
    await moveClock(order, { stopped: true });
    const checkout = await openCheckout(page, order);
    await checkout.payWith(cards.slow);
    await expect(checkout.heading(words.confirming.heading)).toBeVisible();
    await page.reload();
    const tab = await context.newPage();
    const second = await openCheckout(tab, order);
    for (const one of [checkout, second]) {
      await expect(one.heading(words.confirming.heading)).toBeVisible();
      await expect(one.money).toHaveText(money.confirming);
      await expect(one.pay).toBeHidden();
    }
    await moveClock(order, { advance_ms: 9_000 });
    for (const one of [page, tab]) await expectEnding(() => seen.on(one), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("0341"), 2);
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}

test("leaving a form that is stale, because another tab paid, does not undo the payment", async ({
  page,
  context,
  shop,
  seen,
}) => {
  const order = await shop.order();
  // A page that cannot ask for the state stays as it is.
  await page.route("**/state", () => {});
  const stale = await openCheckout(page, order);
  await stale.isScripted();
  const tab = await context.newPage();
  await (await openCheckout(tab, order)).payWith(cards.approved);
  await expect(CheckoutPage.on(tab).heading("Back in the shop")).toBeVisible();
  await stale.cancel.click();
  await expectEnding(() => seen.on(page), money.charged, words.result.success);
  await expect
    .poll(() => shop.returnsOf(order).map((redirect) => redirect.get("status")))
    .toEqual(["success", "success"]);
});

for (const method of turns.methods()) {
  test(`${method}: a page that lost Pay or its answer says that it is confirming until it finds out the result`, async ({
    page,
    shop,
    seen,
    watch,
  }) => {
    watch.allow(/Failed to load resource|ERR_/);
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    await test.step("while a payment may have been sent, it is being confirmed", async () => {
      await page.route("**/pay", async (route) => {
        await page.route("**/state", (asked) => asked.abort("connectionrefused"));
        await route.abort("connectionreset");
      });
      await checkout.payWith(cards.approved);
      await expect(checkout.root.getByText(words.page.offline)).toBeVisible();
      await expect(checkout.money).toHaveText(money.confirming);
      await expect(checkout.pay).toHaveText(words.actions.paying);
    });
    await test.step("when Pay itself got lost, the page says that no payment was started", async () => {
      await page.unroute("**/pay");
      await page.unroute("**/state");
      await expect(checkout.summary).toContainText(words.notices.connection_lost.title);
      await expect(checkout.money).toHaveText(money.notCharged);
      expect(await booksOf(order)).toEqual({ attempts: 0, charges: 0 });
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

for (const method of turns.methods()) {
  test(`${method}: when Pay itself gets lost, the page says at once that no payment was started, and the next attempt pays`, async ({
    page,
    shop,
    watch,
  }) => {
    watch.allow(/Failed to load resource|ERR_/);
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order);
    await page.route("**/pay", (route) => route.abort("internetdisconnected"), { times: 1 });
    await checkout.payWith(cards.approved);
    await expect(checkout.summary).toContainText(words.notices.connection_lost.title);
    await expect(checkout.money).toHaveText(money.notCharged);
    await checkout.pay.click();
    await expectRedirect(shop, order, approval());
    expect(await booksOf(order)).toEqual({ attempts: 1, charges: 1 });
  });
}
