import type { Locator } from "@playwright/test";
import { emulators } from "@/emulator/emulators";
import { expectAccessible } from "@/tests/support/browser/accessible";
import {
  approval,
  CheckoutPage,
  expect,
  expectEnding,
  expectRedirect,
  money,
  openCheckout,
  places,
  words,
} from "@/tests/support/browser/checkout-page";
import { typeCard } from "@/tests/support/browser/keyboard";
import { test } from "@/tests/support/browser/live-product";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

/** Live payments at each gateway's emulator, with the pages of the card's bank. */

// One worker runs this file, because it starts a product of its own.
test.describe.configure({ mode: "serial" });

async function answerBank({ bank }: CheckoutPage, password: string): Promise<void> {
  await bank.getByLabel("Password").fill(password);
  await bank.getByRole("button", { name: "Confirm" }).click();
}

/** A card whose bank sends a message to the payer, and the message. Not every gateway passes one on. */
function messageOf(cards: readonly object[]): { card: string; text: string } | null {
  for (const card of cards) {
    const { number, status, cardholderInfo } = card as { number: string; status?: string; cardholderInfo?: string };
    if (cardholderInfo && status === "N") return { card: number, text: cardholderInfo };
  }
  return null;
}

for (const [place, { acquirer, title, flowCards, cards, browserEndpoints }] of emulators.entries()) {
  test.describe(`at the ${title}`, () => {
    test.use({ acquirer });
    const turns = takeTurns(place);
    const message = messageOf(cards);
    // Then the look at the browser is a page of ours, in whose hidden frame the bank's page is.
    const isDevicePageOurs = browserEndpoints.some((endpoint) => endpoint === "method");

    const approvals = [
      ["after a look at the browser", flowCards.fingerprint],
      ["without a page of the bank", flowCards.frictionless],
      ["with a card that does not support 3DS", flowCards.unsupported],
      ["after a challenge", flowCards.challenged],
    ] as const;
    // In every run, the demo shop's test below has the second one, and the database tests have the others.
    for (const [what, card] of isDeep ? approvals : approvals.slice(0, Number(isDevicePageOurs))) {
      for (const { method, place } of turns.settings()) {
        test(`${method} ${place}: a payment ${what} is charged once and returns to the shop`, async ({
          page,
          shop,
          seen,
          gateway,
        }) => {
          const order = await shop.order({ method });
          const checkout = await openCheckout(page, order, place, shop);
          await checkout.payWith(card);
          if (card === flowCards.challenged) await answerBank(checkout, "3ds2");
          await expectEnding(() => seen.all(), money.charged, words.result.success);
          await expectRedirect(shop, order, approval(card.slice(-4)));
          const { transactions } = await gateway.state();
          expect(transactions).toMatchObject([{ held: "12.05", chargeCount: 1 }]);
        });
      }
    }

    for (const { method, place } of turns.settings()) {
      test(`${method} ${place}: a decline, 3DS without the payer, a failed check and an abandoned one are explained and not charged, and the payer pays after passing the check`, async ({
        page,
        shop,
        seen,
        gateway,
      }) => {
        const order = await shop.order({ method });
        const checkout = await openCheckout(page, order, place, shop);
        const expectFailure = async ({ title }: { title: string }) => {
          await expect(checkout.summary).toContainText(title);
          await expect(checkout.money).toHaveText(money.notCharged);
        };
        await checkout.payWith(flowCards.noFunds);
        await expectFailure(words.notices.funds);
        await checkout.payWith(message?.card ?? flowCards.unavailable);
        await expectFailure(words.notices.authentication);
        if (message) {
          await expect(checkout.root.getByTestId("bank-message")).toContainText(message.text);
          await expectAccessible(page, "a bank's message", { within: '[data-testid="bank-message"]' });
        }
        await checkout.payWith(flowCards.challenged);
        await expect(checkout.heading(words.challenge.heading)).toBeVisible();
        await expect(checkout.money).toHaveText(money.notCharged);
        await answerBank(checkout, "wrong");
        await expectFailure(words.notices.authentication);
        await checkout.payWith(flowCards.challenged);
        await expect(checkout.bank.getByLabel("Password")).toBeVisible();
        await checkout.cancel.click();
        await expectFailure(words.notices.authentication);
        await checkout.payWith(flowCards.fingerprintThenChallenge);
        await answerBank(checkout, "3ds2");
        await expectEnding(() => seen.all(), money.charged, words.result.success);
        await expectRedirect(shop, order, approval(flowCards.fingerprintThenChallenge.slice(-4)));
        const charges = (await gateway.state()).transactions.map(({ chargeCount }) => chargeCount);
        expect([charges.at(-1), new Set(charges.slice(0, -1))]).toEqual([1, new Set([0])]);
      });
    }

    for (const { method, place } of isDeep || isDevicePageOurs ? turns.settings() : []) {
      test(`${method} ${place}: a payer passes the bank's check by keyboard alone`, async ({ page, shop, seen }) => {
        const order = await shop.order({ method });
        const checkout = await openCheckout(page, order, place, shop);
        await checkout.isScripted();
        await typeCard(page, checkout, flowCards.fingerprintThenChallenge);
        await page.keyboard.press("Enter");
        await expect(checkout.bank.getByLabel("Password")).toBeVisible();
        await expect(checkout.heading(words.challenge.heading)).toBeFocused();
        // The ways out of the bank's page stand above it.
        for (const way of [words.challenge.open, words.challenge.cancel]) {
          await page.keyboard.press("Tab");
          await expect(checkout.root.locator(":focus")).toHaveText(way);
        }
        await page.keyboard.press("Tab");
        await expect(checkout.bank.getByLabel("Password")).toBeFocused();
        await page.keyboard.type("3ds2");
        await page.keyboard.press("Enter");
        await expectEnding(() => seen.all(), money.charged, words.result.success);
        await expectRedirect(shop, order, approval(flowCards.fingerprintThenChallenge.slice(-4)));
      });
    }

    test("the bank's page has an opaque origin and reaches neither our page nor its storage", async ({
      page,
      shop,
      gateway,
      context,
    }) => {
      const order = await shop.order();
      // The page leaves for the gateway at once. Without a document in the answer, it stays.
      await context.route(`${gateway.origin}/**`, (route) => route.fulfill({ status: 204 }));
      const checkout = await openCheckout(page, order, places[0], shop);
      await checkout.payWith(flowCards.challenged);
      await expect(checkout.bank.locator("form")).toBeAttached();
      const seen = await checkout.bank.evaluate(() => {
        const attempt = (work: () => unknown): string => {
          try {
            work();
            return "possible";
          } catch (error) {
            return (error as Error).name;
          }
        };
        return {
          origin: self.origin,
          parent: attempt(() => parent.document.body),
          cookies: attempt(() => document.cookie),
          storage: attempt(() => localStorage.length),
        };
      });
      expect(seen).toEqual({
        origin: "null",
        parent: "SecurityError",
        cookies: "SecurityError",
        storage: "SecurityError",
      });
    });

    if (isDeep && isDevicePageOurs) {
      test("a bank that never looks at the browser delays the payment by ten seconds", async ({
        page,
        shop,
        gateway,
      }) => {
        await gateway.control("POST", "faults", { endpoint: "method", kind: "hang", times: 0 });
        const order = await shop.order();
        const checkout = await openCheckout(page, order, places[0], shop);
        await checkout.payWith(flowCards.fingerprint);
        await expect(checkout.bank.getByRole("heading", { name: "Checking your device" })).toBeVisible();
        await expectAccessible(page, "the page on which the bank looks at the browser", { iframes: false });
        await expectRedirect(shop, order, approval(flowCards.fingerprint.slice(-4)));
      });
    }

    test.describe("without scripts", () => {
      test.skip(!isDeep, "The emulator's buttons are checked in a deep run.");
      test.use({ javaScriptEnabled: false });

      for (const card of [flowCards.challenged, ...(isDevicePageOurs ? [flowCards.fingerprintThenChallenge] : [])]) {
        test(`a payer with ${card} passes the bank's check by its buttons, and is charged once`, async ({
          page,
          shop,
          gateway,
        }) => {
          const order = await shop.order();
          const checkout = await openCheckout(page, order, places[0], shop);
          await checkout.enterCard({ number: card });
          await checkout.pay.click();
          const bank = page.frameLocator('[data-testid="challenge-frame"]');
          /** Each page has a button that leads on, until the wanted one. */
          const goOnTo = (wanted: Locator) =>
            expect(async () => {
              const next = bank.getByRole("button", { name: "Continue" });
              if (await next.isVisible()) await next.click({ timeout: 1_000 });
              await expect(wanted).toBeVisible({ timeout: 1_000 });
            }).toPass();
          await goOnTo(bank.getByLabel("Password"));
          await bank.getByLabel("Password").fill("3ds2");
          await bank.getByRole("button", { name: "Confirm" }).click();
          await goOnTo(bank.getByRole("heading", { name: "Back from your bank" }));
          expect((await gateway.state()).transactions).toMatchObject([{ held: "12.05", chargeCount: 1 }]);
          await page.goto(order.url);
          await expect(page.getByTestId("money-state")).toHaveText(money.charged);
        });
      }
    });
  });
}

