import { expectAccessible } from "@/tests/support/browser/accessible";
import {
  cards,
  expect,
  methods,
  money,
  openCheckout,
  places,
  test,
  words,
} from "@/tests/support/browser/checkout-page";
import { moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/**
 * axe finds nothing in any state, in light and dark colours. Specs that bring a page into a state of its own run axe
 * there. Only the form's markup differs between the methods; other states take turns.
 */

const turns = takeTurns();

for (const method of methods) {
  test(`${method}: axe finds nothing in the form and its errors`, async ({ page, shop }) => {
    const checkout = await openCheckout(page, await shop.order({ method, avs: 1, country: "US" }));
    await checkout.isScripted();
    await expectAccessible(page, "form");
    await checkout.pay.click();
    await expect(checkout.summary).toBeFocused();
    await expectAccessible(page, "errors");
  });
}

for (const method of turns.methods()) {
  test(`${method}: axe finds nothing in the drawer, in a decline and in the challenge, before and after a wrong code`, async ({
    page,
    shop,
  }) => {
    const checkout = await openCheckout(page, await shop.order({ method }));
    await checkout.isScripted();
    await checkout.root.getByTestId("sandbox-drawer").locator("summary").click();
    await expectAccessible(page, "drawer");
    await checkout.payWith(cards.declined);
    await expect(checkout.summary).toContainText(words.notices.declined.title);
    await expectAccessible(page, "decline");
    await checkout.payWith(cards.challenged);
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    await expectAccessible(page, "the challenge");
    await checkout.answerBank("000000");
    await expect(checkout.bank.getByText("Wrong code. 2 tries left.")).toBeVisible();
    await expectAccessible(page, "the challenge after a wrong code");
  });
}

for (const method of turns.methods()) {
  test(`${method}: axe finds nothing once the session is paid, expired or left`, async ({ page, context, shop }) => {
    // The last screen redirects to the shop at once; a 204 answer keeps the browser on it.
    let returns = 0;
    await context.route(`${shop.origin}/return**`, async (route) => {
      await route.fulfill({ status: 204 });
      returns++;
    });
    // A redirect that starts later would abort the next navigation.
    const expectReturns = (count: number) => expect.poll(() => returns).toBe(count);
    const paid = await openCheckout(page, await shop.order({ method }));
    await paid.payWith(cards.approved);
    await expect(paid.money).toHaveText(money.charged);
    await expectAccessible(page, "paid");
    await expectReturns(1);
    const late = await shop.order({ method });
    await moveClock(late, { advance_ms: 180_000 });
    const expired = await openCheckout(page, late);
    await expect(expired.heading(words.result.expired)).toBeVisible();
    await expectAccessible(page, "expired");
    await expectReturns(2);
    const left = await openCheckout(page, await shop.order({ method }));
    await left.isScripted();
    await left.cancel.click();
    await expect(left.heading(words.result.failed)).toBeVisible();
    await expectAccessible(page, "left");
  });
}

test("axe finds nothing in a shop's frame in the choice of a network, which Pay requires if the shop chose none", async ({
  page,
  shop,
}) => {
  const checkout = await openCheckout(page, await shop.order({ method: "3co_simple" }), places[1], shop);
  await checkout.fillCard({ number: "9111111111111110" });
  await expect(checkout.root.getByRole("radio", { name: "Visa" })).toBeVisible();
  await checkout.pay.click();
  await expect(checkout.summary.getByRole("link")).toHaveText([words.required.card_network]);
  await expectAccessible(page, "the choice of a network with its error");
});

test("axe finds nothing on the pages for unknown tokens", async ({ page, watch }) => {
  watch.allow(/status of 404/);
  await page.goto("/checkout/no-such-token");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.missing.heading);
  await expectAccessible(page, "unknown token");
  await page.goto("/sandbox/acs/nothing");
  await expectAccessible(page, "unknown challenge");
});

test("axe finds nothing on the page of a refused form post without a response URL", async ({
  page,
  baseURL,
  watch,
}) => {
  watch.allow(/status of 400/);
  const address = `${baseURL}/plugins/payments/request`;
  await page.goto("/demo");
  const answered = page.waitForResponse(address);
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement("form"), { method: "post", action });
    document.body.append(form);
    form.submit();
  }, address);
  expect((await answered).headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment cannot be started");
  await expect(page.getByText(money.notCharged)).toBeVisible();
  await expectAccessible(page, "refused request");
});

test("axe finds nothing on the demo shop's pages for an unknown order and for a return without a result", async ({
  page,
}) => {
  await page.goto("/demo/pay?order=unknown");
  await expectAccessible(page, "unknown order");
  await page.goto("/demo/return");
  await expectAccessible(page, "return without a result");
});
