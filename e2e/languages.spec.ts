import { wordsOf } from "@/components/checkout/words/words-of";
import { languageCodes } from "@/lib/reference/languages";
import { cards, expect, fillIn, openCheckout, test } from "@/tests/support/browser/checkout-page";

/** Five languages, by the address or by the browser's wishes. */

for (const code of languageCodes) {
  test(`?lang=${code} shows every text in ${code}, including errors and declines`, async ({ page, shop }) => {
    const said = wordsOf(code);
    const order = await shop.order();
    const checkout = await openCheckout(page, { ...order, url: `${order.url}?lang=${code}` });
    await checkout.isScripted();
    await expect(checkout.checkout).toHaveAttribute("lang", code);
    await expect(checkout.root).toHaveAttribute("lang", code);
    await expect(checkout.pay).toHaveText(fillIn(said.actions.pay, { amount: "TTD 12.05" }));
    await expect(checkout.money).toHaveText(said.money.not_charged);
    await expect(checkout.field("cc-number")).toHaveAttribute("dir", "ltr");
    await expect(checkout.field("tel-national")).toHaveAttribute("dir", "ltr");
    await checkout.pay.click();
    const { card_number, expiry, cvc, card_name } = said.required;
    await expect(checkout.summary.getByRole("link")).toHaveText([card_number, expiry, cvc, card_name]);
    await checkout.payWith(cards.declined);
    await expect(checkout.summary).toContainText(said.notices.declined.title);
    await expect(checkout.money).toHaveText(said.money.not_charged);
  });
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
    await expect(checkout.pay).toHaveText(fillIn(wordsOf("pt").actions.pay, { amount: "TTD 12.05" }));
    await checkout.root.getByRole("link", { name: "Español" }).click();
    await expect(checkout.checkout).toHaveAttribute("lang", "es");
    await expect(checkout.root.getByRole("link", { name: "Español" })).toHaveAttribute("aria-current", /.+/);
  });

  test("an unknown address is reported in that language", async ({ page, watch }) => {
    watch.allow(/status of 404/);
    await page.goto("/checkout/no-such-token");
    await expect(page.locator('[lang="pt"]').getByRole("heading", { level: 1 })).toBeVisible();
  });
});