test.describe("in the demo shop", () => {
  const [{ acquirer, flowCards }] = emulators;
  test.use({ acquirer });

  test("a live payment in a frame, and in a deep run also on its own page, is charged, and its result is verified", async ({
    page,
    live,
    gateway,
  }) => {
    const framed = "Checkout in a frame on this page";
    const ways = isDeep ? ["Redirect to the checkout page", framed] : [framed];
    for (const way of ways) {
      await page.goto("/demo?environment=live");
      for (const { origin } of live.emulators) {
        const link = page.getByRole("link", { name: new URL(origin).host });
        await expect(link).toHaveAttribute("href", `${origin}/emulator`);
      }
      await page.getByRole("button", { name: "One Pepper sauce more" }).click();
      await page.getByLabel(way).check();
      await page.getByRole("button", { name: "Check out" }).click();
      const checkout =
        way === framed ? CheckoutPage.inFrame(page, 'iframe[title="Hosted checkout"]') : CheckoutPage.on(page);
      await checkout.payWith(flowCards.frictionless);
      await expect(page.getByTestId("verdict")).toContainText("Your order is paid");
      await expect(page.getByTestId("verdict")).toHaveAttribute("data-paid", "true");
    }
    const forged = new URL(page.url());
    forged.searchParams.set("hash", "0".repeat(32));
    expect(await (await page.request.get(forged.href)).text()).toContain("The hash is wrong");
    const { transactions } = await gateway.state();
    expect(transactions.map(({ chargeCount }) => chargeCount)).toEqual(ways.map(() => 1));
  });

  test("a payment goes to the second gateway after a button has taken the first one down, and to the first again afterwards", async ({
    page,
    shop,
    live,
    gateway,
  }) => {
    const [first, second] = live.emulators;
    await page.goto(`${gateway.origin}/emulator`);
    await page.getByRole("button", { name: "Take the gateway down" }).click();
    await expect(page.getByText("The gateway is down (refuse).")).toBeVisible();
    await expectAccessible(page, "the switch of an emulator", { within: "form" });
    const countsAfterPayment = async (gatewayIsUp: boolean) => {
      await expect.poll(() => live.isUp(acquirer), { timeout: 30_000 }).toBe(gatewayIsUp);
      const order = await shop.order();
      const checkout = await openCheckout(page, order);
      await checkout.payWith(flowCards.frictionless);
      await expectRedirect(shop, order, approval(flowCards.frictionless.slice(-4)));
      await page.waitForURL(/\/return\?/);
      return Promise.all([first, second].map(async (each) => (await each?.state())?.transactions.length));
    };
    expect(await countsAfterPayment(false)).toEqual([0, 1]);
    await page.goto(`${gateway.origin}/emulator`);
    await page.getByRole("button", { name: "Bring it up again" }).click();
    await expect(page.getByText("The gateway is up.")).toBeVisible();
    expect(await countsAfterPayment(true)).toEqual([1, 1]);
  });
});
