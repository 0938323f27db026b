import { expectAccessible } from "@/tests/support/browser/accessible";
import { expect, money, openCheckout, test, words } from "@/tests/support/browser/checkout-page";
import { payInSession } from "@/tests/support/browser/paid-order";
import { moveClock } from "@/tests/support/browser/sandbox";
import type { Order } from "@/tests/support/browser/shop";
import { takeTurns } from "@/tests/support/browser/turns";

/** axe finds nothing on the pages of ended sessions and on pages without a session; layout.spec.ts has the others. */

for (const method of takeTurns().methods()) {
  test(`${method}: axe finds nothing once the session is paid, expired or left`, async ({ page, context, shop }) => {
    // A 204 answer to the return keeps the browser on the last screen.
    let returns = 0;
    await context.route(`${shop.origin}/return**`, async (route) => {
      await route.fulfill({ status: 204 });
      returns++;
    });
    const ends: readonly [string, string, (order: Order) => Promise<unknown>][] = [
      ["paid", words.result.success, payInSession],
      ["expired", words.result.expired, (order) => moveClock(order, { advance_ms: 180_000 })],
      ["left", words.result.left, ({ url }) => page.request.post(`${url}/leave`, { data: {} })],
    ];
    for (const [index, [state, heading, end]] of ends.entries()) {
      const order = await shop.order({ method });
      await end(order);
      const ended = await openCheckout(page, order);
      await expect(ended.heading(heading)).toBeVisible();
      await expectAccessible(page, state, index === 0 ? {} : { within: "main" });
      // A redirect that starts later would abort the next navigation.
      await expect.poll(() => returns).toBe(index + 1);
    }
  });
}

test("axe finds nothing on pages for unknown tokens and orders, of a refused request and of a return without a result", async ({
  page,
  baseURL,
  watch,
}) => {
  watch.allow(/status of 40[04]/);
  await page.goto("/checkout/no-such-token");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.missing.heading);
  await expectAccessible(page, "unknown token");
  for (const [state, path] of [
    ["unknown challenge", "/sandbox/acs/nothing"],
    ["unknown order", "/demo/pay?order=unknown"],
    ["return without a result", "/demo/return"],
  ] as const) {
    await page.goto(path);
    await expectAccessible(page, state);
  }
  const address = `${baseURL}/plugins/payments/request`;
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
