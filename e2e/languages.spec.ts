import { cards, expect, openCheckout, test } from "./support/checkout-page";

/** Five languages, by the address or by the browser's wishes. */

const languages = [
  {
    code: "en",
    pay: "Pay TTD 12.05",
    money: "Your card was not charged.",
    declined: "Your bank declined this payment",
  },
  { code: "es", pay: "Pagar TTD 12.05", money: "No se ha cobrado nada a su tarjeta.", declined: /banco/ },
  { code: "fr", pay: "Payer TTD 12.05", money: "Votre carte n'a pas été débitée.", declined: /banque/ },
  { code: "nl", pay: "Betaal TTD 12.05", money: "Er is niets van uw kaart afgeschreven.", declined: /bank/ },
  { code: "pt", pay: "Pagar TTD 12.05", money: "Nada foi cobrado no seu cartão.", declined: /banco/ },
] as const;

for (const { code, pay, money, declined } of languages) {
  test(`?lang=${code} speaks ${code} throughout, errors and declines too`, async ({ page, shop }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, { ...order, url: `${order.url}?lang=${code}` });
    await checkout.isScripted();
    await expect(checkout.checkout).toHaveAttribute("lang", code);
    await expect(checkout.root).toHaveAttribute("lang", code);
    await expect(checkout.pay).toHaveText(pay);
    await expect(checkout.money).toHaveText(money);
    await expect(checkout.field("cc-number")).toHaveAttribute("dir", "ltr");
    await expect(checkout.field("tel-national")).toHaveAttribute("dir", "ltr");
    await checkout.pay.click();
    await expect(checkout.summary.getByRole("link")).toHaveCount(4);
    if (code !== "en") await expect(checkout.summary).not.toContainText(/enter|please/i);
    await checkout.payWith(cards.declined);
    await expect(checkout.summary).toContainText(declined);
    await expect(checkout.money).toHaveText(money);
  });
}

test.describe("by the browser's wishes", () => {
  test.use({ locale: "pt-BR" });

  test("the page speaks the browser's language, and another that is chosen below", async ({ page, shop }) => {
    const order = await shop.order();
    const checkout = await openCheckout(page, order);
    await expect(checkout.checkout).toHaveAttribute("lang", "pt");
    await expect(checkout.pay).toHaveText("Pagar TTD 12.05");
    await checkout.root.getByRole("link", { name: "Español" }).click();
    await expect(checkout.checkout).toHaveAttribute("lang", "es");
    await expect(checkout.root.getByRole("link", { name: "Español" })).toHaveAttribute("aria-current", /.+/);
  });

  test("an address that leads nowhere says so in that language", async ({ page, watch }) => {
    watch.allow(/status of 404/);
    await page.goto("/checkout/no-such-token");
    await expect(page.locator('[lang="pt"]').getByRole("heading", { level: 1 })).toBeVisible();
  });
});
