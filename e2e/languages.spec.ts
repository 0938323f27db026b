import { wordsOf } from "@/components/checkout/words/words-of";
import { formatMoney } from "@/lib/format/money";
import { type Language, languageCodes } from "@/lib/reference/languages";
import { cards, expect, fillIn, openCheckout, test } from "@/tests/support/browser/checkout-page";
import { expectWhole } from "@/tests/support/browser/layout";
import { moveClock } from "@/tests/support/browser/sandbox";
import { takeTurns } from "@/tests/support/browser/turns";
import { isDeep } from "@/tests/support/in-process/deep";

/** Five languages, chosen by the address or by the browser. */

const turns = takeTurns();

const amountIn = (language: Language) =>
  formatMoney({ amount: "12.05", currency: "TTD", language }).replace(/\s/g, " ");

for (const code of languageCodes) {
  for (const method of turns.methods()) {
    test(`${method}?lang=${code} shows every text in ${code}, whole at 320 px in the last minute, also errors, a lost connection and declines`, async ({
      page,
      context,
      shop,
      watch,
    }) => {
      watch.allow(/Failed to load resource|ERR_/);
      const said = wordsOf(code);
      const order = await shop.order({ method });
      await moveClock(order, { advance_ms: 130_000, stopped: true });
      const checkout = await openCheckout(page, { ...order, url: `${order.url}?lang=${code}` });
      await checkout.isScripted();
      await expect(checkout.countdown).toHaveText(/^0:/);
      for (const width of isDeep ? [1280, 320] : [320]) {
        await page.setViewportSize({ width, height: 640 });
        await expectWhole(checkout.root, `${code} at ${width} px`);
      }
      await expect(checkout.checkout).toHaveAttribute("lang", code);
      await expect(checkout.root).toHaveAttribute("lang", code);
      await expect(checkout.pay).toHaveText(fillIn(said.actions.pay, { amount: amountIn(code) }));
      await expect(checkout.money).toHaveText(said.money.not_charged);
      await expect(checkout.field("cc-number")).toHaveAttribute("dir", "ltr");
      await expect(checkout.field("tel-national")).toHaveAttribute("dir", "ltr");
      await checkout.pay.click();
      const { card_number, expiry, cvc, card_name } = said.required;
      await expect(checkout.summary.getByRole("link")).toHaveText([card_number, expiry, cvc, card_name]);
      await context.setOffline(true);
      await expect(checkout.root.getByText(said.page.offline)).toBeVisible();
      await context.setOffline(false);
      await expect(checkout.root.getByText(said.page.offline)).toBeHidden();
      await checkout.payWith(cards.declined);
      await expect(checkout.summary).toContainText(said.notices.declined.title);
      await expect(checkout.money).toHaveText(said.money.not_charged);
    });
  }
}

test("no two languages have the same text", () => {
  const sentences = languageCodes.flatMap((code) => Object.values(wordsOf(code).money));
  expect(new Set(sentences).size).toBe(sentences.length);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the requested language stays after a decline", async ({ page, shop }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, { ...order, url: `${order.url}?lang=es` });
    await checkout.enterCard({ number: cards.declined });
    await checkout.pay.click();
    await expect(checkout.summary).toContainText(wordsOf("es").notices.declined.title);
  });
});

test.describe("with the browser's language", () => {
  test.use({ locale: "pt-BR" });

  test("the page uses the browser's language, and another one when it is chosen", async ({ page, shop }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, order);
    await expect(checkout.checkout).toHaveAttribute("lang", "pt");
    await expect(checkout.pay).toHaveText(fillIn(wordsOf("pt").actions.pay, { amount: amountIn("pt") }));
    const language = checkout.root.getByRole("combobox", { name: wordsOf("pt").page.language });
    await language.selectOption({ label: "Español" });
    await expect(checkout.checkout).toHaveAttribute("lang", "es");
    await expect(checkout.root.getByRole("combobox", { name: wordsOf("es").page.language })).toHaveValue("es");
  });

  test("an unknown address is reported in that language", async ({ page, watch }) => {
    watch.allow(/status of 404/);
    await page.goto("/checkout/no-such-token");
    await expect(page.locator('[lang="pt"]').getByRole("heading", { level: 1 })).toBeVisible();
  });
});
