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
import { moveClock, simulate } from "@/tests/support/browser/sandbox";

/** axe finds nothing on any page, in any state, in light and dark colours. */

// One test scans a dozen states, beside three other browsers on two cores.
test.describe.configure({ timeout: 180_000 });

for (const method of methods) {
  test(`${method}: axe finds nothing in the form, the drawer, the errors, a decline and the challenge`, async ({
    page,
    shop,
  }) => {
    const order = await shop.order({ method, avs: 1, country: "US" });
    const checkout = await openCheckout(page, order);
    await checkout.isScripted();
    await expectAccessible(page, "form");
    await checkout.root.getByTestId("sandbox-drawer").locator("summary").click();
    await expectAccessible(page, "drawer");
    await checkout.pay.click();
    await expect(checkout.summary).toBeFocused();
    await expectAccessible(page, "errors");
    await checkout.fillAddress();
    await checkout.payWith(cards.declined);
    await expect(checkout.summary).toContainText(words.notices.declined.title);
    await expectAccessible(page, "decline");
    await checkout.payWith(cards.challenged);
    await expect(checkout.bank.getByRole("textbox")).toBeVisible();
    await expectAccessible(page, "challenge");
    await checkout.answerBank("000000");
    await expect(checkout.bank.getByText("Wrong code. 2 tries left.")).toBeVisible();
    await expectAccessible(page, "wrong code");
  });

  test(`${method}: axe finds nothing in the last minute and while the payment is confirmed`, async ({ page, shop }) => {
    const order = await shop.order({ method });
    await moveClock(order, { advance_ms: 130_000, stopped: true });
    const checkout = await openCheckout(page, order);
    await expect(checkout.countdown).toHaveText(/^0:/);
    await expectAccessible(page, "last minute");
    await checkout.payWith(cards.silent);
    await expect(checkout.heading(words.confirming.heading)).toBeVisible();
    await expectAccessible(page, "confirming");
    await moveClock(order, { advance_ms: 61_000 });
    await checkout.lookAgain();
    await expect(checkout.root.getByRole("link", { name: "Return to shop" })).toBeVisible();
    await expectAccessible(page, "confirming for long");
  });

  test(`${method}: axe finds nothing once the session is paid, expired or left`, async ({ context, shop }) => {
    // The last screen redirects to the shop at once; a 204 answer keeps the browser on it.
    await context.route(`${shop.origin}/return**`, (route) => route.fulfill({ status: 204 }));
    const [paidTab, expiredTab, leftTab] = [await context.newPage(), await context.newPage(), await context.newPage()];
    const paid = await openCheckout(paidTab, await shop.order({ method }));
    await paid.payWith(cards.approved);
    await expect(paid.money).toHaveText(money.charged);
    await expectAccessible(paidTab, "paid");
    const late = await shop.order({ method });
    await moveClock(late, { advance_ms: 180_000 });
    const expired = await openCheckout(expiredTab, late);
    await expect(expired.heading(words.result.expired)).toBeVisible();
    await expectAccessible(expiredTab, "expired");
    const left = await openCheckout(leftTab, await shop.order({ method }));
    await left.isScripted();
    await left.cancel.click();
    await expect(left.heading(words.result.failed)).toBeVisible();
    await expectAccessible(leftTab, "left");
  });
}

test("axe finds nothing in the choice of a network and in a shop's frame", async ({ page, shop }) => {
  const checkout = await openCheckout(page, await shop.order({ method: "3co_simple" }), places[1], shop);
  await checkout.fillCard({ number: "9111111111111110" });
  await expect(checkout.root.getByRole("radio", { name: "Visa" })).toBeVisible();
  await checkout.pay.click();
  await expect(checkout.summary).toBeVisible();
  await expectAccessible(page, "framed");
});

test("axe finds nothing on the bank's page outside the frame", async ({ page, shop, watch }) => {
  watch.allow(/frame-ancestors|X-Frame-Options|refused to connect|Framing|chrome-error/i);
  const order = await shop.order();
  await simulate(order, { bank: "refuses_framing" });
  const checkout = await openCheckout(page, order);
  await checkout.payWith(cards.challenged);
  await checkout.root.getByRole("link", { name: words.challenge.open }).click();
  await expect(page.getByRole("textbox", { name: "Code from your bank" })).toBeVisible();
  await expectAccessible(page, "bank");
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

test("axe finds nothing on the pages of the demo shop", async ({ page }) => {
  await page.goto("/demo");
  await expectAccessible(page, "shop");
  await page.goto("/demo?problem=empty");
  await expectAccessible(page, "empty cart");
  await page.goto("/demo/pay?order=unknown");
  await expectAccessible(page, "unknown order");
  await page.goto("/demo/return");
  await expectAccessible(page, "return without a result");
  await page.goto("/demo");
  await page.getByRole("button", { name: "Pay by browser form post" }).click();
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  await expectAccessible(page, "form post");
  await page.goto("/demo");
  await page.getByRole("button", { name: "Pay in an iframe" }).click();
  const frame = page.frameLocator('iframe[title="Hosted checkout"]');
  await expect(frame.locator("form#pay-form[novalidate]")).toBeAttached();
  await expectAccessible(page, "iframe");
});
