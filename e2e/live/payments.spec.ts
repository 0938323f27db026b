import type { Locator } from "@playwright/test";
import { firstEmulator } from "@/emulator/emulators";
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
import { test } from "@/tests/support/browser/live-product";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

const { cards: emulatorCards } = firstEmulator;

/** Live payments at the gateway emulator, with the gateway's own pages for 3DS. */

// One worker runs this file, because it starts a product of its own.
test.describe.configure({ mode: "serial" });

const turns = takeTurns();
const cards = {
  frictionless: "4012000000020071",
  fingerprint: "4012010000020070",
  challenged: "4012000000020006",
  noFunds: "4999990100510004",
};
const cardWith = (isWanted: (card: (typeof emulatorCards)[number]) => boolean): string => {
  const card = emulatorCards.find((each) => isWanted(each) && each.brand === "Visa");
  return card?.twin ?? card?.number ?? "";
};
const unavailable = cardWith(({ status, isoCode }) => status === "U" && isoCode === "00");
const unsupported = cardWith(({ flow }) => flow === "none");
const withMessage = cardWith(({ cardholderInfo, status }) => cardholderInfo !== null && status === "N");

test.beforeEach(async ({ watch, live }) => {
  watch.allowOrigin(live.emulator);
  await live.control("POST", "reset");
});
test.afterEach(async ({ live }) => {
  expect((await live.state()).violations).toEqual([]);
});

async function answerBank({ bank }: CheckoutPage, password: string): Promise<void> {
  await bank.getByLabel("Password").fill(password);
  await bank.getByRole("button", { name: "Confirm" }).click();
}

const approvals = [
  ["without a challenge", cards.frictionless],
  ["after a fingerprint", cards.fingerprint],
  ["with a card that does not support 3DS", unsupported],
] as const;
// In every run, the demo shop's test below has the first one, and the database tests have the others.
for (const [what, card] of isDeep ? approvals : []) {
  for (const { method, place } of turns.settings()) {
    test(`${method} ${place}: a payment ${what} is charged once and returns to the shop`, async ({
      page,
      shop,
      seen,
      live,
    }) => {
      const order = await shop.order({ method });
      const checkout = await openCheckout(page, order, place, shop);
      await checkout.payWith(card);
      await expectEnding(() => seen.all(), money.charged, words.result.success);
      await expectRedirect(shop, order, approval(card.slice(-4)));
      expect((await live.state()).transactions).toMatchObject([{ state: "approved", amount: "12.05", chargeCount: 1 }]);
    });
  }
}

for (const { method, place } of turns.settings()) {
  test(`${method} ${place}: a decline, an unavailable 3DS, a bank's message and a failed check are explained and not charged, and the payer pays after passing the check`, async ({
    page,
    shop,
    seen,
    live,
  }) => {
    const order = await shop.order({ method });
    const checkout = await openCheckout(page, order, place, shop);
    const expectFailure = async ({ title }: { title: string }) => {
      await expect(checkout.summary).toContainText(title);
      await expect(checkout.money).toHaveText(money.notCharged);
    };
    await checkout.payWith(cards.noFunds);
    await expectFailure(words.notices.funds);
    await checkout.payWith(unavailable);
    await expectFailure(words.notices.authentication);
    await checkout.payWith(withMessage);
    const text = emulatorCards.find(({ number }) => number === withMessage)?.cardholderInfo ?? "";
    await expect(checkout.root.getByTestId("bank-message")).toContainText(text);
    await expectFailure(words.notices.authentication);
    await expectAccessible(page, "a bank's message", { within: '[data-testid="bank-message"]' });
    await checkout.payWith(cards.challenged);
    await expect(checkout.heading(words.challenge.heading)).toBeVisible();
    await expect(checkout.money).toHaveText(money.notCharged);
    await answerBank(checkout, "wrong");
    await expectFailure(words.notices.authentication);
    await checkout.payWith(cards.challenged);
    await answerBank(checkout, "3ds2");
    await expectEnding(() => seen.all(), money.charged, words.result.success);
    await expectRedirect(shop, order, approval("0006"));
    const charges = (await live.state()).transactions.map(({ chargeCount }) => chargeCount);
    expect([charges.at(-1), new Set(charges.slice(0, -1))]).toEqual([1, new Set([0])]);
  });
}

test("the bank's page has an opaque origin and reaches neither our page nor its storage", async ({
  page,
  shop,
  live,
  context,
}) => {
  const order = await shop.order();
  // The page leaves for the gateway at once. Without a document in the answer, it stays.
  await context.route(`${live.emulator}/api/spi/Conductor`, (route) => route.fulfill({ status: 204 }));
  const checkout = await openCheckout(page, order, places[0], shop);
  await checkout.payWith(cards.challenged);
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

test("the demo shop takes a live payment, in a frame and in a deep run also on its own page, and verifies the result", async ({
  page,
  live,
}) => {
  const framed = "Checkout in a frame on this page";
  const ways = isDeep ? ["Redirect to the checkout page", framed] : [framed];
  for (const way of ways) {
    await page.goto("/demo?environment=live");
    await expect(page.getByRole("link", { name: "control page" })).toHaveAttribute("href", `${live.emulator}/emulator`);
    await page.getByRole("button", { name: "One Pepper sauce more" }).click();
    await page.getByLabel(way).check();
    await page.getByRole("button", { name: "Check out" }).click();
    const checkout =
      way === framed ? CheckoutPage.inFrame(page, 'iframe[title="Hosted checkout"]') : CheckoutPage.on(page);
    await checkout.payWith(cards.frictionless);
    await expect(page.getByTestId("verdict")).toContainText("Your order is paid");
    await expect(page.getByTestId("verdict")).toHaveAttribute("data-paid", "true");
  }
  const forged = new URL(page.url());
  forged.searchParams.set("hash", "0".repeat(32));
  expect(await (await page.request.get(forged.href)).text()).toContain("The hash is wrong");
  const { transactions } = await live.state();
  expect(transactions.map(({ state, chargeCount }) => [state, chargeCount])).toEqual(ways.map(() => ["approved", 1]));
});

test.describe("without scripts", () => {
  test.skip(!isDeep, "The emulator's buttons are checked in a deep run.");
  test.use({ javaScriptEnabled: false });

  test("a payer passes the bank's check by its buttons, and is charged once", async ({ page, shop, live }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, order, places[0], shop);
    await checkout.enterCard({ number: cards.challenged });
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
    expect((await live.state()).transactions).toMatchObject([{ state: "approved", chargeCount: 1 }]);
    await page.goto(order.url);
    await expect(page.getByTestId("money-state")).toHaveText(money.charged);
  });
});
