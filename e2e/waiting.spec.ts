import { cards, expect, expectRedirect, openCheckout, test, words } from "@/tests/support/browser/checkout-page";
import { moveClock, simulate } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";

/** What the payer sees while the bank decides, and how long the result stays. Playwright's clock drives the timers. */

const turns = takeTurns();
const approved = { status: "success", message: "[1-R00]: Transaction is approved.", total: "12.05" } as const;

for (const method of turns.methods()) {
  test(`${method}: a payment of 3 s keeps the form, which cannot be used, and one of 12 s shows the waiting screen after 8 s`, async ({
    page,
    shop,
    seen,
  }) => {
    await page.clock.install();
    for (const { gateway, seconds } of [
      { gateway: "slow_3_s", seconds: 3 },
      { gateway: "slow_12_s", seconds: 12 },
    ] as const) {
      const order = await shop.order({ method });
      await simulate(order, { gateway });
      await moveClock(order, { stopped: true });
      const checkout = await openCheckout(page, order);
      const inert = checkout.root.locator("[inert]");
      await checkout.isScripted();
      await expect(inert).toHaveCount(0);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await checkout.payWith(cards.approved);
      const state = async () => (await (await page.request.get(`${order.url}/state`)).json()).state;
      await expect.poll(state).toBe("authorising");
      await page.clock.runFor(1_000);
      await expect(checkout.checkout).toHaveAttribute("data-state", "authorising");
      await expect(checkout.pay).toBeFocused();
      await expect(checkout.pay).toHaveText(words.actions.paying);
      await expect(checkout.root.getByRole("status").filter({ hasText: words.actions.keepOpen })).toBeVisible();
      // The fields, the way back and the choice of a language.
      await expect(inert).toHaveCount(3);
      await page.clock.runFor(2_000);
      if (seconds > 8) {
        await page.clock.runFor(4_900);
        await expect(checkout.heading(words.confirming.heading)).toBeHidden();
        await page.clock.runFor(200);
        await expect(checkout.heading(words.confirming.heading)).toBeFocused();
      }
      await moveClock(order, { advance_ms: seconds * 1_000 });
      await page.clock.resume();
      await expectRedirect(shop, order, { ...approved, card: "XXXXXXXXXXXX1111" });
      const isWaiting = seen.on(page).some(({ heading }) => heading === words.confirming.heading);
      expect(isWaiting).toBe(seconds > 8);
    }
  });
}

test.describe("a payer who reads the result", () => {
  test.use({ patience: "patient" });

  test("sees it for 5 s, for 30 s after moving the pointer or pressing a key, and for as long as the receipt is open", async ({
    page,
    shop,
  }) => {
    await page.clock.install();
    const openResult = async (ending: "success" | "left") => {
      const order = await shop.order();
      const checkout = await openCheckout(page, order);
      if (ending === "success") await checkout.payWith(cards.approved);
      else await checkout.leave();
      await expect(checkout.heading(words.result[ending])).toBeFocused();
      // The clock runs on until it is stopped, and cannot be stopped in the past.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
      const isBack = () => shop.returnsOf(order).length > 0;
      // The browser has arrived, so that the test can open another page.
      const arrives = () => expect(checkout.heading("Back in the shop")).toBeVisible();
      return { isBack, arrives, button: checkout.root.getByTestId("return"), root: checkout.root };
    };
    const isCounting = /\(\d\)$/;
    await test.step("the button counts 5 s down, also after Cancel", async () => {
      const { isBack, arrives, button } = await openResult("left");
      await expect(button).toHaveText(isCounting);
      await page.clock.runFor(3_400);
      await expect(button).toHaveText(isCounting);
      expect(isBack()).toBe(false);
      await page.clock.runFor(1_600);
      await arrives();
    });
    for (const stop of [() => page.mouse.move(5, 5), () => page.keyboard.press("Tab")]) {
      await test.step("a pointer that moves and a key stop it, and the page returns after 30 s", async () => {
        const { isBack, arrives, button } = await openResult("success");
        await expect(button).toHaveText(isCounting);
        await stop();
        await expect(button).not.toHaveText(isCounting);
        await page.clock.runFor(25_000);
        expect(isBack()).toBe(false);
        await page.clock.runFor(5_000);
        await arrives();
      });
    }
    await test.step("the page stays beside an open receipt, which names the same time, until the button is pressed", async () => {
      const { isBack, arrives, button, root } = await openResult("success");
      const opened = page.context().waitForEvent("page");
      await root.getByRole("link", { name: words.result.openReceipt }).click();
      const receipt = await opened;
      const [paidAt = "no time"] = /\d{1,2} \w+ \d{4}, \d\d:\d\d AST/.exec((await root.textContent()) ?? "") ?? [];
      await expect(receipt.getByText(paidAt)).toBeVisible();
      await page.clock.runFor(60_000);
      expect(isBack()).toBe(false);
      await button.click();
      await arrives();
    });
  });
});
